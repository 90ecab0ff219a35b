/** Points that are moved to blend shapes. */
import type { BlendShape, WeightedShape } from "./skin.ts";

/** Weights closer than this are the same. */
const SAME_WEIGHT = 1e-6;

/** Offsets and how much of them is applied. */
interface AppliedShape {
  readonly shape: WeightedShape;
  readonly weight: number;
}

/**
 * Returns how much of the shapes is applied at a weight: of the two around it, or of the two at the end beyond it. At the weight 0 there is
 * a shape without offsets.
 */
function appliedShapes({ shapes }: Pick<BlendShape, "shapes">, weight: number): readonly AppliedShape[] {
  const last = shapes.at(-1);
  if (last === undefined) return [];
  if (shapes.length === 1) return [{ shape: last, weight }];
  const places = [...shapes, NOTHING].toSorted((a, b) => a.weight - b.weight);
  const above = places.findIndex((place) => place.weight > weight);
  const upper = above < 0 ? places.length - 1 : Math.max(1, above);
  const [low, high] = [places[upper - 1], places[upper]];
  const between = high.weight - low.weight;
  if (between <= SAME_WEIGHT) return [];
  const share = (weight - low.weight) / between;
  return [
    { shape: low, weight: 1 - share },
    { shape: high, weight: share },
  ].filter((each) => each.shape !== NOTHING && Math.abs(each.weight) > SAME_WEIGHT);
}

const NOTHING: WeightedShape = { weight: 0, offsets: new Float32Array(), normalOffsets: new Float32Array() };

/**
 * Adds the offsets of shapes to points.
 *
 * @param points flat; changed
 * @param weights of the shapes
 */
export function addPointOffsets(points: Float32Array, shapes: readonly BlendShape[], weights: ArrayLike<number>): void {
  for (const [i, blendShape] of shapes.entries()) {
    if (!Number.isFinite(weights[i])) continue;
    for (const { shape, weight } of appliedShapes(blendShape, weights[i])) {
      addOffsets(points, shape.offsets, blendShape.pointIndices, weight);
    }
  }
}

/** Adds the offsets of shapes to normals; these have any length then. */
export function addNormalOffsets(
  normals: Float32Array,
  shapes: readonly BlendShape[],
  weights: ArrayLike<number>,
): void {
  for (const [i, blendShape] of shapes.entries()) {
    if (!Number.isFinite(weights[i])) continue;
    for (const { shape, weight } of appliedShapes(blendShape, weights[i])) {
      addOffsets(normals, shape.normalOffsets, blendShape.pointIndices, weight);
    }
  }
}

function addOffsets(values: Float32Array, offsets: Float32Array, indices: Int32Array | null, weight: number): void {
  if (weight === 0) return;
  if (indices === null) {
    const length = Math.min(values.length, offsets.length);
    for (let i = 0; i < length; i++) values[i] += weight * offsets[i];
    return;
  }
  const count = Math.min(indices.length, Math.floor(offsets.length / 3));
  for (let i = 0; i < count; i++) {
    const at = 3 * indices[i];
    values[at] += weight * offsets[3 * i];
    values[at + 1] += weight * offsets[3 * i + 1];
    values[at + 2] += weight * offsets[3 * i + 2];
  }
}
