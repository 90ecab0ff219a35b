/** Sparse edits of arrays (0.14): literals, and instructions as integers; the model has them as text. */
import type { TypedValue, ValueType } from "@usdkit/layer";
import { formatDouble, formatFloat, formatHalf, halfBitsToFloat } from "@usdkit/layer";
import { CrateError } from "../diagnostics/types.ts";

/** The index after the last element. */
export const END_INDEX: bigint = -(2n ** 63n);

/** An instruction by its number: its words, and what its arguments are. */
interface Instruction {
  readonly name: string;
  readonly arity: 1 | 2;
}

export const instructions: readonly Instruction[] = [
  { name: "write literal", arity: 2 },
  { name: "write element", arity: 2 },
  { name: "insert literal", arity: 2 },
  { name: "insert element", arity: 2 },
  { name: "erase", arity: 1 },
  { name: "minsize", arity: 1 },
  { name: "minsize fill", arity: 2 },
  { name: "resize", arity: 1 },
  { name: "resize fill", arity: 2 },
  { name: "maxsize", arity: 1 },
];

/** The reference's normal text of an edit: `edit [write 1 to [0]; append 2]`. */
export function arrayEditText(literals: TypedValue, codes: BigInt64Array, offset: number): string {
  const operations: string[] = [];
  const literal = (index: bigint): string => {
    const count = literalCount(literals);
    if (index < 0n || index >= BigInt(count)) throw damaged(offset, `literal ${index} of ${count}`);
    return literalText(literals, Number(index));
  };
  for (let i = 0; i < codes.length;) {
    const header = codes[i++];
    const number = Number(BigInt.asUintN(64, header) >> 56n);
    const repeat = Number(BigInt.asIntN(56, header));
    const instruction = instructions[number];
    if (instruction === undefined) throw damaged(offset, `unknown instruction ${number}`);
    if (repeat <= 0 || repeat * instruction.arity > codes.length - i) throw damaged(offset, "arguments are missing");
    for (let n = 0; n < repeat; n++) {
      operations.push(operationText(number, codes[i], codes[i + 1] ?? 0n, literal));
      i += instruction.arity;
    }
  }
  return `edit [${operations.join("; ")}]`;
}

function damaged(offset: number, what: string): CrateError {
  return new CrateError("USDC_VALUE", offset, `Damaged array edit: ${what}`);
}

function operationText(number: number, a: bigint, b: bigint, literal: (index: bigint) => string): string {
  switch (number) {
    case 0:
      return `write ${literal(a)} to [${b}]`;
    case 1:
      return `write [${a}] to [${b}]`;
    case 2:
      return insertText(literal(a), b);
    case 3:
      return insertText(`[${a}]`, b);
    case 4:
      return `erase [${a}]`;
    case 5:
      return `minsize ${a}`;
    case 6:
      return `minsize ${a} fill ${literal(b)}`;
    case 7:
      return `resize ${a}`;
    case 8:
      return `resize ${a} fill ${literal(b)}`;
    default:
      return `maxsize ${a}`;
  }
}

function insertText(value: string, index: bigint): string {
  if (index === 0n) return `prepend ${value}`;
  return index === END_INDEX ? `append ${value}` : `insert ${value} at [${index}]`;
}

function literalCount({ data, type }: TypedValue): number {
  return typeof data === "object" ? data.length / type.components : 0;
}

function literalText({ data, type }: TypedValue, index: number): string {
  if (typeof data !== "object") return "";
  if (!ArrayBuffer.isView(data)) return type.kind === "asset" ? `@${data[index]}@` : data[index];
  const { components, dims } = type;
  const texts: string[] = [];
  for (let i = index * components; i < (index + 1) * components; i++) texts.push(numberText(data[i], type));
  if (dims.length === 0) return texts[0] ?? "";
  if (dims.length === 1) return `(${texts.join(", ")})`;
  const rows: string[] = [];
  const width = dims[1] ?? 1;
  for (let i = 0; i < texts.length; i += width) rows.push(`(${texts.slice(i, i + width).join(", ")})`);
  return `( ${rows.join(", ")} )`;
}

function numberText(value: number | bigint, { kind }: ValueType): string {
  if (typeof value === "bigint") return String(value);
  if (kind === "half") return formatHalf(halfBitsToFloat(value));
  if (kind === "float") return formatFloat(value);
  return kind === "double" || kind === "timecode" ? formatDouble(value) : String(value);
}
