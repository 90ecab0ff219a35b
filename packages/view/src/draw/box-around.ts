/** Boxes around prims. */
import type { Box } from "@usdkit/raster";

export const emptyBox: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/** Returns the box around a prim and those below it, of all boxes if it is null; empty if there is none. */
export function boxAround(boxes: Iterable<readonly [path: string, box: Box]>, selected: string | null): Box {
  const [lower, upper] = [emptyBox.slice(0, 3), emptyBox.slice(3)];
  const below = selected === "/" || selected === null ? "/" : `${selected}/`;
  for (const [path, box] of boxes) {
    if (path !== selected && !path.startsWith(below)) continue;
    for (let k = 0; k < 3; k++) {
      lower[k] = Math.min(lower[k], box[k]);
      upper[k] = Math.max(upper[k], box[3 + k]);
    }
  }
  return [...lower, ...upper] as unknown as Box;
}
