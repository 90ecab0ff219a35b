import * as frames from "../frame/frame.ts";
import type { Frame } from "../frame/frame.ts";
import { invertAffine, lengthOf } from "../prepare/affine.ts";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import type { BandWork } from "./band-work.ts";
import type { Tile } from "./tile.ts";

const { NOTHING } = frames;

/** Distances of what is opaque in a tile. */
export interface DistanceRange {
  readonly nearest: number;
  /** Infinite where a sample shows nothing. */
  readonly farthest: number;
}

/** Puts the color and the distance of what is in front into a tile. */
export function paintSurfaces({ frame, surface }: BandWork, target: FillTarget, tile: Tile): DistanceRange {
  const { triangles } = frame.scene.meshes;
  const { left, top, width, height, colors, normals, distances } = tile;
  const { isPerspective } = frame.camera;
  const { ids, inverseDepths } = target;
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
        // What shows nothing has −Infinity.
        const distance = id === NOTHING ? Infinity : isPerspective ? 1 / q : -q;
        distances[row * width + i] = distance;
        if (distance < nearest) nearest = distance;
        if (distance > farthest) farthest = distance;
      }
      const place = 3 * (row * width + x);
      if (id < triangles) {
        const run = { y: top + row, from: left + x, to: left + end };
        surface.paintRun(id, run, { colors, normals, alphas: null, start: place });
      } else if (id !== NOTHING) paintPoint(frame, id - triangles, tile, { from: place, to: place + 3 * (end - x) });
      x = end;
    }
  }
  return { nearest, farthest };
}

function paintPoint(
  { scene, camera }: Frame,
  point: number,
  { colors, normals }: Tile,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const { draws, colors: bytes } = scene.points;
  const draw = draws.findLast(({ base, count: all }) => base <= point && all > 0) ?? draws[0];
  const source = 3 * (draw.first + point - draw.base);
  // The camera's +z in the world, where the square faces.
  const back = invertAffine(camera.view)?.slice(6, 9) ?? [0, 0, 0];
  const scale = 1 / lengthOf(back[0], back[1], back[2]);
  for (let out = from; out < to; out += 3) {
    for (let k = 0; k < 3; k++) {
      colors[out + k] = bytes[source + k] / 255;
      if (normals !== null) normals[out + k] = back[k] * scale;
    }
  }
}
