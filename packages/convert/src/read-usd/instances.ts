/** Instances of PointInstancers. */
import type { RowMatrix } from "@usdkit/transforms";
import { matrixParts, type TransformParts } from "../model/transform-parts.ts";
import type { Instances } from "../model/scene.ts";

/** Returns matrices as the attributes of instances; undefined if one shears. */
export function instancesOf(matrices: readonly RowMatrix[]): Instances | undefined {
  const parts: TransformParts[] = [];
  for (const matrix of matrices) {
    const each = matrixParts(matrix);
    if (!each.isWhole) return undefined;
    parts.push(each);
  }
  const flat = (part: "translation" | "rotation" | "scale", neutral: readonly number[]): Float32Array | null => {
    const values = new Float32Array(neutral.length * parts.length);
    for (const [i, each] of parts.entries()) values.set(each[part], neutral.length * i);
    return values.every((value, i) => value === neutral[i % neutral.length]) ? null : values;
  };
  return {
    count: parts.length,
    translations: flat("translation", [0, 0, 0]),
    rotations: flat("rotation", [1, 0, 0, 0]),
    scales: flat("scale", [1, 1, 1]),
    custom: new Map(),
  };
}
