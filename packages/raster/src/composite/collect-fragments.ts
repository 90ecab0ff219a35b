import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import * as frames from "../frame/frame.ts";
import { FULL } from "../splats/blend-splats.ts";
import type { Fragments } from "../splats/blend-traced.ts";
import type { BandWork } from "./band-work.ts";
import type { Tile } from "./tile.ts";

const { counters } = frames;
const NONE = 0xffffffff;
/** Work between two pauses, in samples looked at or shaded; a shaded one counts for as many. */
const PAUSE_AFTER = 250_000;
const SHADED_WORK = 8;

/**
 * Returns the translucent fragments of a tile by sample, the nearest first; null if there are none. Each is shaded once, run by
 * run. Triangles come front to back: once the fragments of a sample are opaque together, what is behind them is rejected by the
 * depth test, and the work ends when that holds for the whole tile.
 */
export function* collectFragments(work: BandWork, tile: Tile): Generator<void, Fragments | null> {
  const { frame, filler, translucent, memory } = work;
  if (filler === null || translucent.length === 0) return null;
  const { target } = filler;
  target.left = tile.left;
  target.right = tile.left + tile.width;
  target.lists = true;
  const collector = new FragmentCollector(work, tile, filler.target);
  let i = 0;
  let looked = 0;
  for (; i < translucent.length; i++) {
    if (collector.isHidden(filler.nearest(translucent[i])) || collector.isExhausted) break;
    target.listed = 0;
    looked += filler.fill(translucent[i]) + SHADED_WORK * target.listed;
    collector.add(translucent[i]);
    if (looked < PAUSE_AFTER) continue;
    looked = 0;
    yield;
  }
  target.lists = false;
  target.left = 0;
  target.right = target.width;
  if (collector.isExhausted) {
    Atomics.add(frame.counters, counters.fragmentsLeftOut, collector.leftOut + translucent.length - i);
  }
  return collector.count === 0 ? null : collector.inOrder(memory);
}

/** Fragments of one tile while they are collected. */
class FragmentCollector {
  readonly #work: BandWork;
  readonly #tile: Tile;
  readonly #target: NonNullable<BandWork["filler"]>["target"];
  /** By sample: what the fragments so far let through, and the inverse depth of the farthest. */
  readonly #through: Float64Array;
  readonly #farthest: Float64Array;
  /** By sample: the last fragment, and whether all of them came in order. */
  readonly #last: Uint32Array;
  #isSorted = true;
  readonly #runColors: Float64Array;
  readonly #runAlphas: Float64Array;
  /** Samples that are open: nothing opaque and no full cover of fragments. */
  #open = 0;
  /** The least inverse depth of the tile that the depth test lets pass; computed when the last sample is closed. */
  #floor = -Infinity;
  /** Fragments that the arrays hold; it doubles, as most tiles have few. */
  #room = 1024;
  #samples: Uint32Array;
  #surfaces: Uint32Array;
  #distances: Float64Array;
  #colors: Float64Array;
  #alphas: Float64Array;
  count = 0;
  /** Fragments that the budget did not allow. */
  leftOut = 0;

