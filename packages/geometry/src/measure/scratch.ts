/** Memory for the lists of a measure, used again for the next mesh: most meshes are small, and allocating takes longer than measuring. */

/** More is not kept. */
const MAX_KEPT = 2 ** 16;

/** Lists of integers that are in use until the next `begin`. */
export class Scratch {
  private kept: Int32Array = new Int32Array(1024);
  private current: Int32Array = this.kept;
  private used = 0;

  /** Starts anew. @param length of all lists together */
  begin(length: number): void {
    this.used = 0;
    if (length > MAX_KEPT) {
      this.current = new Int32Array(length);
      return;
    }
    if (length > this.kept.length) this.kept = new Int32Array(Math.min(MAX_KEPT, 2 * length));
    else this.kept.fill(0, 0, length);
    this.current = this.kept;
  }

  /** Returns a list of zeros. */
  take(length: number): Int32Array {
    const from = this.used;
    this.used += length;
    return this.current.subarray(from, this.used);
  }
}
