/** The extents of geometry, computed and as text. */
import { geometryExtent, numbersOf, type StageTime } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import type { StageRuleContext } from "../rule/stage-rule.ts";
import { meshArrays } from "./mesh-arrays.ts";

/** Returns the two corners of an extent at a time, that of the first sample without one; undefined if the prim has no points. */
export function computedExtent(
  { reader }: StageRuleContext,
  prim: CheckedPrim,
  time: StageTime | undefined,
): readonly number[] | undefined {
  if (prim.isA("Mesh")) {
    const positions = time === undefined ? meshArrays(prim).positions : (numbersOf(prim.value("points", time)) ?? []);
    return rangeOf(positions);
  }
  const node = reader.prim(prim.path);
  const range = node && geometryExtent(reader, node, time ?? -Number.MAX_VALUE);
  return range && [...range.minimum, ...range.maximum];
}

/** Returns the corners of the box around points; undefined without points. */
export function rangeOf(positions: ArrayLike<number>): readonly number[] | undefined {
  if (positions.length < 3) return undefined;
  const range = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis];
      if (value < range[axis]) range[axis] = value;
      if (value > range[axis + 3]) range[axis + 3] = value;
    }
  }
  return range;
}

/** Returns the text of an extent. */
export function cornersText(numbers: ArrayLike<number>): string {
  const text = (at: number): string => `(${[0, 1, 2].map((i) => shortest(numbers[at + i])).join(", ")})`;
  return `[${text(0)}, ${text(3)}]`;
}

/** Returns the fewest digits that read as the same float. */
function shortest(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace("Infinity", "inf").replace("NaN", "nan");
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === Math.fround(value)) return String(text);
  }
  return String(value);
}
