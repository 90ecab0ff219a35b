/** Renders bands of the images that are seen through transmitting surfaces. */
import type { ThreadMemory } from "../bands/thread-memory.ts";
import { NOTHING } from "../bands/frame.ts";
import type { Backdrops, Frame, GroupLists } from "../bands/frame.ts";
import type { Backdrop } from "../light/backdrop.ts";
import { decodeSrgb } from "@usdkit/base/math";
import { bandTarget, drawBand } from "../triangles/draw-band.ts";
import { TriangleFiller } from "../triangles/triangle-filler.ts";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import { Surface } from "../triangles/surface.ts";
import { paintSurfaces } from "./paint-surfaces.ts";
import { openTile, type Tile } from "./tile.ts";

/** Renders the opaque surfaces of a band to a backdrop; for `behind` also the back faces of transmitting ones. */
export function* renderBackdrop(
  frame: Frame,
  lists: GroupLists,
  { band, name }: { readonly band: number; readonly name: keyof Backdrops },
  memory: ThreadMemory,
): Generator<void> {
  const { backdrops = null } = frame.look ?? {};
  const backdrop = backdrops?.[name] ?? null;
  if (backdrops === null || backdrop === null) return;
  const filler = new TriangleFiller(frame, bandTarget(frame, band, memory));
  const surface = new Surface(frame, { name, backdrop: name === "behind" ? backdrops.opaque : null });
  yield* drawBand({ frame, surface, filler, memory }, lists, band);
  for (let column = 0; column < frame.layout.columns; column++) {
    const tile = openTile(frame, band, column, memory);
    paintSurfaces({ frame, surface }, filler.target, tile);
    writeBackdrop(frame, tile, filler.target, backdrop);
    yield;
  }
}

/** Writes the means of the samples of each pixel. */
function writeBackdrop(
  { layout: { side }, background }: Frame,
  { left, top, width, height, colors }: Tile,
  { ids, width: stride, origin }: FillTarget,
  { levels, texels }: Backdrop,
): void {
  const empty = Float64Array.from({ length: 3 }, (_, k) => background[3] * decodeSrgb(background[k]));
  const scale = 1 / (side * side);
  for (let row = 0; row < height; row += side) {
    for (let x = 0; x < width; x += side) {
      let [r, g, b, a] = [0, 0, 0, 0];
      for (let k = 0; k < side * side; k++) {
        const dy = row + ((k / side) | 0);
        const dx = x + (k % side);
        if (ids[(top + dy - origin) * stride + left + dx] === NOTHING) {
          r += empty[0];
          g += empty[1];
          b += empty[2];
          a += background[3];
          continue;
        }
        const at = 3 * (dy * width + dx);
        r += colors[at];
        g += colors[at + 1];
        b += colors[at + 2];
        a += 1;
      }
      const to = 4 * (((top + row) / side) * levels[0].width + (left + x) / side);
      texels[to] = r * scale;
      texels[to + 1] = g * scale;
      texels[to + 2] = b * scale;
      texels[to + 3] = a * scale;
    }
  }
}
