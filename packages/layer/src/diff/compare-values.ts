/** Compares two values, and counts the elements that differ in arrays and tuples. */
import type { ArrayEditValue, NumericArray, TypedValue, Value } from "../model/types.ts";
import { halfBitsToFloat } from "@usdkit/base";
import type { ScalarKind } from "../fields-and-types/value-types.ts";
import type { Tolerance } from "./tolerance.ts";
import { distanceOf, sameFloat } from "./tolerance.ts";
import type { ElementsDifference } from "./types.ts";

/** The options of a comparison, other than the two sides. */
export interface Comparison {
  readonly tolerance: Tolerance;
  /**
   * Maps a path of the layer before to the layer after. Paths change only when a moved prim is compared with itself.
   */
  readonly mapPath: (path: string) => string;
}

/** How two values differ; has element counts if they have elements. */
export interface Unlike {
  readonly elements?: ElementsDifference | undefined;
}

const UNLIKE: Unlike = {};
const FLOATING: ReadonlySet<ScalarKind> = new Set(["half", "float", "double", "timecode"]);

/**
 * Returns undefined if the values are equal. Dictionaries are compared by kind only; a separate walk compares their
 * entries.
 */
export function compareValues(a: Value, b: Value, comparison: Comparison): Unlike | undefined {
  switch (a.kind) {
    case "typed":
      return b.kind === "typed" ? compareTyped(a, b, comparison.tolerance) : UNLIKE;
    case "arrayEdit":
      return b.kind === "arrayEdit" && isSameEdit(a, b) ? undefined : UNLIKE;
    case "unregistered":
      return b.kind === "unregistered" && a.text === b.text ? undefined : UNLIKE;
    case "path":
      return b.kind === "path" && comparison.mapPath(a.path) === b.path ? undefined : UNLIKE;
    case "block":
    case "animationBlock":
    case "dictionary":
      return b.kind === a.kind ? undefined : UNLIKE;
  }
}

/** The pieces tell apart what has the same text: strings with a semicolon, and time codes. */
function isSameEdit(a: ArrayEditValue, b: ArrayEditValue): boolean {
  if (a.text !== b.text || a.pieces === undefined || b.pieces === undefined) return a.text === b.text;
  return a.pieces.length === b.pieces.length && a.pieces.every((piece, i) => piece === b.pieces?.[i]);
}

function compareTyped(a: TypedValue, b: TypedValue, tolerance: Tolerance): Unlike | undefined {
  if (isNumeric(a) && isNumeric(b)) {
    if (a.isArray !== b.isArray || String(a.type.dims) !== String(b.type.dims)) return UNLIKE;
    return compareNumbers(a, b, tolerance);
  }
  const [left, right] = [a.data, b.data];
  if (typeof left !== "object" || typeof right !== "object") {
    return sameScalar(a, b, tolerance) ? undefined : UNLIKE;
  }
  if (ArrayBuffer.isView(left) || ArrayBuffer.isView(right)) return UNLIKE;
  const elements = compareStrings(left, right);
  return elements === undefined ? undefined : { elements };
}

function sameScalar(
  { data: a, type }: TypedValue,
  { data: b, type: other }: TypedValue,
  tolerance: Tolerance,
): boolean {
  if (typeof a === "number" && typeof b === "number") {
    return FLOATING.has(type.kind) && FLOATING.has(other.kind) ? sameFloat(a, b, tolerance) : Object.is(a, b);
  }
  if (typeof a === "bigint" || typeof b === "bigint") {
    return typeof a !== "string" && typeof b !== "string" && String(a) === String(b);
  }
  return a === b;
}

/** A tuple or an array of numbers. */
type NumericValue = TypedValue & { readonly data: NumericArray };

function isNumeric(value: TypedValue): value is NumericValue {
  return ArrayBuffer.isView(value.data);
}

function compareStrings(a: readonly string[], b: readonly string[]): ElementsDifference | undefined {
  const common = Math.min(a.length, b.length);
  let differing = 0;
  let first = -1;
  for (let i = 0; i < common; i++) {
    if (a[i] === b[i]) continue;
    if (differing++ === 0) first = i;
  }
  return summary({ differing, first }, a.length, b.length);
}

