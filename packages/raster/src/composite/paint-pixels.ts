/** Opaque surfaces of a tile in the full look with several samples a pixel: each surface is shaded once a pixel. */
import { NOTHING } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import type { PaintTarget } from "../triangles/paint-run.ts";
import type { Surface } from "../triangles/surface.ts";
import { paintPoint } from "./paint-point.ts";
import type { DistanceRange, Tile } from "./tile.ts";

interface PixelPainter {
  readonly frame: Frame;
  readonly surface: Surface;
}

/** One thread's work on a tile. */
interface PixelTile {
  readonly painter: PixelPainter;
  readonly target: FillTarget;
  readonly tile: Tile;
  readonly out: PaintTarget;
}

/** See `paintSurfaces`. A surface is shaded at the mean of its samples, which is inside of it. */
export function paintPixels(painter: PixelPainter, target: FillTarget, tile: Tile): void {
  const { frame } = painter;
  const { left, top, width, height, normals } = tile;
  const { side } = frame.layout;
  const { ids, width: stride, origin } = target;
  const columns = width / side;
  const out: PaintTarget = {
    colors: new Float64Array(3 * columns),
    normals: normals === null ? null : new Float32Array(3 * columns),
    alphas: null,
    start: 0,
  };
  const work = { painter, target, tile, out };
  for (let row = 0; row < height; row += side) {
    const start = (top + row - origin) * stride + left;
    for (let column = 0; column < columns;) {
      const id = ids[start + column * side];
      const isWhole = isUniform(ids, start + column * side, side, stride);
      if (!isWhole) {
        paintMixed(work, row, column++);
        continue;
      }
      let end = column + 1;
      while (end < columns && ids[start + end * side] === id && isUniform(ids, start + end * side, side, stride)) end++;
      paintWhole(work, row, { id, column, end });
      column = end;
    }
  }
}

function isUniform(ids: Uint32Array, at: number, side: number, stride: number): boolean {
  const id = ids[at];
  if (side === 2) return ids[at + 1] === id && ids[at + stride] === id && ids[at + stride + 1] === id;
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) if (ids[at + y * stride + x] !== id) return false;
  return true;
}

/** Pixels whose samples all show one surface. */
function paintWhole(
  { painter: { frame, surface }, tile, out }: PixelTile,
  row: number,
  { id, column, end }: { readonly id: number; readonly column: number; readonly end: number },
): void {
  if (id === NOTHING) return;
  const { left, top, width, colors, normals } = tile;
  const { side } = frame.layout;
  const isPoint = id >= frame.scene.meshes.triangles;
  const half = side / 2;
  if (!isPoint) {
    const run = { x: left + column * side + half, y: top + row + half, step: side, count: end - column };
    surface.paintRun(id, run, out);
  }
  for (let i = column; i < end; i++) {
    const from = 3 * (i - column);
    for (let y = 0; y < side; y++) {
      const first = 3 * ((row + y) * width + i * side);
      if (isPoint) {
        paintPoint(frame, id - frame.scene.meshes.triangles, tile, { from: first, to: first + 3 * side });
        continue;
      }
      for (let to = first; to < first + 3 * side; to += 3) {
        for (let c = 0; c < 3; c++) {
          colors[to + c] = out.colors[from + c];
          if (normals !== null && out.normals !== null) normals[to + c] = out.normals[from + c];
        }
      }
    }
  }
}

/** A pixel with an edge in it. */
function paintMixed({ painter: { frame, surface }, target, tile, out }: PixelTile, row: number, column: number): void {
  const { left, top, width, colors, normals } = tile;
  const { triangles } = frame.scene.meshes;
  const { side } = frame.layout;
  const { ids, width: stride, origin } = target;
  const x = column * side;
  const start = (top + row - origin) * stride + left + x;
  for (let k = 0; k < side * side; k++) {
    const id = ids[start + ((k / side) | 0) * stride + (k % side)];
    if (id === NOTHING) continue;
    const to = 3 * ((row + ((k / side) | 0)) * width + x + (k % side));
    if (id >= triangles) {
      paintPoint(frame, id - triangles, tile, { from: to, to: to + 3 });
      continue;
    }
    let [first, sumX, sumY, count] = [-1, 0, 0, 0];
    for (let j = 0; j < side * side; j++) {
      if (ids[start + ((j / side) | 0) * stride + (j % side)] !== id) continue;
      if (first < 0) first = j;
      sumX += j % side;
      sumY += (j / side) | 0;
      count++;
    }
    if (first === k) {
      const run = { x: left + x + 0.5 + sumX / count, y: top + row + 0.5 + sumY / count, step: side, count: 1 };
      surface.paintRun(id, run, out);
    }
    const source = first === k ? 0 : 3 * ((row + ((first / side) | 0)) * width + x + (first % side));
    const [fromColors, fromNormals] = first === k ? [out.colors, out.normals] : [colors, normals];
    for (let c = 0; c < 3; c++) {
      colors[to + c] = fromColors[source + c];
      if (normals !== null && fromNormals !== null) normals[to + c] = fromNormals[source + c];
    }
  }
}

/** Fills the distances of a tile, and returns their range. */
export function measureDistances(
  { frame }: Pick<PixelPainter, "frame">,
  target: FillTarget,
  tile: Tile,
): DistanceRange {
  const { left, top, width, height, distances } = tile;
  const { isPerspective } = frame.camera;
  const { ids, inverseDepths, width: stride, origin } = target;
  let nearest = Infinity;
  let farthest = -Infinity;
  for (let row = 0; row < height; row++) {
    const start = (top + row - origin) * stride + left;
    for (let x = 0; x < width; x++) {
      const q = inverseDepths[start + x];
      const distance = ids[start + x] === NOTHING ? Infinity : isPerspective ? 1 / q : -q;
      distances[row * width + x] = distance;
      if (distance < nearest) nearest = distance;
      if (distance > farthest) farthest = distance;
    }
  }
  return { nearest, farthest };
}
