/** Draws the box around prims. */
import type { Box, CameraPose } from "@usdkit/raster";
import { drawLines, type LineCamera, type LineTarget } from "./draw-lines.ts";
import { boxAround } from "./box-around.ts";

/** Pairs of corners, whose bits are the sides of x, y and z. */
const EDGES = Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7);

/** Draws the edges of the box around a prim and those below it; around everything if `selected` is null. */
export function drawBox(
  target: Omit<LineTarget, "depth">,
  boxes: ReadonlyMap<string, Box>,
  {
    selected,
    pose,
    color,
  }: {
    readonly selected: string | null;
    readonly pose: CameraPose;
    readonly color: readonly [number, number, number];
  },
): void {
  const box = boxAround(boxes, selected);
  if (!(box[0] <= box[3])) return;
  const positions = new Float32Array(24);
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) positions[3 * corner + k] = box[((corner >> k) & 1) * 3 + k];
  }
  drawLines({ ...target, depth: undefined }, { positions, edges: EDGES }, pose as LineCamera, color);
}
