import type { Frame } from "../frame/frame.ts";
import { invertAffine, lengthOf } from "../prepare/affine.ts";
import type { Tile } from "./tile.ts";

/** Paints samples that show a point of a point cloud. */
export function paintPoint(
  { scene, camera }: Frame,
  point: number,
  { colors, normals }: Tile,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const { draws, colors: bytes } = scene.points;
  const draw = draws.findLast(({ base, count: all }) => base <= point && all > 0) ?? draws[0];
  const source = 3 * (draw.first + point - draw.base);
  // The square faces the camera: its normal is the camera's +z in world space.
  const back = invertAffine(camera.view)?.slice(6, 9) ?? [0, 0, 0];
  const scale = 1 / lengthOf(back[0], back[1], back[2]);
  for (let out = from; out < to; out += 3) {
    for (let k = 0; k < 3; k++) {
      colors[out + k] = bytes[source + k] / 255;
      if (normals !== null) normals[out + k] = back[k] * scale;
    }
  }
}
