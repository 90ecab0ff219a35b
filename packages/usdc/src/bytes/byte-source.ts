/** The bytes of a file, read little-endian with every range checked. */
import { LazyBytes } from "@usdkit/base";
import { CrateError } from "./crate-diagnostic.ts";

/** 2^32, for offsets of 48 and 64 bits: a double holds them exactly up to 2^53. */
const WORD = 0x1_0000_0000;
/** Longer compressed bytes are not kept once they are decompressed. */
const MAX_KEPT = 1 << 16;

/** Decodes bytes of which the first is at an index. */
type Decode<T> = (bytes: Uint8Array, start: number) => T;

/**
 * Checked access to the bytes of a crate, all of them in memory or read when they are needed. Offsets are those in the crate;
 * {@link ByteSource.at} has where the byte at an offset is in {@link ByteSource.bytes} until the next call.
 */
export class ByteSource {
  bytes: Uint8Array;
  view: DataView;
  readonly length: number;
  /** Whether bytes are read when they are needed. */
  readonly isLazy: boolean;
  private readonly lazy: LazyBytes | undefined;
  /** Offset of the first of `bytes`. */
  private first = 0;

  constructor(source: Uint8Array | LazyBytes) {
    this.length = source.length;
    this.isLazy = source instanceof LazyBytes;
    this.lazy = source instanceof LazyBytes ? source : undefined;
    const bytes = source instanceof LazyBytes ? new Uint8Array(0) : source;
    // Not a Buffer of Node, whose `slice` does not copy.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Returns the index in `bytes` and `view` of a range that is inside of the file; valid until the next call. */
  at(offset: number, size: number): number {
    const index = offset - this.first;
    if (this.lazy === undefined || (index >= 0 && index + size <= this.bytes.length)) return index;
    const { bytes, view, start } = this.lazy.block(offset, offset + size);
    this.bytes = bytes;
    this.view = view;
    this.first = start;
    return offset - start;
  }

  /** Returns `size` bytes that a value may keep, and the index of the first: of those in memory, or in memory of their own. */
  own(offset: number, size: number): { readonly bytes: Uint8Array; readonly start: number } {
    const { lazy } = this;
    return lazy === undefined
      ? { bytes: this.bytes, start: offset }
      : { bytes: lazy.slice(offset, offset + size), start: 0 };
  }

  /** Decodes a range that is inside of the file; offsets of its errors are those in the file. */
  decode<T>(offset: number, size: number, decode: Decode<T>): T {
    const index = offset - this.first;
    if (this.lazy !== undefined && size > MAX_KEPT && (index < 0 || index + size > this.bytes.length)) {
      return moved(offset, () => decode(this.lazy?.lend(offset, offset + size) ?? this.bytes, 0));
    }
    const start = this.at(offset, size);
    return start === offset ? decode(this.bytes, start) : moved(offset - start, () => decode(this.bytes, start));
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
    // In two steps: `at` may replace what is read from.
    const index = this.at(offset, 1);
    return this.bytes[index];
  }

  uint32(offset: number, what: string): number {
    this.require(offset, 4, what);
    const index = this.at(offset, 4);
    return this.view.getUint32(index, true);
  }

  /** A signed 64-bit offset or an unsigned count; above 2^53 it is no longer exact, and then outside of every file. */
  int64(offset: number, what: string): number {
    this.require(offset, 8, what);
    const index = this.at(offset, 8);
    return this.view.getInt32(index + 4, true) * WORD + this.view.getUint32(index, true);
  }

  uint64(offset: number, what: string): number {
    this.require(offset, 8, what);
    const index = this.at(offset, 8);
    return this.view.getUint32(index + 4, true) * WORD + this.view.getUint32(index, true);
  }

  bigInt64(offset: number, what: string): bigint {
    this.require(offset, 8, what);
    const index = this.at(offset, 8);
    return this.view.getBigInt64(index, true);
  }

  float64(offset: number, what: string): number {
    this.require(offset, 8, what);
    const index = this.at(offset, 8);
    return this.view.getFloat64(index, true);
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

/** Runs `decode`, whose offsets are to be moved by `distance`. */
function moved<T>(distance: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof CrateError ? error.moved(distance) : error;
  }
}
