/**
 * Draws the triangles of a band in which many lie behind each other: front to back, without those that the surfaces before them hide.
 * The result is that of any order, since of surfaces at one depth the first one of the scene is drawn.
 */
import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import { counters } from "../bands/frame.ts";
import { fillCovered, type BandDrawing } from "./fill-covered.ts";
import { HiddenTiles } from "./hidden-tiles.ts";
import type { TriangleFiller } from "./triangle-filler.ts";

/** Keys are rounded to floats. */
const ROUNDING = 2e-7;
/** Triangles between two updates of what is hidden, and samples tested between two pauses. */
const UPDATE_AFTER = 32;
const PAUSE_AFTER = 2_000_000;

/**
 * Draws opaque triangles; translucent ones are added to a list.
 *
 * @param count Of the list so far.
 * @returns The new number.
 */
export function* drawCrowded(
  { frame, surface, filler, memory }: BandDrawing,
  triangles: Uint32Array,
  translucent: Uint32Array,
  count: number,
): Generator<void, number> {
  const list = memory.words("crowded.list", triangles.length);
  const found = memory.words("crowded.triangles", triangles.length);
  const nearest = memory.doubles("crowded.nearest", triangles.length);
  const keys = memory.words("crowded.keys", triangles.length);
  let total = 0;
  let listed = count;
  for (const triangle of triangles) {
    const coverage = surface.coverageOf(triangle);
    if (coverage === "none") continue;
    if (coverage === "blend") {
      translucent[listed++] = triangle;
      continue;
    }
    list[total] = total;
    found[total] = triangle;
    nearest[total] = filler.nearest(triangle);
    keys[total] = keyOfFloat(-nearest[total]);
    total++;
  }
  sortByKey(keys, list, total, memory);
  const hidden = new HiddenTiles(filler.target);
  let [looked, since, tested] = [0, 0, 0];
  filler.target.settlesTies = true;
  for (let i = 0; i < total; i++) {
    const near = nearest[list[i]];
    // Those that follow are as far or farther, but for the rounding of their keys.
    if (near + Math.abs(near) * ROUNDING < hidden.floor) break;
    if (tested > frame.bandOverdraw) {
      Atomics.add(frame.counters, counters.overdrawLeftOut, total - i);
      break;
    }
    const triangle = found[list[i]];
    looked++;
    tested++;
    if (near === Infinity || !isHidden(filler, hidden, triangle, near)) {
      const cost = fillCovered(filler, surface, triangle, surface.coverageOf(triangle));
      looked += cost;
      tested += cost;
      if (++since >= UPDATE_AFTER || cost > filler.target.width) {
        hidden.update();
        since = 0;
      }
    }
    if (looked < PAUSE_AFTER) continue;
    looked = 0;
    yield;
  }
  filler.target.settlesTies = false;
  return listed;
}

function isHidden(filler: TriangleFiller, hidden: HiddenTiles, triangle: number, nearest: number): boolean {
  const [left, right] = filler.columns(triangle);
  return hidden.hides(nearest, left, right);
}
