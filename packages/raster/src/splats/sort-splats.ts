/** Splats of a band, by distance and by tile. */
import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import { SPLAT_STRIDE } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { U, DISTANCE, HALF_WIDTH } from "./splat-record.ts";

/** Maximum entries of tile lists built together; a single tile may have more. */
const MAX_ENTRIES = 1 << 21;

/** Sorts a band's splats, nearest first; ties keep the order of the scene. */
export function sortBand(
  { splats }: Frame,
  list: Uint32Array,
  { start, count }: { readonly start: number; readonly count: number },
  memory: ThreadMemory,
): Uint32Array {
  const keys = memory.words("splats.keys", count);
  const sorted = memory.words("splats.sorted", count);
  for (let i = 0; i < count; i++) {
    const splat = list[start + i];
    sorted[i] = splat;
    keys[i] = keyOfFloat(splats[SPLAT_STRIDE * splat + DISTANCE]);
  }
  sortByKey(keys, sorted, count, memory);
  return sorted;
}

/** Lists of the tiles of a band, for as many tiles at a time as memory allows. */
export class TileLists {
  readonly #frame: Frame;
  readonly #sorted: Uint32Array;
  readonly #count: number;
  readonly #memory: ThreadMemory;
  /** By tile: how many splats. */
  readonly #lengths: Uint32Array;
  /** By tile of those that are listed: where its splats start in {@link list}. */
  readonly starts: Uint32Array;
  list: Uint32Array = new Uint32Array();
  /** By splat in the sorted list: its first tile in the upper half, its last in the lower. */
  readonly #spans: Uint32Array;
  #listedTo = 0;

  constructor(frame: Frame, sorted: Uint32Array, count: number, memory: ThreadMemory) {
    const { columns } = frame.layout;
    this.#frame = frame;
    this.#sorted = sorted;
    this.#count = count;
    this.#memory = memory;
    this.#lengths = memory.words("tiles.lengths", columns);
    this.starts = memory.words("tiles.starts", columns + 1);
    this.#spans = memory.words("tiles.spans", count);
    this.#countTiles();
  }

  /** Lists the splats of a tile; returns their number. */
  open(tile: number): number {
    if (tile >= this.#listedTo) this.#fill(tile);
    return this.#lengths[tile];
  }

  #countTiles(): void {
    const lengths = this.#lengths;
    const spans = this.#spans;
    const { splats, layout } = this.#frame;
    const { tileColumns, columns } = layout;
    lengths.fill(0, 0, columns);
    for (let i = 0; i < this.#count; i++) {
      const at = SPLAT_STRIDE * this.#sorted[i];
      const u = splats[at + U];
      const half = splats[at + HALF_WIDTH];
      const first = firstTile(u - half, tileColumns);
      const last = lastTile(u + half, tileColumns, columns);
      spans[i] = (first << 16) | last;
      for (let tile = first; tile <= last; tile++) lengths[tile]++;
    }
  }

  #fill(from: number): void {
    const { columns } = this.#frame.layout;
    const { starts } = this;
    const spans = this.#spans;
    let to = from;
    let total = 0;
    do {
      starts[to] = total;
      total += this.#lengths[to++];
    } while (to < columns && total + this.#lengths[to] <= MAX_ENTRIES);
    this.#listedTo = to;
    const list = this.#memory.words("tiles.list", total);
    this.list = list;
    const next = this.#memory.words("tiles.next", columns);
    for (let tile = from; tile < to; tile++) next[tile] = starts[tile];
    for (let i = 0; i < this.#count; i++) {
      const first = Math.max(from, spans[i] >>> 16);
      const last = Math.min(to - 1, spans[i] & 0xffff);
      for (let tile = first; tile <= last; tile++) list[next[tile]++] = this.#sorted[i];
    }
  }
}

function firstTile(left: number, tileColumns: number): number {
  return Math.max(0, Math.floor((Math.max(left, 0) - 0.5) / tileColumns));
}

function lastTile(right: number, tileColumns: number, columns: number): number {
  return Math.min(columns - 1, Math.floor(Math.max(0, right - 0.5) / tileColumns));
}
