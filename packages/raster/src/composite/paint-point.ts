import { decodeSrgb, encodeSrgb } from "@usdkit/base/math";
import { pointStride, type Frame } from "../bands/frame.ts";
import { invertAffine, lengthOf } from "../prepare/affine.ts";
import { cloudDrawOf } from "../prepare/cloud-draw.ts";
import type { Tile } from "./tile.ts";

/** Paints samples that show a point of a point cloud, or a line. */
export function paintPoint(
  frame: Frame,
  point: number,
  { colors, normals, left, top, width }: Tile,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const { scene, camera } = frame;
  const { draws, colors: bytes, ends } = scene.points;
  const draw = cloudDrawOf(draws, point);
  const source = 3 * (draw.first + point - draw.base);
  // It faces the camera: its normal is the camera's +z in world space.
  const back = invertAffine(camera.view)?.slice(6, 9) ?? [0, 0, 0];
  const scale = 1 / lengthOf(back[0], back[1], back[2]);
  for (let out = from; out < to; out += 3) {
    const sample = out / 3;
    const row = Math.floor(sample / width);
    const share = draw.isLines ? shareOfLine(frame, point, left + (sample - row * width) + 0.5, top + row + 0.5) : 0;
    for (let k = 0; k < 3; k++) {
      const begin = bytes[source + k] / 255;
      colors[out + k] = share === 0 ? begin : mixed(begin, ends.colors[source + k] / 255, share);
      if (normals !== null) normals[out + k] = back[k] * scale;
    }
  }
}

function mixed(a: number, b: number, share: number): number {
  return a === b ? a : encodeSrgb((1 - share) * decodeSrgb(a) + share * decodeSrgb(b));
}

/** Returns how far along a line a sample is, from 0 to 1, in the space of the scene. */
function shareOfLine({ points, camera, scene }: Frame, line: number, x: number, y: number): number {
  const at = pointStride(scene.points) * line;
  const spanX = points[at + 3] - points[at];
  const spanY = points[at + 4] - points[at + 1];
  const square = spanX * spanX + spanY * spanY;
  const along = ((x - points[at]) * spanX + (y - points[at + 1]) * spanY) / square;
  const t = along > 0 ? Math.min(1, along) : 0;
  const near = camera.isPerspective ? (1 - t) * points[at + 2] : 1 - t;
  const far = camera.isPerspective ? t * points[at + 5] : t;
  return (near * points[at + 6] + far * points[at + 7]) / (near + far);
}
