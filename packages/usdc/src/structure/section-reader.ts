/** Reads the tables of a section one after the other, within the section and within what a file of its size may have. */
import type { ByteSource } from "../bytes/byte-source.ts";
import { readIntegers32 } from "../bytes/integer-coding.ts";
import { decompress } from "../bytes/lz4.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { Section, SectionName } from "./header.ts";

/**
 * Entries that the tables of a file may have: so many, and a number of them a byte. Compressed tables of regular scenes have
 * a few entries a byte; what a damaged file claims is bounded by this, at about 256 bytes of memory a byte.
 */
const BASE_ENTRIES = 1 << 20;
const MAX_ENTRIES_PER_BYTE = 8;

/** A place in a section of a crate. */
export class SectionReader {
  readonly source: ByteSource;
  readonly name: SectionName;
  readonly end: number;
  position: number;

  constructor(source: ByteSource, name: SectionName, { start, end }: Section) {
    this.source = source;
    this.name = name;
    this.position = start;
    this.end = end;
    // Every byte of a section is read: those of a lazy source at once.
    if (end > start) source.at(start, end - start);
  }

  /** An error at the place that was read last. */
  error(message: string): CrateError {
    return new CrateError("USDC_STRUCTURE", this.position, `Section ${this.name}: ${message}`);
  }

  /** Takes `size` bytes; returns the position of the first. */
  take(size: number): number {
    const at = this.position;
    if (size > this.end - at)
      throw this.error(`${size} bytes expected at offset ${at}, but the section ends at ${this.end}`);
    this.position = at + size;
    return at;
  }

  uint64(): number {
    const at = this.take(8);
    return this.source.uint64(at, this.name);
  }

  /** A count of entries. */
  count(): number {
    const at = this.position;
    const count = this.uint64();
    const limit = BASE_ENTRIES + this.source.length * MAX_ENTRIES_PER_BYTE;
    if (count <= limit) return count;
    const message = `Section ${this.name} claims ${count} entries, more than the ${limit} that a file of this size may have`;
    throw new CrateError("USDC_LIMIT", at, message);
  }

  /** A count of entries of `size` bytes that follow uncompressed. */
  countOf(size: number): number {
    const count = this.uint64();
    if (count * size <= this.end - this.position) return count;
    throw this.error(`${count} entries of ${size} bytes do not fit into it`);
  }

  /** Compressed 32-bit integers after the size of their compressed form. */
  integers(count: number): Int32Array {
    const size = this.uint64();
    const start = this.take(size);
    return this.source.decode(start, size, (bytes, at) => readIntegers32(bytes, { start: at, end: at + size }, count));
  }

  /** Compressed bytes after the size of their compressed form; exactly `size` when decompressed. */
  compressed(size: number): Uint8Array {
    const compressedSize = this.uint64();
    const start = this.take(compressedSize);
    const bytes = this.source.decode(start, compressedSize, (from, at) =>
      decompress(from, { start: at, end: at + compressedSize, size }),
    );
    if (bytes.length === size) return bytes;
    const message = `Section ${this.name} decompresses to ${bytes.length} bytes, not to the ${size} that are announced`;
    throw new CrateError("USDC_COMPRESSION", start, message);
  }
}
