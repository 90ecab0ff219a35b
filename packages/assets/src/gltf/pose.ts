/**
 * Vertices in the rest pose: morph targets with the weights of the file, and skins with the transforms of their joints.
 * Animations are ignored.
 */
import { multiplyMatrices, rowMatrix, type RowMatrix } from "@usdkit/transforms";
import type { SkipCounter } from "../model/skip-counter.ts";
import { floatsOf } from "./accessor-floats.ts";
import type { Gltf, GltfPrimitive } from "./gltf-types.ts";
import type { DrawingNode } from "./plan-parts.ts";
import type { Accessors, VertexValues } from "./vertex-values.ts";

/** A primitive, the weights of its morph targets, and the values of its vertices. */
export interface MorphedPrimitive {
  readonly primitive: GltfPrimitive;
  readonly weights: readonly number[];
  readonly vertexValues: VertexValues;
}

/** Adds the morph targets to a copy; returns the array itself if none has a weight. */
export function morphed(
  base: Float32Array,
  name: "POSITION" | "NORMAL" | "TANGENT",
  { primitive: { targets }, weights, vertexValues }: MorphedPrimitive,
): Float32Array {
  let sum = base;
  for (const [i, target] of targets.entries()) {
    const weight = weights[i] ?? 0;
    const values = weight === 0 ? null : vertexValues(target[name], [3]);
    if (values === null) continue;
    if (sum === base) sum = base.slice();
    const offsets = floatsOf(values);
    for (let k = 0; k < sum.length; k++) sum[k] += weight * offsets[k];
  }
  return sum;
}

/** Returns the matrices of a skin's joints, from the mesh's bind space to the asset's. */
export function jointMatrices(
  { skins }: Gltf,
  { skin }: DrawingNode,
  matrices: readonly RowMatrix[],
  accessors: Accessors,
): readonly RowMatrix[] | null {
  if (skin === undefined) return null;
  const { joints, inverseBindMatrices } = skins[skin];
  const binds = inverseBindMatrices === undefined ? null : accessors[inverseBindMatrices];
  const floats = binds === null || binds === undefined ? null : floatsOf(binds);
  return joints.map((joint, i) => {
    if (floats === null || floats.length < 16 * (i + 1)) return matrices[joint];
    return multiplyMatrices(rowMatrix(floats.subarray(16 * i, 16 * (i + 1))), matrices[joint]);
  });
}

/** Returns the blended joint matrix per vertex: three rows of three numbers and the translation, flat length 12n. */
export function skinMatrices(
  { primitive: { attributes }, vertexValues }: Pick<MorphedPrimitive, "primitive" | "vertexValues">,
  vertexCount: number,
  joints: readonly RowMatrix[],
  skips: SkipCounter,
): Float64Array {
  const blended = new Float64Array(12 * vertexCount);
  const total = new Float64Array(vertexCount);
  let outOfRange = 0;
  for (let set = 0; ; set++) {
    const indices = vertexValues(attributes[`JOINTS_${set}`], [4]);
    const weightValues = vertexValues(attributes[`WEIGHTS_${set}`], [4]);
    if (indices === null || weightValues === null) break;
    const weights = floatsOf(weightValues);
    for (let k = 0; k < 4 * vertexCount; k++) {
      const weight = weights[k];
      if (!(weight > 0)) continue;
      const joint = joints[indices.array[k]];
      if (joint === undefined) {
        outOfRange++;
        continue;
      }
      const vertex = k >> 2;
      total[vertex] += weight;
      for (let row = 0; row < 4; row++) {
        for (let c = 0; c < 3; c++) blended[12 * vertex + 3 * row + c] += weight * joint[4 * row + c];
      }
    }
  }
  skips.add("jointOutOfRange", outOfRange);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    // Weights stored as bytes do not always sum up to one. A vertex without weights is not transformed.
    if (total[vertex] > 0) for (let k = 0; k < 12; k++) blended[12 * vertex + k] /= total[vertex];
    else blended.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 12 * vertex);
  }
  return blended;
}
