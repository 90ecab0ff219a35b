import { SPLAT_STRIDE } from "../bands/frame.ts";
import { nearExp } from "./gauss.ts";
import { U, V, TALL, SLOPE, STEEP, REACH, OPACITY, RED, GREEN, BLUE, DISTANCE } from "./splat-record.ts";

/** Maximum opacity of a splat, and the transmittance at which a sample counts as opaque (Kerbl et al. 2023). */
export const MAX_ALPHA = 0.99;
export const FULL = 1e-4;

/** Samples of a tile of the image. */
export interface BlendTile {
  /** Of the image. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Four values per sample: red, green and blue so far, and the transmittance. */
  readonly light: Float64Array;
}

/** Entries of a list of splats, and when to stop. */
export interface BlendRange {
  readonly from: number;
  readonly to: number;
  /** Number of samples that are not opaque yet; blending stops at 0. */
  readonly open: number;
  /** By sample, the distance of the opaque surface; null if nothing is hidden. */
  readonly distances: Float64Array | null;
}

/**
 * Blends splats of a list, nearest first, over the light of a tile.
 *
 * @returns How many samples became opaque.
 */
export function blendSplats(
  { left, top, width, height, light }: BlendTile,
  splats: Float32Array,
  list: Uint32Array,
  { from, to, open, distances }: BlendRange,
): number {
  const right = left + width - 1;
  const bottom = top + height - 1;
  let full = 0;
  for (let entry = from; entry < to && full < open; entry++) {
    const at = SPLAT_STRIDE * list[entry];
    const u = splats[at + U];
    const v = splats[at + V];
    const tall = splats[at + TALL];
    const slope = splats[at + SLOPE];
    const steep = splats[at + STEEP];
    const reach = splats[at + REACH];
    const opacity = splats[at + OPACITY];
    const red = splats[at + RED];
    const green = splats[at + GREEN];
    const blue = splats[at + BLUE];
    const distance = splats[at + DISTANCE];
    const halfHeight = Math.sqrt(reach / tall);
    const narrow = 1 / steep;
    const fall = nearExp(-steep);
    const first = Math.max(top, Math.ceil(v - halfHeight - 0.5));
    const last = Math.min(bottom, Math.floor(v + halfHeight - 0.5));
    for (let y = first; y <= last; y++) {
      const dy = y + 0.5 - v;
      const used = dy * dy * tall;
      const rest = reach - used;
      if (!(rest > 0)) continue;
      // The ellipse's columns in this row.
      const half = Math.sqrt(rest * narrow);
      const centre = u + slope * dy - 0.5;
      const start = Math.max(left, Math.ceil(centre - half));
      const end = Math.min(right, Math.floor(centre + half));
      if (start > end) continue;
      const dx = start - centre;
      // From one sample to the next the value falls by a factor that itself falls by a constant one.
      let alpha = opacity * nearExp(-0.5 * (used + steep * dx * dx));
      let factor = nearExp(-steep * (dx + 0.5));
      const row = (y - top) * width - left;
      for (let i = row + start, stop = row + end; i <= stop; i++) {
        const through = light[4 * i + 3];
        if (through > FULL && (distances === null || distance < distances[i])) {
          const part = (alpha < MAX_ALPHA ? alpha : MAX_ALPHA) * through;
          light[4 * i] += part * red;
          light[4 * i + 1] += part * green;
          light[4 * i + 2] += part * blue;
          const less = through - part;
          light[4 * i + 3] = less;
          if (less <= FULL) full++;
        }
        alpha *= factor;
        factor *= fall;
      }
    }
  }
  return full;
}
