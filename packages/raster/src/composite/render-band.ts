import type { ThreadMemory } from "../bands/thread-memory.ts";
import * as frames from "../frame/frame.ts";
import type { Frame, GroupLists } from "../frame/frame.ts";
import { blendSplats } from "../splats/blend-splats.ts";
import { TracedBlender, type Fragments } from "../splats/blend-traced.ts";
import { sortBand, TileLists } from "../splats/sort-splats.ts";
import * as record from "../splats/splat-record.ts";
import { bandTarget, drawBand, TriangleFiller } from "../triangles/draw-band.ts";
import { Surface } from "../triangles/surface.ts";
import { collectFragments } from "./collect-fragments.ts";
import { paintSurfaces, type DistanceRange } from "./paint-surfaces.ts";
import { lightTile, openTile, type Tile } from "./tile.ts";
import { writeSeen } from "./write-seen.ts";
import { writeOpaqueTile, writeTile } from "./write-tile.ts";

const { SPLAT_STRIDE } = frames;
const { DISTANCE } = record;
/** Splats blended between two pauses. */
const PAUSE_AFTER = 4096;
const EMPTY: DistanceRange = { least: Infinity, most: Infinity };

/** Makes a band of the picture, from the lists to its bytes. It yields where it may be stopped. */
export function* renderBand(frame: Frame, lists: GroupLists, band: number, memory: ThreadMemory): Generator<void> {
  const surface = new Surface(frame);
  const surfaces = frame.triangleBins.lengths[band] + frame.pointBins.lengths[band];
  const filler = surfaces > 0 ? new TriangleFiller(frame, bandTarget(frame, band, memory)) : null;
  const translucent = memory.words("band.translucent", frame.triangleBins.lengths[band]);
  const translucentCount = filler === null ? 0 : yield* drawBand(frame, lists, band, filler, surface, translucent);

  const splats = frame.splatBins.lengths[band];
  const sorted = sortBand(frame, lists.splats, frame.splatBins.starts[band], splats, memory);
  yield;
  const tiles = new TileLists(frame, sorted, splats, memory);
  for (let column = 0; column < frame.layout.columns; column++) {
    const tile = openTile(frame, band, column, memory);
    const target = filler?.target ?? null;
    let range = EMPTY;
    if (target === null) tile.distances.fill(Infinity, 0, tile.width * tile.height);
    else range = paintSurfaces(frame, target, surface, tile);
    const fragments =
      filler === null || translucentCount === 0
        ? null
        : yield* collectFragments(frame, filler, surface, translucent, translucentCount, tile, memory);
    const count = tiles.open(column);
    if (count === 0 && fragments === null && range.most < Infinity && tile.trace === null && frame.layout.side === 1) {
      writeOpaqueTile(frame, tile);
    } else {
      lightTile(tile);
      yield* blend(frame, tile, tiles, count, range, fragments, memory);
      writeTile(frame, tile);
    }
    if (tile.trace !== null) writeSeen(frame, tile, tile.trace, target, surface);
    yield;
  }
}

function* blend(
  { splats }: Frame,
  tile: Tile,
  tiles: TileLists,
  count: number,
  { least, most }: DistanceRange,
  fragments: Fragments | null,
  memory: ThreadMemory,
): Generator<void> {
  const { list } = tiles;
  const start = tiles.starts[tile.column];
  // Nothing behind the farthest surface is seen, and nothing before the nearest is hidden.
  const end = most < Infinity ? firstAt(splats, list, start, start + count, most) : start + count;
  let open = tile.width * tile.height;
  const isTraced = tile.trace !== null || fragments !== null;
  if (isTraced) {
    const distances = least < Infinity ? tile.distances : null;
    const next = memory.words("tile.next", open);
    const blender = new TracedBlender(tile, distances, fragments, tile.trace, next);
    for (let from = start; from < end && open > 0; from += PAUSE_AFTER) {
      open -= blender.blend(splats, list, from, Math.min(end, from + PAUSE_AFTER), open);
      yield;
    }
    blender.finish();
    return;
  }
  const hidden = least < Infinity ? firstAt(splats, list, start, end, least) : end;
  for (let from = start; from < end && open > 0;) {
    const to = Math.min(from < hidden ? hidden : end, from + PAUSE_AFTER);
    open -= blendSplats(tile, splats, list, from, to, open, from < hidden ? null : tile.distances);
    from = to;
    if (from < end) yield;
  }
}

/** The first entry of a sorted list whose splat is at least so far. */
function firstAt(splats: Float32Array, list: Uint32Array, from: number, to: number, distance: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (splats[SPLAT_STRIDE * list[middle] + DISTANCE] < distance) low = middle + 1;
    else high = middle;
  }
  return low;
}
