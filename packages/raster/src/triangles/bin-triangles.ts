import { BLOCK, clearBlock, noteRows, NO_BANDS } from "../bands/bins.ts";
import { SUBPIXEL, counters } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { handedness, multiplyAffine } from "../prepare/affine.ts";
import type { Affine, MeshDraw } from "../prepare/scene-data.ts";
import { Clipper } from "./clip-triangle.ts";

const HALF = SUBPIXEL / 2;
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
      left = Math.min(x0, x1, x2);
      right = Math.max(x0, x1, x2);
      top = Math.min(y0, y1, y2);
      bottom = Math.max(y0, y1, y2);
    } else {
      if (!clipper.setCorners(meshes.positions, indices, part.firstTriangle + i, toCamera)) {
        nonFinite++;
        continue;
      }
      const facing = clipper.facing();
      if (facing === 0 || (!isDoubleSided && facing < 0 !== isMirrored)) continue;
      [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let corner = clipper.clip() - 1; corner >= 0; corner--) {
        left = Math.min(left, clipper.projected[3 * corner]);
        right = Math.max(right, clipper.projected[3 * corner]);
        top = Math.min(top, clipper.projected[3 * corner + 1]);
        bottom = Math.max(bottom, clipper.projected[3 * corner + 1]);
      }
    }
    // The columns and rows of the sample centres that it may cover.
    const firstColumn = Math.max(0, Math.ceil((left - HALF) / SUBPIXEL));
    const lastColumn = Math.min(fineWidth - 1, Math.floor((right - HALF) / SUBPIXEL));
    const firstRow = Math.max(0, Math.ceil((top - HALF) / SUBPIXEL));
    const lastRow = Math.min(fineHeight - 1, Math.floor((bottom - HALF) / SUBPIXEL));
    if (firstColumn > lastColumn || firstRow > lastRow) continue;
    noteRows(bins, layout, triangle, firstRow, lastRow);
    drawn++;
  }
  if (nonFinite > 0) Atomics.add(frame.counters, counters.nonFiniteTriangles, nonFinite);
  return drawn;
}
