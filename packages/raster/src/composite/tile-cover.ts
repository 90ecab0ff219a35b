import type { ThreadMemory } from "../bands/thread-memory.ts";
import { FULL } from "../splats/blend-splats.ts";
import type { FillTarget } from "../triangles/fill-triangle.ts";
import type { Tile } from "./tile.ts";

/**
 * Coverage of a tile by translucent fragments. Once those of a sample are opaque together, the depth test rejects everything
 * behind them; once that is so for the whole tile, `isHidden` returns true for everything behind.
 */
export class TileCover {
  readonly #tile: Tile;
  readonly #target: FillTarget;
  /** By sample: the transmittance of the fragments so far, and the inverse depth of the farthest. */
  readonly #through: Float64Array;
  readonly #farthest: Float64Array;
  /** Samples without anything opaque or a full cover of fragments. */
  #open = 0;
  /** The least inverse depth of the tile that the depth test lets pass; computed when no sample is open any more. */
  #floor = -Infinity;

  constructor(tile: Tile, target: FillTarget, memory: ThreadMemory) {
    this.#tile = tile;
    this.#target = target;
    const all = tile.width * tile.height;
    this.#through = memory.doubles("cover.through", all).fill(1, 0, all);
    this.#farthest = memory.doubles("cover.farthest", all).fill(Infinity, 0, all);
    this.#eachRow((start) => {
      for (let i = start; i < start + tile.width; i++) if (target.inverseDepths[i] === -Infinity) this.#open++;
    });
    this.settle();
  }

  /** Returns whether everything at or behind an inverse depth is hidden in the tile. */
  isHidden(nearest: number): boolean {
    return nearest <= this.#floor;
  }

  /** Adds a fragment: its sample in the tile, its place in the target, its inverse depth and its opacity. */
  add(sample: number, place: number, q: number, alpha: number): void {
    const before = this.#through[sample];
    const after = before * (1 - alpha);
    this.#through[sample] = after;
    if (q < this.#farthest[sample]) this.#farthest[sample] = q;
    if (!(after <= FULL && before > FULL)) return;
    const { inverseDepths } = this.#target;
    // Slightly less: an equally far fragment may precede it in the order of the scene.
    const cut = this.#farthest[sample];
    if (inverseDepths[place] === -Infinity) this.#open--;
    inverseDepths[place] = Math.max(inverseDepths[place], cut - Math.abs(cut) * 1e-9);
  }

  /** Updates the state; called after fragments were added. */
  settle(): void {
    if (this.#open > 0 || this.#floor !== -Infinity) return;
    let floor = Infinity;
    const { inverseDepths } = this.#target;
    this.#eachRow((start) => {
      for (let i = start; i < start + this.#tile.width; i++) if (inverseDepths[i] < floor) floor = inverseDepths[i];
    });
    this.#floor = floor;
  }

  #eachRow(use: (start: number) => void): void {
    const { left, top, height } = this.#tile;
    for (let row = 0; row < height; row++) use((top + row - this.#target.origin) * this.#target.width + left);
  }
}
