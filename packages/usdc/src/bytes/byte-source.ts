/** The bytes of a file, read little-endian with every range checked. */
import { CrateError } from "../diagnostics/types.ts";

/** 2^32, for offsets of 48 and 64 bits: a double holds them exactly up to 2^53. */
const WORD = 0x1_0000_0000;

/** Checked access to the bytes of a crate. */
export class ByteSource {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    // Not a Buffer of Node, whose `slice` does not copy.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
  }

  /** Throws {@link CrateError} unless `[offset, offset + size)` is inside of the file. */
  require(offset: number, size: number, what: string): void {
    if (offset >= 0 && size >= 0 && offset + size <= this.length) return;
    throw new CrateError(
      "USDC_VALUE",
      Math.min(Math.max(offset, 0), this.length),
      `${what} needs ${size} bytes at offset ${offset}, but the file ends at ${this.length}`,
    );
  }

  uint8(offset: number, what: string): number {
    this.require(offset, 1, what);
    return this.bytes[offset];
  }

  uint32(offset: number, what: string): number {
    this.require(offset, 4, what);
    return this.view.getUint32(offset, true);
  }

  /** A signed 64-bit offset or an unsigned count; above 2^53 it is no longer exact, and then outside of every file. */
  int64(offset: number, what: string): number {
    this.require(offset, 8, what);
    return this.view.getInt32(offset + 4, true) * WORD + this.view.getUint32(offset, true);
  }

  uint64(offset: number, what: string): number {
    this.require(offset, 8, what);
    return this.view.getUint32(offset + 4, true) * WORD + this.view.getUint32(offset, true);
  }

  float64(offset: number, what: string): number {
    this.require(offset, 8, what);
    return this.view.getFloat64(offset, true);
  }

  /** A count of things of `size` bytes that start at `offset`: throws unless all of them are inside of the file. */
  requireElements(offset: number, count: number, size: number, what: string): void {
    if (count <= (this.length - offset) / size) return;
    throw new CrateError(
      "USDC_LIMIT",
      offset,
      `${what} claims ${count} elements of ${size} bytes, more than the file has left at offset ${offset}`,
    );
  }
}