function compareNumbers(a: NumericValue, b: NumericValue, tolerance: Tolerance): Unlike | undefined {
  const [left, right] = [a.data, b.data];
  const width = a.isArray ? a.type.components : 1;
  const rotations = tolerance.rotations && a.type.quaternion && b.type.quaternion;
  if (rotations && !a.isArray && sameRotation(readable(left, a), readable(right, b), 0, tolerance)) return undefined;
  const elements =
    left instanceof BigInt64Array || left instanceof BigUint64Array || isBig(right)
      ? compareIntegers(left, right, width)
      : compareReals(readable(left, a), readable(right, b), width, {
          tolerance,
          floating: FLOATING.has(a.type.kind) && FLOATING.has(b.type.kind),
          rotations: rotations && a.isArray,
        });
  return elements === undefined ? undefined : { elements };
}

type Reals = Exclude<NumericArray, BigInt64Array | BigUint64Array>;

function isBig(data: NumericArray): data is BigInt64Array | BigUint64Array {
  return data instanceof BigInt64Array || data instanceof BigUint64Array;
}

/** Decodes halfs to numbers; returns other values unchanged. */
function readable(data: NumericArray, { type }: TypedValue): Reals {
  if (isBig(data)) return Float64Array.from(data, Number);
  return type.kind === "half" ? Float32Array.from(data, halfBitsToFloat) : data;
}

interface Rules {
  readonly tolerance: Tolerance;
  readonly floating: boolean;
  readonly rotations: boolean;
}

function compareReals(a: Reals, b: Reals, width: number, rules: Rules): ElementsDifference | undefined {
  const common = Math.min(a.length, b.length);
  const { tolerance, floating, rotations } = rules;
  let differing = 0;
  let first = -1;
  let last = -1;
  let largest = 0;
  for (let i = 0; i < common; i++) {
    const [x, y] = [a[i], b[i]];
    // Most numbers are equal.
    if (x === y && x !== 0) continue;
    if (floating ? sameFloat(x, y, tolerance) : x === y) continue;
    const index = Math.floor(i / width);
    if (rotations && sameRotation(a, b, index * width, tolerance)) {
      i = (index + 1) * width - 1;
      continue;
    }
    largest = Math.max(largest, distanceOf(x, y));
    if (index === last) continue;
    last = index;
    if (differing++ === 0) first = index;
  }
  return summary({ differing, first, largest }, a.length / width, b.length / width);
}

/** Returns whether the quaternions at `at` are q and q, or q and -q. */
function sameRotation(a: Reals, b: Reals, at: number, tolerance: Tolerance): boolean {
  let same = true;
  let opposite = true;
  for (let i = at; i < at + 4; i++) {
    same &&= sameFloat(a[i], b[i], tolerance);
    // Adding 0 removes the sign of a zero: -0 and 0 are not opposites.
    opposite &&= sameFloat(a[i] + 0, 0 - b[i], tolerance);
  }
  return same || opposite;
}

function compareIntegers(a: NumericArray, b: NumericArray, width: number): ElementsDifference | undefined {
  const common = Math.min(a.length, b.length);
  let differing = 0;
  let first = -1;
  let last = -1;
  let largest = 0;
  for (let i = 0; i < common; i++) {
    if (a[i] === b[i] || String(a[i]) === String(b[i])) continue;
    largest = Math.max(
      largest,
      isBig(a) && isBig(b) ? bigDistance(a[i], b[i]) : distanceOf(Number(a[i]), Number(b[i])),
    );
    const index = Math.floor(i / width);
    if (index === last) continue;
    last = index;
    if (differing++ === 0) first = index;
  }
  return summary({ differing, first, largest }, a.length / width, b.length / width);
}

function bigDistance(a: bigint, b: bigint): number {
  return Number(a > b ? a - b : b - a);
}

/** The result of a walk over the common elements. */
interface Found {
  readonly differing: number;
  /** Index of the first element that differs, -1 if all are equal. */
  readonly first: number;
  /** The largest distance between two numbers. */
  readonly largest?: number;
}

/** `before` and `after` are numbers of elements. */
function summary({ differing, first, largest }: Found, before: number, after: number): ElementsDifference | undefined {
  const extra = Math.abs(before - after);
  if (differing + extra === 0) return undefined;
  const count = Math.max(before, after);
  const found = { differing: differing + extra, count, first: differing === 0 ? Math.min(before, after) : first };
  return largest === undefined || differing === 0 ? found : { ...found, largest };
}
