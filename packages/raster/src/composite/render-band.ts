import type { ThreadMemory } from "../bands/thread-memory.ts";
import { SPLAT_STRIDE } from "../bands/frame.ts";
import type { Frame, GroupLists } from "../bands/frame.ts";
import { blendSplats } from "../splats/blend-splats.ts";
import { TracedBlender, type Fragments } from "../splats/blend-traced.ts";
import { sortBand, TileLists } from "../splats/sort-splats.ts";
import { DISTANCE } from "../splats/splat-record.ts";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import { bandTarget, drawBand } from "../triangles/draw-band.ts";
import { TriangleFiller } from "../triangles/triangle-filler.ts";
import type { PassOptions } from "../triangles/lit-paint.ts";
import { Surface } from "../triangles/surface.ts";
import type { BandWork } from "./band-work.ts";
import { blendFragments, collectFragments } from "./collect-fragments.ts";
import { paintPixels } from "./paint-pixels.ts";
import { paintSurfaces } from "./paint-surfaces.ts";
import { lightTile, openTile, type DistanceRange, type Tile } from "./tile.ts";
import { writeBackground, writeSamples } from "./write-clean-tile.ts";
import { writeSeen } from "./write-seen.ts";
import { writeOpaqueTile, writeTile } from "./write-tile.ts";

/** Splats blended between two pauses. */
const PAUSE_AFTER = 4096;
const EMPTY: DistanceRange = { nearest: Infinity, farthest: Infinity };

/** Renders a band of the image. Yields where it may be stopped. */
export function* renderBand(frame: Frame, lists: GroupLists, band: number, memory: ThreadMemory): Generator<void> {
  const surfaces = frame.triangleBins.lengths[band] + frame.pointBins.lengths[band];
  const filler = surfaces > 0 ? new TriangleFiller(frame, bandTarget(frame, band, memory)) : null;
  const pass: PassOptions = { name: "final", backdrop: lastBackdrop(frame) };
  const painter = { frame, surface: new Surface(frame, pass), filler, memory };
  const translucent = filler === null ? new Uint32Array(0) : yield* drawBand({ ...painter, filler }, lists, band);
  const work: BandWork = { ...painter, translucent, fragmentsLeft: frame.bandFragments };

  const splats = frame.splatBins.lengths[band];
  const start = frame.splatBins.starts[band];
  const sorted = sortBand(frame, lists.splats, { start, count: splats }, memory);
  yield;
  const tiles = new TileLists(frame, sorted, splats, memory);
  for (let column = 0; column < frame.layout.columns; column++) {
    const tile = openTile(frame, band, column, memory);
    const target = filler?.target ?? null;
    const count = tiles.open(column);
    if (count === 0 && tile.trace === null && translucent.length === 0) {
      if (target === null || frame.layout.side > 1) {
        writeClean(work, target, tile);
        yield;
        continue;
      }
    }
    let range = EMPTY;
    if (target === null) tile.distances.fill(Infinity, 0, tile.width * tile.height);
    else range = paintSurfaces(work, target, tile);
    const isAlone = count === 0 && tile.trace === null;
    const fragments = yield* isAlone ? blendFragments(work, tile) : collectFragments(work, tile);
    if (fragments === "blended") writeTile(frame, tile);
    else if (
      count === 0 &&
      fragments === null &&
      range.farthest < Infinity &&
      tile.trace === null &&
      frame.layout.side === 1
    ) {
      writeOpaqueTile(frame, tile);
    } else {
      lightTile(tile);
      yield* blend(work, tile, { tiles, count, range, fragments });
      writeTile(frame, tile);
    }
    if (tile.trace !== null) writeSeen(work, tile, tile.trace);
    yield;
  }
}

/** What is seen through transmitting surfaces of the image. */
function lastBackdrop({ look }: Frame): PassOptions["backdrop"] {
  return look?.backdrops?.behind ?? look?.backdrops?.opaque ?? null;
}

/** Draws a tile with nothing to blend. */
function writeClean(work: BandWork, target: FillTarget | null, tile: Tile): void {
  const { frame } = work;
  if (target === null) {
    writeBackground(frame, tile);
    return;
  }
  if (frame.look === null) paintSurfaces(work, target, tile);
  else paintPixels(work, target, tile);
  writeSamples(frame, tile, target);
}

/** What is blended over the opaque surfaces of a tile. */
interface TileContent {
  readonly tiles: TileLists;
  /** Splats of the tile. */
  readonly count: number;
  /** Distances of the opaque surfaces. */
  readonly range: DistanceRange;
  readonly fragments: Fragments | null;
}

function* blend(
  { frame: { splats }, memory }: BandWork,
  tile: Tile,
  { tiles, count, range: { nearest, farthest }, fragments }: TileContent,
): Generator<void> {
  const { list } = tiles;
  const start = tiles.starts[tile.column];
  // Splats behind the farthest surface are hidden, and those before the nearest are visible.
  const all = { from: start, to: start + count };
  const end = farthest < Infinity ? firstAt(splats, list, all, farthest) : all.to;
  let open = tile.width * tile.height;
  const isTraced = tile.trace !== null || fragments !== null;
  if (isTraced) {
    const distances = nearest < Infinity ? tile.distances : null;
    const next = memory.words("tile.next", open);
    const blender = new TracedBlender(tile, { distances, fragments, trace: tile.trace, next });
    for (let from = start; from < end && open > 0; from += PAUSE_AFTER) {
      open -= blender.blend(splats, list, { from, to: Math.min(end, from + PAUSE_AFTER), open });
      yield;
    }
    blender.finish();
    return;
  }
  const hidden = nearest < Infinity ? firstAt(splats, list, { from: start, to: end }, nearest) : end;
  for (let from = start; from < end && open > 0;) {
    const to = Math.min(from < hidden ? hidden : end, from + PAUSE_AFTER);
    open -= blendSplats(tile, splats, list, { from, to, open, distances: from < hidden ? null : tile.distances });
    from = to;
    if (from < end) yield;
  }
}

interface ListRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the first entry of a sorted list whose splat is at a distance or farther. */
function firstAt(splats: Float32Array, list: Uint32Array, { from, to }: ListRange, distance: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (splats[SPLAT_STRIDE * list[mid] + DISTANCE] < distance) low = mid + 1;
    else high = mid;
  }
  return low;
}
