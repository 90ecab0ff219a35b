import type { CloudDraw } from "./scene-data.ts";

/** Returns the last non-empty draw that starts at or before an element. */
export function cloudDrawOf<T extends CloudDraw>(draws: readonly T[], element: number): T {
  let [low, high] = [0, draws.length];
  while (low + 1 < high) {
    const mid = (low + high) >> 1;
    if (draws[mid].base <= element) low = mid;
    else high = mid;
  }
  return draws[low];
}
