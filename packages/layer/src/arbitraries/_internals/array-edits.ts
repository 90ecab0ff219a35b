/** Arbitrary array edits in the normal form of the reference. */
import { formatDouble, formatFloat, formatGeneral, formatHalf, halfBitsToFloat } from "@usdkit/base";
import { isTextKind, plainValue, valueTypes, type ArrayEditValue, type TypedValue, type Value } from "@usdkit/layer";
import * as fc from "fast-check";
import { valueArbitrary } from "../value-arbitrary.ts";

/** A literal: its text, and the element if the text does not give it exactly. */
interface Literal {
  readonly text: string;
  readonly piece?: string;
}

/** Texts and literals of one operation, in their order. */
type Operation = readonly (string | Literal)[];

const indexes = fc.oneof(fc.bigInt({ min: -5n, max: 5n }), fc.constantFrom(2n ** 63n - 1n, 1n - 2n ** 63n));
const sizes = fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.constant(2n ** 63n - 1n));

/** Returns edits of arrays of a type, `int` for `int[]`. */
export function arrayEdit(typeName: string): fc.Arbitrary<ArrayEditValue> {
  const type = valueTypes.get(typeName);
  if (type === undefined) throw new Error(typeName);
  const literal = valueArbitrary(typeName).map((value) => literalOf(plainValue(typeName, value)));
  const element: fc.Arbitrary<string | Literal> = fc.oneof(
    { weight: 3, arbitrary: literal },
    { weight: 1, arbitrary: indexes.map((index) => `[${index}]`) },
  );
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    fc.tuple(element, indexes).map(([value, to]): Operation => ["write ", value, ` to [${to}]`]),
    fc
      .tuple(
        element,
        indexes.filter((index) => index !== 0n),
      )
      .map(([value, at]): Operation => ["insert ", value, ` at [${at}]`]),
    fc.tuple(fc.constantFrom("prepend ", "append "), element),
    indexes.map((index): Operation => [`erase [${index}]`]),
    fc
      .tuple(fc.constantFrom("minsize", "resize", "maxsize"), sizes)
      .map(([word, size]): Operation => [`${word} ${size}`]),
    fc
      .tuple(fc.constantFrom("minsize", "resize"), sizes, literal)
      .map(([word, size, fill]): Operation => [`${word} ${size} fill `, fill]),
  );
  return fc.array(operation, { maxLength: 4 }).map((operations): ArrayEditValue => {
    const parts = operations.flatMap((each, i) => (i === 0 ? [...each] : ["; ", ...each]));
    const text = parts.map((part) => (typeof part === "string" ? part : part.text)).join("");
    const pieces = ["edit ["];
    for (const part of [...parts, "]"]) {
      if (typeof part !== "string" && part.piece !== undefined) pieces.push(part.piece, "");
      else pieces[pieces.length - 1] += typeof part === "string" ? part : part.text;
    }
    const hasPieces = pieces.length > 1 || (operations.length > 0 && isTextKind(type.kind));
    return { kind: "arrayEdit", type, text: `edit [${text}]`, ...(hasPieces ? { pieces } : {}) };
  });
}

function literalOf(value: Value): Literal {
  if (value.kind !== "typed") throw new Error(value.kind);
  const { data, type } = value;
  if (typeof data === "string") return { text: type.kind === "asset" ? `@${data}@` : data, piece: data };
  if (typeof data === "number" && type.kind === "timecode")
    return { text: formatGeneral(data), piece: formatDouble(data) };
  return { text: numbersText(value) };
}

function numbersText({ data, type: { kind, dims } }: TypedValue): string {
  const numbers = typeof data === "object" ? Array.from<unknown>(data) : [data];
  const texts = numbers.map((number) => {
    if (typeof number === "boolean") return number ? "1" : "0";
    if (typeof number !== "number") return String(number);
    if (kind === "half") return formatHalf(typeof data === "object" ? halfBitsToFloat(number) : number);
    return kind === "float" ? formatFloat(number) : kind === "double" ? formatDouble(number) : String(number);
  });
  const [rows, columns] = dims;
  if (rows === undefined) return texts.join("");
  if (columns === undefined) return `(${texts.join(", ")})`;
  const lines = Array.from({ length: rows }, (_, i) => `(${texts.slice(i * columns, (i + 1) * columns).join(", ")})`);
  return `( ${lines.join(", ")} )`;
}
