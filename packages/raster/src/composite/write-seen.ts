/** Depth, prim and normal of the visible surface of each pixel. */
import { NOTHING } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { invertAffine } from "../prepare/affine.ts";
import { cloudDrawOf } from "../prepare/cloud-draw.ts";
import type { Affine } from "../prepare/scene-data.ts";
import type { Trace } from "../splats/blend-traced.ts";
import type { Surface } from "../triangles/surface.ts";
import type { BandWork } from "./band-work.ts";
import type { Tile } from "./tile.ts";

/** Fainter contributions do not change a byte, and do not count as visible. */
const MIN_STRENGTH = 1 / 255;

/**
 * A pixel shows the surface at which transmittance falls to one half, an opaque surface behind included; if more than half of
 * the background is visible, the surface with the largest contribution. With supersampling its central sample decides.
 */
export function writeSeen(work: BandWork, tile: Tile, trace: Trace): void {
  const { frame, surface } = work;
  const target = work.filler?.target ?? null;
  const { side, width: pixels } = frame.layout;
  const { left, top, width, height, distances } = tile;
  const { depth, primId, normal } = frame.outputs;
  const centre = side >> 1;
  const color = new Float64Array(3);
  for (let row = centre; row < height; row += side) {
    for (let x = centre; x < width; x += side) {
      const i = row * width + x;
      const pixel = Math.floor((top + row) / side) * pixels + Math.floor((left + x) / side);
      let id = trace.halves[i];
      let distance = trace.halfDistances[i];
      let isOpaque = false;
      if (id === NOTHING && target !== null && distances[i] < Infinity) {
        id = target.ids[(top + row - target.origin) * target.width + left + x];
        distance = distances[i];
        isOpaque = true;
      } else if (id === NOTHING && trace.strengths[i] >= MIN_STRENGTH) {
        id = trace.strongest[i];
        distance = trace.strongestDistances[i];
      }
      if (depth !== null) depth[pixel] = id === NOTHING ? Infinity : distance;
      if (primId !== null) primId[pixel] = id === NOTHING ? NOTHING : primOf(frame, trace, surface, id);
      if (normal === null) continue;
      if (id === NOTHING) normal.fill(0, 3 * pixel, 3 * pixel + 3);
      else if (isOpaque && tile.normals !== null) {
        for (let k = 0; k < 3; k++) normal[3 * pixel + k] = tile.normals[3 * i + k];
      } else if (id < trace.firstSplat) {
        const at = tile.normals?.subarray(3 * i, 3 * i + 3) ?? null;
        const run = { x: left + x + 0.5, y: top + row + 0.5, step: 1, count: 1 };
        surface.paintRun(id, run, { colors: color, normals: at, alphas: null, start: 0 });
        for (let k = 0; k < 3; k++) normal[3 * pixel + k] = at?.[k] ?? 0;
      } else splatNormal(frame, id - trace.firstSplat, normal, 3 * pixel);
    }
  }
}

function primOf({ scene }: Frame, { firstSplat }: Trace, surface: Surface, id: number): number {
  const { triangles } = scene.meshes;
  if (id < triangles) return surface.primOf(id);
  if (id < firstSplat) return cloudDrawOf(scene.points.draws, id - triangles).prim;
  return cloudDrawOf(scene.splats.draws, id - firstSplat).prim;
}

/** Along the splat's shortest axis, towards the camera. */
function splatNormal({ scene, splatNormals, camera }: Frame, splat: number, normal: Float32Array, place: number): void {
  const draw = cloudDrawOf(scene.splats.draws, splat);
  const source = 3 * (draw.first + splat - draw.base);
  if (splatNormals === null) return;
  const n = [splatNormals[source], splatNormals[source + 1], splatNormals[source + 2]];
  const inverse = invertAffine(draw.toWorld);
  if (inverse === undefined) return;
  // Normals go by the inverse transposed.
  const world = [0, 3, 6].map((row) => n[0] * inverse[row] + n[1] * inverse[row + 1] + n[2] * inverse[row + 2]);
  const p = scene.splats.positions;
  const place3 = [0, 1, 2].map(
    (k) =>
      p[source] * draw.toWorld[k] +
      p[source + 1] * draw.toWorld[3 + k] +
      p[source + 2] * draw.toWorld[6 + k] +
      draw.toWorld[9 + k],
  );
  const toCamera = towards(camera.view, camera.isPerspective, place3);
  const facing = world[0] * toCamera[0] + world[1] * toCamera[1] + world[2] * toCamera[2];
  const length = Math.sqrt(world[0] * world[0] + world[1] * world[1] + world[2] * world[2]);
  const scale = length > 0 ? (facing < 0 ? -1 : 1) / length : 0;
  for (let k = 0; k < 3; k++) normal[place + k] = world[k] * scale;
}

/** Returns the vector from a point in world space to the camera. */
function towards(view: Affine, isPerspective: boolean, place: readonly number[]): readonly number[] {
  const back = invertAffine(view) ?? [];
  // The camera's +z, or its position.
  if (!isPerspective) return [6, 7, 8].map((i) => back[i] ?? 0);
  return [9, 10, 11].map((i, k) => (back[i] ?? 0) - place[k]);
}
