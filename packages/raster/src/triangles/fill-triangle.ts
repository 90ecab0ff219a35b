import { SUBPIXEL, SUBPIXEL_BITS } from "../bands/frame.ts";
import { greatest, least } from "./least-and-greatest.ts";

const HALF = SUBPIXEL / 2;
/** For boxes wider than this, the covered columns of each row are computed first. */
const NARROW = 12;

/** The depth and id buffers of some rows of the image. */
export interface FillTarget {
  /** For each sample, row by row: the inverse depth of the nearest surface, and its id. */
  readonly inverseDepths: Float64Array;
  readonly ids: Uint32Array;
  /** Length of a row in the arrays. */
  readonly width: number;
  /** The part that is drawn to: the first column and row, and those after the last. `origin` is the first row of the arrays. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  readonly origin: number;
  /** True: samples in front of `inverseDepths` are listed below instead of drawn. */
  lists: boolean;
  /** True: of surfaces at one depth the lower id is drawn, in whatever order they come. */
  settlesTies: boolean;
  readonly listedPlaces: Uint32Array;
  readonly listedInverseDepths: Float64Array;
  listed: number;
}

/** Offsets of a triangle's corners in `vertices`, which has the format of `Frame.vertices`. */
export interface FillCorners {
  readonly vertices: Float64Array;
  a: number;
  b: number;
  c: number;
}

/**
 * Rasterizes a triangle: writes each sample whose centre is inside and that passes the depth test. A centre on a shared edge
 * belongs to one of the two triangles (top-left rule); corners are integers (subpixels), so edge functions are exact.
 *
 * @returns About how many samples were tested.
 */
export function fillTriangle(target: FillTarget, id: number, { vertices, a, b, c }: FillCorners): number {
  const x0 = vertices[a];
  const y0 = vertices[a + 1];
  const q0 = vertices[a + 2];
  const signedArea = (vertices[b] - x0) * (vertices[c + 1] - y0) - (vertices[c] - x0) * (vertices[b + 1] - y0);
  if (signedArea === 0) return 0;
  // Clockwise on the image.
  const second = signedArea > 0 ? b : c;
  const third = signedArea > 0 ? c : b;
  const area = Math.abs(signedArea);
  const x1 = vertices[second];
  const y1 = vertices[second + 1];
  const q1 = vertices[second + 2];
  const x2 = vertices[third];
  const y2 = vertices[third + 1];
  const q2 = vertices[third + 2];
  const { width, left, right, top, bottom, origin, inverseDepths, ids, lists, settlesTies } = target;
  const minX = Math.max(left, (least(least(x0 | 0, x1 | 0), x2 | 0) + HALF - 1) >> SUBPIXEL_BITS);
  const maxX = Math.min(right - 1, (greatest(greatest(x0 | 0, x1 | 0), x2 | 0) - HALF) >> SUBPIXEL_BITS);
  if (minX > maxX) return 1;
  const minY = Math.max(top, (least(least(y0 | 0, y1 | 0), y2 | 0) + HALF - 1) >> SUBPIXEL_BITS);
  const maxY = Math.min(bottom - 1, (greatest(greatest(y0 | 0, y1 | 0), y2 | 0) - HALF) >> SUBPIXEL_BITS);
  if (minY > maxY) return 1;
  // Edge functions grow inwards; these are their increments for a step to the right and down.
  const right0 = (y1 - y2) * SUBPIXEL;
  const right1 = (y2 - y0) * SUBPIXEL;
  const right2 = (y0 - y1) * SUBPIXEL;
  const down0 = (x2 - x1) * SUBPIXEL;
  const down1 = (x0 - x2) * SUBPIXEL;
  const down2 = (x1 - x0) * SUBPIXEL;
  // A centre on a left or top edge is inside.
  const least0 = right0 > 0 || (right0 === 0 && down0 > 0) ? 0 : 1;
  const least1 = right1 > 0 || (right1 === 0 && down1 > 0) ? 0 : 1;
  const least2 = right2 > 0 || (right2 === 0 && down2 > 0) ? 0 : 1;
  const px = minX * SUBPIXEL + HALF;
  const py = minY * SUBPIXEL + HALF;
  let row0 = (x2 - x1) * (py - y1) - (y2 - y1) * (px - x1);
  let row1 = (x0 - x2) * (py - y2) - (y0 - y2) * (px - x2);
  let row2 = (x1 - x0) * (py - y0) - (y1 - y0) * (px - x0);
  const inverse = 1 / area;
  const rightQ = (right0 * q0 + right1 * q1 + right2 * q2) * inverse;
  // Sample centres are inside of the rounded corners, so they may be slightly outside of the exact triangle.
  const farthest = Math.min(q0, q1, q2);
  const nearest = Math.max(q0, q1, q2);
  const isWide = maxX - minX > NARROW;
  for (let y = minY; y <= maxY; y++, row0 += down0, row1 += down1, row2 += down2) {
    let from = 0;
    let to = maxX - minX;
    if (isWide) {
      // One more on each side: the division is rounded, the comparison below is not.
      if (right0 > 0) from = Math.max(from, Math.floor((least0 - row0) / right0) - 1);
      else if (right0 < 0) to = Math.min(to, Math.ceil((least0 - row0) / right0) + 1);
      if (right1 > 0) from = Math.max(from, Math.floor((least1 - row1) / right1) - 1);
      else if (right1 < 0) to = Math.min(to, Math.ceil((least1 - row1) / right1) + 1);
      if (right2 > 0) from = Math.max(from, Math.floor((least2 - row2) / right2) - 1);
      else if (right2 < 0) to = Math.min(to, Math.ceil((least2 - row2) / right2) + 1);
    }
    let w0 = row0 + from * right0;
    let w1 = row1 + from * right1;
    let w2 = row2 + from * right2;
    const start = (row0 * q0 + row1 * q1 + row2 * q2) * inverse;
    const rowStart = (y - origin) * width + minX;
    for (let i = from; i <= to; i++, w0 += right0, w1 += right1, w2 += right2) {
      if (w0 < least0 || w1 < least1 || w2 < least2) continue;
      let q = start + i * rightQ;
      if (q < farthest) q = farthest;
      else if (q > nearest) q = nearest;
      const place = rowStart + i;
      if (q <= inverseDepths[place] && !(settlesTies && q === inverseDepths[place] && id < ids[place])) continue;
      if (lists) {
        target.listedPlaces[target.listed] = place;
        target.listedInverseDepths[target.listed++] = q;
      } else {
        inverseDepths[place] = q;
        ids[place] = id;
      }
    }
  }
  return (maxX - minX + 1) * (maxY - minY + 1);
}
