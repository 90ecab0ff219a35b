import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import { counters } from "../bands/frame.ts";
import type { Fragments } from "../splats/blend-traced.ts";
import type { BandWork } from "./band-work.ts";
import { OrderedBlender } from "./blend-in-order.ts";
import type { FragmentSink, PaintedRun } from "./fragment-sink.ts";
import { TileCover } from "./tile-cover.ts";
import { lightTile, type Tile } from "./tile.ts";

const NONE = 0xffffffff;
/** Work between two pauses, in tested samples; a shaded one counts for several. */
const PAUSE_AFTER = 250_000;
const SHADED_WORK = 8;

/**
 * Blends the translucent fragments of a tile without splats into its light in the order of rasterization; null if there are none.
 * If they are not sorted by distance, they are returned as by {@link collectFragments}.
 */
export function* blendFragments(work: BandWork, tile: Tile): Generator<void, Fragments | "blended" | null> {
  const { filler, translucent, memory } = work;
  if (filler === null || translucent.length === 0) return null;
  lightTile(tile);
  const cover = new TileCover(tile, filler.target, memory);
  const blender = new OrderedBlender(work, tile, cover);
  yield* paintTranslucent(work, tile, { cover, sink: blender });
  if (!blender.isBroken) return blender.count > 0 ? "blended" : null;
  work.fragmentsLeft += blender.count;
  return yield* collectFragments(work, tile);
}

/**
 * Returns the translucent fragments of a tile by sample, the nearest first; null if there are none. Each is shaded once, run by
 * run.
 */
export function* collectFragments(work: BandWork, tile: Tile): Generator<void, Fragments | null> {
  const { filler, translucent, memory } = work;
  if (filler === null || translucent.length === 0) return null;
  const cover = new TileCover(tile, filler.target, memory);
  const collector = new FragmentCollector(work, tile, cover);
  yield* paintTranslucent(work, tile, { cover, sink: collector });
  return collector.count === 0 ? null : collector.inOrder(memory);
}

/** Paints triangles front to back, until they are hidden, the budget is spent or the sink is broken. */
function* paintTranslucent(
  { frame, filler, surface, translucent, memory }: BandWork,
  tile: Tile,
  { cover, sink }: { readonly cover: TileCover; readonly sink: FragmentSink },
): Generator<void> {
  if (filler === null) return;
  const { target } = filler;
  target.left = tile.left;
  target.right = tile.left + tile.width;
  target.lists = true;
  const colors = memory.doubles("fragments.runColors", 3 * tile.width);
  const alphas = memory.doubles("fragments.runAlphas", tile.width);
  const run: PaintedRun = { triangle: 0, sample: 0, from: 0, to: 0, colors, alphas };
  let i = 0;
  let looked = 0;
  for (; i < translucent.length; i++) {
    const triangle = translucent[i];
    if (cover.isHidden(filler.nearest(triangle)) || sink.leftOut > 0 || sink.isBroken) break;
    target.listed = 0;
    looked += filler.fill(triangle) + SHADED_WORK * target.listed;
    run.triangle = triangle;
    for (run.from = 0; run.from < target.listed; run.from = run.to) {
      const place = target.listedPlaces[run.from];
      const row = Math.floor(place / target.width);
      const x = place - row * target.width;
      const end = Math.min(target.listed, run.from + tile.left + tile.width - x);
      run.to = run.from + 1;
      while (run.to < end && target.listedPlaces[run.to] === place + run.to - run.from) run.to++;
      const y = target.origin + row;
      run.sample = (y - tile.top) * tile.width + x - tile.left;
      surface.paintRun(
        triangle,
        { x: x + 0.5, y: y + 0.5, step: 1, count: run.to - run.from },
        { colors, normals: null, alphas, start: 0 },
      );
      sink.add(run);
    }
    if (looked < PAUSE_AFTER) continue;
    looked = 0;
    yield;
  }
  target.lists = false;
  target.left = 0;
  target.right = target.width;
  if (sink.leftOut > 0) Atomics.add(frame.counters, counters.fragmentsLeftOut, sink.leftOut + translucent.length - i);
}

/** Fragments of one tile while they are collected. */
class FragmentCollector implements FragmentSink {
  readonly #work: BandWork;
  readonly #tile: Tile;
  readonly #cover: TileCover;
  /** By sample: the last fragment; and whether all of them came in order. */
  readonly #last: Uint32Array;
  #isSorted = true;
  /** Capacity of the arrays in fragments; it doubles on demand, since most tiles have few. */
  #room = 1024;
  #samples: Uint32Array;
  #surfaces: Uint32Array;
  #distances: Float64Array;
  #colors: Float64Array;
  #alphas: Float64Array;
  readonly isBroken = false;
  count = 0;
  leftOut = 0;

  constructor(work: BandWork, tile: Tile, cover: TileCover) {
    this.#work = work;
    this.#tile = tile;
    this.#cover = cover;
    const { memory } = work;
    const all = tile.width * tile.height;
    this.#last = memory.words("fragments.last", all).fill(NONE, 0, all);
    this.#samples = memory.words("fragments.samples", this.#room);
    this.#surfaces = memory.words("fragments.surfaces", this.#room);
    this.#distances = memory.doubles("fragments.distances", this.#room);
    this.#colors = memory.doubles("fragments.colors", 3 * this.#room);
    this.#alphas = memory.doubles("fragments.alphas", this.#room);
  }

