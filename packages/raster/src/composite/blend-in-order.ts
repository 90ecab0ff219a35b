import { FULL } from "../splats/blend-splats.ts";
import type { BandWork } from "./band-work.ts";
import type { FragmentSink, PaintedRun } from "./fragment-sink.ts";
import type { TileCover } from "./tile-cover.ts";
import type { Tile } from "./tile.ts";

const NONE = 0xffffffff;
/** Inverse depths that differ by more than this relative amount are also different as float32 distances. */
const DISTINCT = 2e-7;

/**
 * Blends fragments into the light of a tile as they are rasterized, for tiles without splats: the same bytes as `TracedBlender` gives
 * for stored fragments. If a fragment arrives after one behind it, the blender is broken, and the tile must be drawn again.
 */
export class OrderedBlender implements FragmentSink {
  readonly #work: BandWork;
  readonly #tile: Tile;
  readonly #cover: TileCover;
  /** By sample: the inverse depth and the triangle of the last fragment. */
  readonly #lastDepths: Float64Array;
  readonly #lastTriangles: Uint32Array;
  count = 0;
  leftOut = 0;
  isBroken = false;

  /** @param tile With full transmittance. */
  constructor(work: BandWork, tile: Tile, cover: TileCover) {
    this.#work = work;
    this.#tile = tile;
    this.#cover = cover;
    const all = tile.width * tile.height;
    this.#lastDepths = work.memory.doubles("ordered.depths", all).fill(Infinity, 0, all);
    this.#lastTriangles = work.memory.words("ordered.triangles", all).fill(NONE, 0, all);
  }

  add({ triangle, sample: first, from, to, colors, alphas }: PaintedRun): void {
    const { frame, filler } = this.#work;
    if (filler === null || this.isBroken) return;
    const { listedPlaces, listedInverseDepths } = filler.target;
    const { light } = this.#tile;
    const lastDepths = this.#lastDepths;
    const cover = this.#cover;
    for (let k = from, i = 0; k < to; k++, i++) {
      const alpha = Math.min(1, Math.max(0, alphas[i]));
      // Also skips NaN.
      if (!(alpha > 0)) continue;
      if (this.count === frame.tileFragments || this.#work.fragmentsLeft === 0) {
        this.leftOut++;
        continue;
      }
      this.#work.fragmentsLeft--;
      this.count++;
      const sample = first + i;
      const q = listedInverseDepths[k];
      const last = lastDepths[sample];
      if (!(q < last - Math.abs(last) * DISTINCT) && !this.#isBehind(sample, q, triangle)) {
        this.isBroken = true;
        return;
      }
      lastDepths[sample] = q;
      this.#lastTriangles[sample] = triangle;
      cover.add(sample, listedPlaces[k], q, alpha);
      const through = light[4 * sample + 3];
      if (!(through > FULL)) continue;
      const part = alpha * through;
      light[4 * sample] += part * colors[3 * i];
      light[4 * sample + 1] += part * colors[3 * i + 1];
      light[4 * sample + 2] += part * colors[3 * i + 2];
      light[4 * sample + 3] = through - part;
    }
    cover.settle();
  }

  /** By distance as a float, then in the order of the scene. */
  #isBehind(sample: number, q: number, triangle: number): boolean {
    const last = this.#lastTriangles[sample];
    if (last === NONE) return true;
    const { isPerspective } = this.#work.frame.camera;
    const before = Math.fround(isPerspective ? 1 / this.#lastDepths[sample] : -this.#lastDepths[sample]);
    const after = Math.fround(isPerspective ? 1 / q : -q);
    return before < after || (before === after && last <= triangle);
  }
}
