/** Offsets between the times of layers. */
import type { LayerOffset } from "@usdkit/layer";

/** Leaves times as they are. */
export const noOffset: LayerOffset = { offset: 0, scale: 1 };

/** The reference compares offsets with this tolerance. */
const EPSILON = 1e-6;

/** Returns {@link noOffset} for an offset that changes no time: so it is compared without a look at its numbers. */
export function plainOffset(offset: LayerOffset): LayerOffset {
  return offset.offset === 0 && offset.scale === 1 ? noOffset : offset;
}

/** Returns the offset that applies `inner` first, then `outer`. */
export function composeOffsets(outer: LayerOffset, inner: LayerOffset): LayerOffset {
  if (inner === noOffset) return outer;
  if (outer === noOffset) return inner;
  return plainOffset({ offset: outer.scale * inner.offset + outer.offset, scale: outer.scale * inner.scale });
}

/** Returns the offset that maps times back. */
export function invertOffset({ offset, scale }: LayerOffset): LayerOffset {
  if (offset === 0 && scale === 1) return noOffset;
  const inverse = scale === 0 ? Number.POSITIVE_INFINITY : 1 / scale;
  return { offset: -offset * inverse, scale: inverse };
}

/** Whether an offset changes no time. */
export function isNoOffset({ offset, scale }: LayerOffset): boolean {
  return Math.abs(offset) < EPSILON && Math.abs(scale - 1) < EPSILON;
}

/** Whether two offsets are equal within the tolerance of the reference. */
export function sameOffset(a: LayerOffset, b: LayerOffset): boolean {
  return a === b || (Math.abs(a.offset - b.offset) < EPSILON && Math.abs(a.scale - b.scale) < EPSILON);
}

/** Whether an offset is finite, can be inverted and keeps the order of times. */
export function isUsableOffset({ offset, scale }: LayerOffset): boolean {
  return Number.isFinite(offset) && Number.isFinite(scale) && scale > 0 && Number.isFinite(1 / scale);
}