  constructor(work: BandWork, tile: Tile, target: NonNullable<BandWork["filler"]>["target"]) {
    this.#work = work;
    this.#tile = tile;
    this.#target = target;
    const { memory } = work;
    const all = tile.width * tile.height;
    this.#through = memory.doubles("fragments.through", all).fill(1, 0, all);
    this.#farthest = memory.doubles("fragments.farthest", all).fill(Infinity, 0, all);
    this.#last = memory.words("fragments.last", all).fill(NONE, 0, all);
    this.#runColors = memory.doubles("fragments.runColors", 3 * tile.width);
    this.#runAlphas = memory.doubles("fragments.runAlphas", tile.width);
    for (let i = 0; i < all; i++) if (!(tile.distances[i] < Infinity)) this.#open++;
    this.#samples = memory.words("fragments.samples", this.#room);
    this.#surfaces = memory.words("fragments.surfaces", this.#room);
    this.#distances = memory.doubles("fragments.distances", this.#room);
    this.#colors = memory.doubles("fragments.colors", 3 * this.#room);
    this.#alphas = memory.doubles("fragments.alphas", this.#room);
    if (this.#open === 0) this.#raiseFloor();
  }

  /** Whether the budget of the tile or of its band is spent. */
  get isExhausted(): boolean {
    return this.leftOut > 0;
  }

  /** Whether nothing at or behind an inverse depth can be seen in the tile. */
  isHidden(nearest: number): boolean {
    return nearest <= this.#floor;
  }

  /** Adds the listed samples of a triangle, shaded. */
  add(triangle: number): void {
    const { listedPlaces, listed, width, origin } = this.#target;
    const { left, width: columns } = this.#tile;
    for (let from = 0; from < listed;) {
      const place = listedPlaces[from];
      const row = Math.floor(place / width);
      const x = place - row * width;
      const end = Math.min(listed, from + left + columns - x);
      let to = from + 1;
      while (to < end && listedPlaces[to] === place + to - from) to++;
      this.#addRun(triangle, { y: origin + row, x, from, to });
      from = to;
    }
  }

  #addRun(
    triangle: number,
    { y, x, from, to }: { readonly y: number; readonly x: number; readonly from: number; readonly to: number },
  ): void {
    const { surface, frame } = this.#work;
    const { left, top, width } = this.#tile;
    const { listedPlaces, listedInverseDepths, inverseDepths } = this.#target;
    const { isPerspective } = frame.camera;
    surface.paintRun(
      triangle,
      { x: x + 0.5, y: y + 0.5, step: 1, count: to - from },
      { colors: this.#runColors, normals: null, alphas: this.#runAlphas, start: 0 },
    );
    const closedBefore = this.#open;
    for (let k = from, i = 0; k < to; k++, i++) {
      const alpha = Math.min(1, Math.max(0, this.#runAlphas[i]));
      // Also what is NaN: it changes nothing.
      if (!(alpha > 0)) continue;
      if (this.count === frame.tileFragments || this.#work.fragmentsLeft === 0) {
        this.leftOut++;
        continue;
      }
      this.#work.fragmentsLeft--;
      if (this.count === this.#room) this.#grow();
      const sample = (y - top) * width + x - left + i;
      const q = listedInverseDepths[k];
      const at = this.count++;
      this.#samples[at] = sample;
      this.#surfaces[at] = triangle;
      this.#distances[at] = isPerspective ? 1 / q : -q;
      this.#colors[3 * at] = this.#runColors[3 * i];
      this.#colors[3 * at + 1] = this.#runColors[3 * i + 1];
      this.#colors[3 * at + 2] = this.#runColors[3 * i + 2];
      this.#alphas[at] = alpha;
      if (this.#isSorted) this.#checkOrder(sample, at);
      const before = this.#through[sample];
      const after = before * (1 - alpha);
      this.#through[sample] = after;
      if (q < this.#farthest[sample]) this.#farthest[sample] = q;
      if (after <= FULL && before > FULL) {
        // Less by a hair: what is exactly as far may still come before it in the order of the scene.
        const cut = this.#farthest[sample];
        const place = listedPlaces[k];
        if (inverseDepths[place] === -Infinity) this.#open--;
        inverseDepths[place] = Math.max(inverseDepths[place], cut - Math.abs(cut) * 1e-9);
      }
    }
    if (this.#open === 0 && (closedBefore > 0 || this.#floor === -Infinity)) this.#raiseFloor();
  }

  #checkOrder(sample: number, at: number): void {
    const last = this.#last[sample];
    this.#last[sample] = at;
    if (last === NONE) return;
    const [before, after] = [Math.fround(this.#distances[last]), Math.fround(this.#distances[at])];
    this.#isSorted = before < after || (before === after && this.#surfaces[last] <= this.#surfaces[at]);
  }

  #raiseFloor(): void {
    const { left, top, width, height } = this.#tile;
    const { inverseDepths, width: stride, origin } = this.#target;
    let floor = Infinity;
    for (let row = 0; row < height; row++) {
      const start = (top + row - origin) * stride + left;
      for (let i = start; i < start + width; i++) if (inverseDepths[i] < floor) floor = inverseDepths[i];
    }
    this.#floor = floor;
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

  /** Fragments of equal distance came as their triangles were sorted; the order of the scene decides. */
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