  add({ triangle, sample: first, from, to, colors, alphas }: PaintedRun): void {
    const { frame, filler } = this.#work;
    if (filler === null) return;
    const { listedPlaces, listedInverseDepths } = filler.target;
    const { isPerspective } = frame.camera;
    for (let k = from, i = 0; k < to; k++, i++) {
      const alpha = Math.min(1, Math.max(0, alphas[i]));
      // Also skips NaN.
      if (!(alpha > 0)) continue;
      if (this.count === frame.tileFragments || this.#work.fragmentsLeft === 0) {
        this.leftOut++;
        continue;
      }
      this.#work.fragmentsLeft--;
      if (this.count === this.#room) this.#grow();
      const sample = first + i;
      const q = listedInverseDepths[k];
      const at = this.count++;
      this.#samples[at] = sample;
      this.#surfaces[at] = triangle;
      this.#distances[at] = isPerspective ? 1 / q : -q;
      this.#colors[3 * at] = colors[3 * i];
      this.#colors[3 * at + 1] = colors[3 * i + 1];
      this.#colors[3 * at + 2] = colors[3 * i + 2];
      this.#alphas[at] = alpha;
      if (this.#isSorted) this.#checkOrder(sample, at);
      this.#cover.add(sample, listedPlaces[k], q, alpha);
    }
    this.#cover.settle();
  }

  #checkOrder(sample: number, at: number): void {
    const last = this.#last[sample];
    this.#last[sample] = at;
    if (last === NONE) return;
    const [before, after] = [Math.fround(this.#distances[last]), Math.fround(this.#distances[at])];
    this.#isSorted = before < after || (before === after && this.#surfaces[last] <= this.#surfaces[at]);
  }

  #grow(): void {
    const { memory, frame } = this.#work;
    const { count } = this;
    const room = Math.min(frame.tileFragments, count * 2);
    this.#room = room;
    const words = (name: string, old: Uint32Array): Uint32Array => {
      const copy = old.slice(0, count);
      const grown = memory.words(name, room);
      grown.set(copy);
      return grown;
    };
    const doubles = (name: string, old: Float64Array, each: number): Float64Array => {
      const copy = old.slice(0, each * count);
      const grown = memory.doubles(name, each * room);
      grown.set(copy);
      return grown;
    };
    this.#samples = words("fragments.samples", this.#samples);
    this.#surfaces = words("fragments.surfaces", this.#surfaces);
    this.#distances = doubles("fragments.distances", this.#distances, 1);
    this.#colors = doubles("fragments.colors", this.#colors, 3);
    this.#alphas = doubles("fragments.alphas", this.#alphas, 1);
  }

  /** By sample, then by distance, then in the order of the scene. */
  inOrder(memory: ThreadMemory): Fragments {
    const found = this.count;
    const all = this.#tile.width * this.#tile.height;
    const samples = this.#samples;
    const byDistance = this.#isSorted ? null : this.#sortByDistance(memory);
    const starts = memory.words("fragments.starts", all + 1);
    starts.fill(0, 0, all + 1);
    for (let i = 0; i < found; i++) starts[samples[i] + 1]++;
    for (let i = 0; i < all; i++) starts[i + 1] += starts[i];
    const next = memory.words("fragments.next", all);
    next.set(starts.subarray(0, all));
    const order = memory.words("fragments.order", found);
    for (let i = 0; i < found; i++) {
      const fragment = byDistance === null ? i : byDistance[i];
      order[next[samples[fragment]]++] = fragment;
    }
    if (byDistance !== null) this.#settleTies(order, starts, all);
    return {
      starts,
      order,
      distances: this.#distances,
      colors: this.#colors,
      alphas: this.#alphas,
      surfaces: this.#surfaces,
    };
  }

  #sortByDistance(memory: ThreadMemory): Uint32Array {
    const keys = memory.words("fragments.keys", this.count);
    const byDistance = memory.words("fragments.byDistance", this.count);
    for (let i = 0; i < this.count; i++) {
      keys[i] = keyOfFloat(this.#distances[i]);
      byDistance[i] = i;
    }
    sortByKey(keys, byDistance, this.count, memory);
    return byDistance;
  }

  /** Orders fragments of equal distance as in the scene. */
  #settleTies(order: Uint32Array, starts: Uint32Array, all: number): void {
    const surfaces = this.#surfaces;
    const distances = this.#distances;
    for (let sample = 0; sample < all; sample++) {
      const first = starts[sample];
      for (let k = first + 1; k < starts[sample + 1]; k++) {
        const fragment = order[k];
        const distance = Math.fround(distances[fragment]);
        let at = k;
        while (at > first) {
          const other = order[at - 1];
          if (Math.fround(distances[other]) !== distance || surfaces[other] <= surfaces[fragment]) break;
          order[at--] = other;
        }
        order[at] = fragment;
      }
    }
  }
}
