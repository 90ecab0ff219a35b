import type { FillTarget } from "./fill-triangle.ts";

/** Columns and rows of samples that hide together. */
const COLUMNS = 32;
const ROWS = 32;

/** What the surfaces of a target hide: the least inverse depth of each tile; what is behind it is hidden there. */
export class HiddenTiles {
  readonly #target: FillTarget;
  readonly #floors: Float64Array;
  readonly #across: number;
  /** Of all tiles. */
  floor: number = -Infinity;

  constructor(target: FillTarget) {
    this.#target = target;
    this.#across = Math.ceil(target.width / COLUMNS);
    this.#floors = new Float64Array(this.#across * Math.ceil((target.bottom - target.top) / ROWS));
    this.update();
  }

  /** Returns whether everything at an inverse depth is hidden between two columns. At the same depth it is not. */
  hides(nearest: number, left: number, right: number): boolean {
    const floors = this.#floors;
    const first = Math.max(0, Math.floor(left / COLUMNS));
    const last = Math.min(this.#across - 1, Math.floor(right / COLUMNS));
    for (let row = 0; row < floors.length; row += this.#across) {
      for (let column = first; column <= last; column++) if (nearest >= floors[row + column]) return false;
    }
    return true;
  }

  /** Follows what was drawn. */
  update(): void {
    const { inverseDepths, width, top, bottom, origin } = this.#target;
    const floors = this.#floors;
    floors.fill(Infinity);
    for (let y = top; y < bottom; y++) {
      const row = (y - origin) * width;
      const tiles = this.#across * (((y - top) / ROWS) | 0);
      for (let x = 0; x < width; x++) {
        const q = inverseDepths[row + x];
        const tile = tiles + ((x / COLUMNS) | 0);
        if (q < floors[tile]) floors[tile] = q;
      }
    }
    this.floor = Infinity;
    for (const floor of floors) if (floor < this.floor) this.floor = floor;
  }
}
