/** Attributes of vertices. */
import { elementCount, floatsOf, type AccessorValues } from "@usdkit/assets/gltf";
import type { CustomAttribute, Influences } from "../model/mesh.ts";

/** Returns the name of a set of texture coordinates in USD. */
export function texCoordName(set: number): string {
  return set === 0 ? "st" : `st${set}`;
}

/** Returns texture coordinates with (0, 0) at the lower left; glTF has it at the upper left. */
export function flipped(values: Float32Array): Float32Array {
  const turned = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 2) {
    turned[i] = values[i];
    turned[i + 1] = 1 - values[i + 1];
  }
  return turned;
}

/** Returns RGB or RGBA as colors and opacities. */
export function colorsOf(values: AccessorValues): { colors: Float32Array; opacities: Float32Array | null } {
  const floats = floatsOf(values);
  if (values.size === 3) return { colors: floats, opacities: null };
  const count = elementCount(values);
  const colors = new Float32Array(3 * count);
  const opacities = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) colors[3 * i + c] = floats[4 * i + c];
    opacities[i] = floats[4 * i + 3];
  }
  return { colors, opacities };
}

/** Returns the numbers of an attribute of an application: integers stay integers. */
export function customValues(values: AccessorValues): CustomAttribute {
  const { array, size, normalized } = values;
  if (array instanceof Float32Array || normalized) return { values: floatsOf(values), size };
  return { values: Int32Array.from(array), size };
}

/** A set of four joints a vertex. */
export interface InfluenceSet {
  readonly joints: AccessorValues;
  readonly weights: AccessorValues;
}

/**
 * Returns the influences of all sets. Weights are made to add up to 1, as glTF requires them to be; a vertex without weights is moved by the
 * first joint. Influences of joints that do not exist are dropped and counted.
 */
export function influencesOf(
  sets: readonly InfluenceSet[],
  vertices: number,
  jointCount: number,
): { influences: Influences; outOfRange: number } {
  const perVertex = 4 * sets.length;
  const joints = new Uint16Array(perVertex * vertices);
  const weights = new Float32Array(perVertex * vertices);
  let outOfRange = 0;
  for (const [s, set] of sets.entries()) {
    const { array } = set.joints;
    const floats = floatsOf(set.weights);
    for (let i = 0; i < vertices; i++) {
      for (let k = 0; k < 4; k++) {
        const weight = floats[4 * i + k];
        if (!(weight > 0)) continue;
        const joint = array[4 * i + k];
        if (joint >= jointCount) {
          outOfRange++;
          continue;
        }
        joints[perVertex * i + 4 * s + k] = joint;
        weights[perVertex * i + 4 * s + k] = weight;
      }
    }
  }
  normalizeWeights(weights, perVertex);
  return { influences: { joints, weights, perVertex }, outOfRange };
}

function normalizeWeights(weights: Float32Array, perVertex: number): void {
  for (let i = 0; i < weights.length; i += perVertex) {
    let sum = 0;
    for (let k = 0; k < perVertex; k++) sum += weights[i + k];
    if (sum === 0) weights[i] = 1;
    // Sums of floats are off by some units of the last place.
    else if (Math.abs(sum - 1) > 2e-7 * perVertex) for (let k = 0; k < perVertex; k++) weights[i + k] /= sum;
  }
}
