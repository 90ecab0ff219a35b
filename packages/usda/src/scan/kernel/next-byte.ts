/** Finds the next occurrence of a byte repeatedly, reading each byte of the text once. */
export class NextByte {
  private readonly bytes: Uint8Array;
  private readonly byte: number;
  /** No occurrence is in `[from, found)`. */
  private from = 0;
  private found = -1;

  constructor(bytes: Uint8Array, byte: number) {
    this.bytes = bytes;
    this.byte = byte;
  }

  /** Returns the position of the next occurrence from `start` on; the text's length if there is none. */
  after(start: number): number {
    if (start < this.from || start > this.found) {
      const at = this.bytes.indexOf(this.byte, start);
      this.from = start;
      this.found = at < 0 ? this.bytes.length : at;
    }
    return this.found;
  }
}
