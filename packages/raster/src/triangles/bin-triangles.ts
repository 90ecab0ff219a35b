import { BLOCK, clearBlock, noteRows, NO_BANDS } from "../bands/bins.ts";
import { GUARD, SUBPIXEL, SUBPIXEL_BITS, counters } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { handedness, multiplyAffine } from "../prepare/affine.ts";
import type { Affine, MeshDraw } from "../prepare/scene-data.ts";
import { Clipper } from "./clip-triangle.ts";
import { greatest, least } from "./least-and-greatest.ts";

const HALF = SUBPIXEL / 2;
/** More than any coordinate of a corner. */
const MOST = GUARD * SUBPIXEL + 1;
/** Triangles that one call bins. */
const AT_ONCE = 256;

/** Bins a block of triangles by the bands that they touch, without those that are culled. */
export function binTriangles(frame: Frame, block: number): void {
  const { draws, parts, triangles } = frame.scene.meshes;
  clearBlock(frame.triangleBins, frame.layout, block);
  const [from, to] = [block * BLOCK, Math.min(triangles, (block + 1) * BLOCK)];
  let drawn = 0;
  const clipper = new Clipper(frame.camera);
  for (let i = drawOfTriangle(draws, from); i < draws.length && draws[i].triangleBase < to; i++) {
    const { triangleBase, part } = draws[i];
    const first = Math.max(from, triangleBase) - triangleBase;
    const last = Math.min(to - triangleBase, parts[part].triangles);
    const toCamera = multiplyAffine(draws[i].toWorld, frame.camera.view);
    for (let start = first; start < last; start += AT_ONCE) {
      drawn += binRange(frame, draws[i], [start, Math.min(last, start + AT_ONCE)], { toCamera, clipper });
    }
  }
  Atomics.add(frame.counters, counters.trianglesDrawn, drawn);
}

/** Returns the last non-empty draw that starts at or before a triangle. */
export function drawOfTriangle(draws: readonly MeshDraw[], triangle: number): number {
  let [low, high] = [0, draws.length];
  while (low + 1 < high) {
    const mid = (low + high) >> 1;
    if (draws[mid].triangleBase <= triangle) low = mid;
    else high = mid;
  }
  return low;
}

/** Bins triangles of a draw. Called for few at once: engines optimize functions that are called often sooner than long loops. */
function binRange(
  frame: Frame,
  draw: MeshDraw,
  [first, last]: readonly [first: number, last: number],
  { toCamera, clipper }: { readonly toCamera: Affine; readonly clipper: Clipper },
): number {
  const { meshes } = frame.scene;
  const { vertices, triangleBins: bins, layout } = frame;
  const { fineWidth, fineHeight } = layout;
  const part = meshes.parts[draw.part];
  const { indices } = meshes;
  const isDoubleSided = meshes.materials[draw.material].doubleSided;
  const isMirrored = handedness(toCamera) < 0;
  // A triangle's first number in `indices` to its first in `vertices`.
  const shift = draw.vertexBase - part.firstVertex;
  let [drawn, nonFinite] = [0, 0];
  for (let i = first; i < last; i++) {
    const triangle = draw.triangleBase + i;
    const place = 3 * (part.firstTriangle + i);
    const a = 3 * (indices[place] + shift);
    const b = 3 * (indices[place + 1] + shift);
    const c = 3 * (indices[place + 2] + shift);
    const x0 = vertices[a];
    const x1 = vertices[b];
    const x2 = vertices[c];
    bins.spans[triangle] = NO_BANDS;
    let left: number;
    let right: number;
    let top: number;
    let bottom: number;
    const sum = x0 + x1 + x2;
    // Not NaN: no corner needs clipping.
    if (sum === sum) {
      const y0 = vertices[a + 1];
      const y1 = vertices[b + 1];
      const y2 = vertices[c + 1];
      // Rows count downwards, so counter-clockwise triangles have a negative area.
      const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
      if (area === 0 || (!isDoubleSided && area > 0 !== isMirrored)) continue;
      // Integers, whose least and greatest need no branches: those of a million triangles cannot be predicted.
      const [u0, u1, u2] = [x0 | 0, x1 | 0, x2 | 0];
      const [v0, v1, v2] = [y0 | 0, y1 | 0, y2 | 0];
      left = least(least(u0, u1), u2);
      right = greatest(greatest(u0, u1), u2);
      top = least(least(v0, v1), v2);
      bottom = greatest(greatest(v0, v1), v2);
    } else {
      if (!clipper.setCorners(meshes.positions, indices, part.firstTriangle + i, toCamera)) {
        nonFinite++;
        continue;
      }
      const facing = clipper.facing();
      if (facing === 0 || (!isDoubleSided && facing < 0 !== isMirrored)) continue;
      const corners = clipper.clip();
      // Nothing is left of it.
      if (corners === 0) continue;
      [left, right, top, bottom] = [MOST, -MOST, MOST, -MOST];
      for (let corner = 0; corner < corners; corner++) {
        const [u, v] = [clipper.projected[3 * corner] | 0, clipper.projected[3 * corner + 1] | 0];
        left = least(left, u);
        right = greatest(right, u);
        top = least(top, v);
        bottom = greatest(bottom, v);
      }
    }
    // The columns and rows of the sample centres that it may cover.
    const firstColumn = Math.max(0, (left + HALF - 1) >> SUBPIXEL_BITS);
    const lastColumn = Math.min(fineWidth - 1, (right - HALF) >> SUBPIXEL_BITS);
    const firstRow = Math.max(0, (top + HALF - 1) >> SUBPIXEL_BITS);
    const lastRow = Math.min(fineHeight - 1, (bottom - HALF) >> SUBPIXEL_BITS);
    if (firstColumn > lastColumn || firstRow > lastRow) continue;
    noteRows(bins, layout, triangle, firstRow, lastRow);
    drawn++;
  }
  if (nonFinite > 0) Atomics.add(frame.counters, counters.nonFiniteTriangles, nonFinite);
  return drawn;
}
