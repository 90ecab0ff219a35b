/** Arrays that fixes write anew: those that one spec alone authors, with one value for all times. */
import type { ByteRange, NumericArray, TypedValue, ValueData } from "@usdkit/layer";
import type { StageLayer } from "@usdkit/usd";
import { setAttributeValue, type TextEdit } from "@usdkit/usda";
import type { CheckedPrim } from "../rule/checked-prim.ts";

/** An array that one spec authors. */
export interface OwnArray {
  readonly layer: StageLayer;
  /** In the layer. */
  readonly path: string;
  /** The last statement about it. */
  readonly statement: ByteRange | undefined;
  readonly value: TypedValue;
  /** Number of elements. */
  readonly count: number;
}

/** Longer arrays are not written anew: the fix would hold their text. */
const MAX_NUMBERS = 1 << 20;

/** Returns the array of an attribute; undefined if it has other opinions, samples, a spline or clips, or is no array. */
export function ownArray(prim: CheckedPrim, name: string): OwnArray | undefined {
  const attribute = prim.properties.has(name) ? prim.attribute(name) : undefined;
  if (attribute === undefined || attribute.hasClips || attribute.opinions.length !== 1) return undefined;
  const [{ layer, spec }] = attribute.opinions;
  const { defaultValue: value, timeSamples, spline, path, statements } = spec;
  if (timeSamples !== undefined || spline !== undefined || value?.kind !== "typed" || !value.isArray) return undefined;
  const length = typeof value.data === "object" ? value.data.length : 1;
  if (length > MAX_NUMBERS) return undefined;
  return { layer, path, statement: statements.at(-1), value, count: Math.floor(length / value.type.components) };
}

/**
 * Returns the edits that write an array with some of its elements.
 *
 * @param picked ascending numbers of elements, or of groups of `width` elements
 */
export function pickEdits({ layer, path, value }: OwnArray, picked: ArrayLike<number>, width = 1): TextEdit[] {
  const data = pick(value.data, picked, value.type.components * width);
  return setAttributeValue(layer.layer, path, { kind: "typed", type: value.type, isArray: true, data });
}

/** Returns the edits that write an array of integers. */
export function integerEdits({ layer, path, value }: OwnArray, numbers: Int32Array): TextEdit[] {
  const { type } = value;
  const isInt = type.kind === "int" && type.components === 1;
  const written = isInt ? { kind: "typed" as const, type, isArray: true, data: numbers } : integersText(numbers);
  return setAttributeValue(layer.layer, path, written);
}

/** Returns the text of an array of integers. */
export function integersText(numbers: ArrayLike<number>): string {
  return `[${Array.from(numbers).join(", ")}]`;
}

/** Returns groups of `width` numbers or texts. */
function pick(data: ValueData, picked: ArrayLike<number>, width: number): ValueData {
  if (typeof data !== "object") return data;
  const count = picked.length * width;
  if (isTexts(data))
    return Array.from({ length: count }, (_, i) => data[picked[Math.floor(i / width)] * width + (i % width)]);
  const kept = data.slice();
  // No group comes before its new place.
  for (let i = 0; i < picked.length; i++) kept.copyWithin(i * width, picked[i] * width, (picked[i] + 1) * width);
  return kept.slice(0, count);
}

function isTexts(data: readonly string[] | NumericArray): data is readonly string[] {
  return Array.isArray(data);
}
