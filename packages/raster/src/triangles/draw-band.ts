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
/** Triangles that a call draws: engines compile a function that is called often once, one that loops for long several times. */
const TRIANGLES_AT_A_TIME = 1 << 9;
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
  const { frame, filler, memory } = drawing;
  const translucent = memory.words("band.translucent", frame.triangleBins.lengths[band]);
  const { starts, lengths } = frame.triangleBins;
  const { target } = filler;
  const end = starts[band] + lengths[band];
  // Beyond some samples the rest is drawn front to back.
  const many = OVERDRAW * target.width * (target.bottom - target.top);
  const drawn: DrawnTriangles = { next: starts[band], tested: 0, translucent, count: 0 };
  let looked = 0;
  while (drawn.next < end && drawn.tested <= many) {
    const before = drawn.tested;
    const most = Math.min(many, before + PAUSE_AFTER);
    drawSome(drawing, lists.triangles, drawn, { end: Math.min(end, drawn.next + TRIANGLES_AT_A_TIME), most });
    looked += drawn.tested - before;
    if (looked > PAUSE_AFTER) {
      looked = 0;
      yield;
    }
  }
  const { next: i } = drawn;
  let { count } = drawn;
  if (i < end) count = yield* drawCrowded(drawing, lists.triangles.subarray(i, end), translucent, count);
  drawPoints(frame, lists, band, target);
  const keys = memory.words("band.translucentKeys", count);
  for (let i = 0; i < count; i++) keys[i] = keyOfFloat(-filler.nearest(translucent[i]));
  sortByKey(keys, translucent, count, memory);
  return translucent.subarray(0, count);
}

/** How far the triangles of a band are drawn. */
interface DrawnTriangles {
  /** Place of the next one in the lists. */
  next: number;
  /** Samples. */
  tested: number;
  readonly translucent: Uint32Array;
  /** Translucent triangles. */
  count: number;
}

/** Draws opaque triangles and collects translucent ones, up to a place in the lists or until more than `most` samples are tested. */
function drawSome(
  { filler, surface }: BandDrawing,
  triangles: Uint32Array,
  drawn: DrawnTriangles,
  { end, most }: { readonly end: number; readonly most: number },
): void {
  let { next, tested } = drawn;
  for (; next < end && tested <= most; next++) {
    const triangle = triangles[next];
    const coverage = surface.coverageOf(triangle);
    if (coverage === "none") continue;
    if (coverage === "blend") drawn.translucent[drawn.count++] = triangle;
    else tested += fillCovered(filler, surface, triangle, coverage);
  }
  drawn.next = next;
  drawn.tested = tested;
}
