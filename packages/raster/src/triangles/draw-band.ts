/** Rasterizes a band: the nearest opaque surface of each sample. */
import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import { NOTHING } from "../bands/frame.ts";
import type { Frame, GroupLists } from "../bands/frame.ts";
import { drawCrowded } from "./draw-crowded.ts";
import { drawPoints } from "./draw-points.ts";
import { fillCovered, type BandDrawing } from "./fill-covered.ts";
import type { FillTarget } from "./fill-triangle.ts";

/** Samples tested between two pauses. */
const PAUSE_AFTER = 2_000_000;
/** How often the samples of a band are tested on average before the rest is drawn front to back. */
const OVERDRAW = 64;

/** Returns an empty target for a band. */
export function bandTarget({ layout }: Frame, band: number, memory: ThreadMemory): FillTarget {
  const { fineWidth, fineHeight, bandRows } = layout;
  const top = band * bandRows;
  const samples = fineWidth * bandRows;
  const target: FillTarget = {
    inverseDepths: memory.doubles("band.inverseDepths", samples),
    ids: memory.words("band.ids", samples),
    width: fineWidth,
    left: 0,
    right: fineWidth,
    top,
    bottom: Math.min(fineHeight, top + bandRows),
    origin: top,
    lists: false,
    settlesTies: false,
    listedPlaces: memory.words("band.listedPlaces", samples),
    listedInverseDepths: memory.doubles("band.listedInverseDepths", samples),
    listed: 0,
  };
  target.inverseDepths.fill(-Infinity, 0, samples);
  target.ids.fill(NOTHING, 0, samples);
  return target;
}

/** Draws the opaque triangles and the points of a band; returns the translucent triangles, nearest first. */
export function* drawBand(drawing: BandDrawing, lists: GroupLists, band: number): Generator<void, Uint32Array> {
  const { frame, surface, filler, memory } = drawing;
  const translucent = memory.words("band.translucent", frame.triangleBins.lengths[band]);
  const { starts, lengths } = frame.triangleBins;
  const { target } = filler;
  let [looked, count] = [0, 0];
  const end = starts[band] + lengths[band];
  // Samples tested so far; beyond some for each sample the rest is drawn front to back.
  let tested = 0;
  const many = OVERDRAW * target.width * (target.bottom - target.top);
  let i = starts[band];
  for (; i < end && tested <= many; i++) {
    const triangle = lists.triangles[i];
    const coverage = surface.coverageOf(triangle);
    if (coverage === "none") continue;
    if (coverage === "blend") {
      translucent[count++] = triangle;
      continue;
    }
    const cost = fillCovered(filler, surface, triangle, coverage);
    tested += cost;
    looked += cost;
    if (looked > PAUSE_AFTER) {
      looked = 0;
      yield;
    }
  }
  if (i < end) count = yield* drawCrowded(drawing, lists.triangles.subarray(i, end), translucent, count);
  drawPoints(frame, lists, band, target);
  const keys = memory.words("band.translucentKeys", count);
  for (let i = 0; i < count; i++) keys[i] = keyOfFloat(-filler.nearest(translucent[i]));
  sortByKey(keys, translucent, count, memory);
  return translucent.subarray(0, count);
}
