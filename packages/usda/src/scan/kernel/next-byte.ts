/** Finds the next of a byte again and again, each byte of the text looked at once. */
export class NextByte {
  private readonly bytes: Uint8Array;
  private readonly byte: number;
  /** There is none in `[from, found)`. */
  private from = 0;
  private found = -1;

  constructor(bytes: Uint8Array, byte: number) {
    this.bytes = bytes;
    this.byte = byte;
  }

  /** Where the next one is from `start` on; the text's length if there is none. */
  after(start: number): number {
    if (start < this.from || start > this.found) {
      const at = this.bytes.indexOf(this.byte, start);
      this.from = start;
      this.found = at < 0 ? this.bytes.length : at;
    }
    return this.found;
  }
}
