import { NOTHING } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import type { Surface } from "../triangles/surface.ts";
import { paintPoint } from "./paint-point.ts";
import { measureDistances, paintPixels } from "./paint-pixels.ts";
import type { DistanceRange, Tile } from "./tile.ts";

interface PixelPainter {
  readonly frame: Frame;
  readonly surface: Surface;
}

/** Writes the colors and distances of the opaque surfaces to a tile. */
export function paintSurfaces({ frame, surface }: PixelPainter, target: FillTarget, tile: Tile): DistanceRange {
  const { triangles } = frame.scene.meshes;
  const { left, top, width, height, colors, normals, distances } = tile;
  if (frame.look !== null && frame.layout.side > 1) {
    paintPixels({ frame, surface }, target, tile);
    return measureDistances({ frame }, target, tile);
  }
  const { isPerspective } = frame.camera;
  const { ids, inverseDepths } = target;
  const run = { x: 0.5, y: 0.5, step: 1, count: 0 };
  const out = { colors, normals, alphas: null, start: 0 };
  let nearest = Infinity;
  let farthest = -Infinity;
  for (let row = 0; row < height; row++) {
    const start = (top + row - target.origin) * target.width + left;
    for (let x = 0; x < width;) {
      const id = ids[start + x];
      let end = x + 1;
      while (end < width && ids[start + end] === id) end++;
      for (let i = x; i < end; i++) {
        const q = inverseDepths[start + i];
        // Samples without a surface have −Infinity.
        const distance = id === NOTHING ? Infinity : isPerspective ? 1 / q : -q;
        distances[row * width + i] = distance;
        if (distance < nearest) nearest = distance;
        if (distance > farthest) farthest = distance;
      }
      const place = 3 * (row * width + x);
      if (id < triangles) {
        run.x = left + x + 0.5;
        run.y = top + row + 0.5;
        run.count = end - x;
        out.start = place;
        surface.paintRun(id, run, out);
      } else if (id !== NOTHING) paintPoint(frame, id - triangles, tile, { from: place, to: place + 3 * (end - x) });
      x = end;
    }
  }
  return { nearest, farthest };
}
