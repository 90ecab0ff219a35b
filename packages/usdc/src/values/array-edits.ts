/** Sparse edits of arrays (0.14): literals, and instructions as integers; the model has them as text. */
import type { ArrayEditValue, TypedValue, ValueType } from "@usdkit/layer";
import { formatDouble, formatFloat, formatGeneral, formatHalf, halfBitsToFloat } from "@usdkit/base";
import { isTextKind } from "@usdkit/layer";
import { CrateError } from "../bytes/crate-diagnostic.ts";

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

/**
 * The edit in the reference's normal text, `edit [write 1 to [0]; append 2]`.
 *
 * @throws CrateError at `offset` when it is damaged
 */
export function arrayEditOf(literals: TypedValue, codes: BigInt64Array, offset: number): ArrayEditValue {
  const { type } = literals;
  const count = BigInt(literalCount(literals));
  const texts: string[] = [];
  const pieces: string[] = [];
  let between = "edit [";
  const add = (text: string): void => {
    texts.push(text);
    between += text;
  };
  const literal = (index: bigint): void => {
    if (index < 0n || index >= count) throw damaged(offset, `literal ${index} of ${count}`);
    const text = literalText(literals, Number(index));
    const piece = pieceOf(literals, Number(index));
    if (piece === undefined) return add(text);
    texts.push(text);
    pieces.push(between, piece);
    between = "";
  };
  for (let i = 0; i < codes.length;) {
    const header = codes[i++];
    const number = Number(BigInt.asUintN(64, header) >> 56n);
    const repeat = Number(BigInt.asIntN(56, header));
    const instruction = instructions[number];
    if (instruction === undefined) throw damaged(offset, `unknown instruction ${number}`);
    if (repeat <= 0 || repeat * instruction.arity > codes.length - i) throw damaged(offset, "arguments are missing");
    for (let n = 0; n < repeat; n++) {
      if (texts.length > 0) add("; ");
      addOperation(number, codes[i], codes[i + 1] ?? 0n, { add, literal });
      i += instruction.arity;
    }
  }
  const text = `edit [${texts.join("")}]`;
  // Without pieces, the index in `write [0] to [5]` could be a string.
  const hasPieces = pieces.length > 0 || (texts.length > 0 && isTextKind(type.kind));
  return { kind: "arrayEdit", type, text, ...(hasPieces ? { pieces: [...pieces, `${between}]`] } : {}) };
}

function damaged(offset: number, what: string): CrateError {
  return new CrateError("USDC_VALUE", offset, `Damaged array edit: ${what}`);
}

/** Collects the text of an edit: words, and literals by their index. */
interface EditWriter {
  add(text: string): void;
  literal(index: bigint): void;
}

function addOperation(number: number, a: bigint, b: bigint, writer: EditWriter): void {
  switch (number) {
    case 0:
      return addPlaced("write", ` to [${b}]`, () => writer.literal(a), writer);
    case 1:
      return writer.add(`write [${a}] to [${b}]`);
    case 2:
      return addInserted(b, () => writer.literal(a), writer);
    case 3:
      return addInserted(b, () => writer.add(`[${a}]`), writer);
    case 4:
      return writer.add(`erase [${a}]`);
    case 5:
      return writer.add(`minsize ${a}`);
    case 6:
      return addPlaced(`minsize ${a} fill`, "", () => writer.literal(b), writer);
    case 7:
      return writer.add(`resize ${a}`);
    case 8:
      return addPlaced(`resize ${a} fill`, "", () => writer.literal(b), writer);
    default:
      return writer.add(`maxsize ${a}`);
  }
}

function addPlaced(before: string, after: string, element: () => void, writer: EditWriter): void {
  writer.add(`${before} `);
  element();
  writer.add(after);
}

function addInserted(index: bigint, element: () => void, writer: EditWriter): void {
  if (index === 0n) addPlaced("prepend", "", element, writer);
  else if (index === END_INDEX) addPlaced("append", "", element, writer);
  else addPlaced("insert", ` at [${index}]`, element, writer);
}

/** A literal that its text does not give exactly: a string, a time code. */
function pieceOf({ data, type }: TypedValue, index: number): string | undefined {
  if (typeof data !== "object") return undefined;
  if (!ArrayBuffer.isView(data)) return data[index];
  return type.kind === "timecode" ? formatDouble(Number(data[index])) : undefined;
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
  if (kind === "timecode") return formatGeneral(value);
  return kind === "double" ? formatDouble(value) : String(value);
}
