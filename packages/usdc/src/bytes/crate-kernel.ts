/** LZ4 blocks and coded integers in WebAssembly; the source of the kernel is `assembly/crate.ts`. */
import type { KernelExports } from "@usdkit/base";
import { loadKernel } from "@usdkit/base";
import { kernelModule } from "./crate.generated.ts";

/** Smaller blocks, of which no more bytes are made either, are left to JavaScript: to copy them takes longer. */
const MIN_BYTES = 128;
const MIN_OUTPUT = 1024;
/** What the kernel's memory may grow to; it is never given back. Larger blocks are decompressed in JavaScript. */
const MAX_MEMORY = 1 << 25;
const PAGE_SIZE = 1 << 16;
/** Bytes after input and output that the kernel's copies may touch. */
const PADDING = 16;

interface CrateExports extends KernelExports {
  decompressBlock(source: number, end: number, target: number, limit: number): number;
  decodeIntegers32(source: number, end: number, count: number, target: number): number;
}

/** The range of a block of LZ4, and the most bytes that it may become. */
export interface BlockRange {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** Decompresses and decodes in its own memory. Returns undefined for input that JavaScript must decode or report. */
export class CrateKernel {
  private readonly exports: CrateExports;
  private memory: Uint8Array;

  constructor(exports: CrateExports) {
    this.exports = exports;
    this.memory = new Uint8Array(exports.memory.buffer);
  }

  /** Returns the decompressed block, a view that the next call overwrites. */
  decompress(source: Uint8Array, range: BlockRange): Uint8Array | undefined {
    const length = this.decompressAt(source, range, 0);
    const target = outputPlace(range);
    return length < 0 ? undefined : this.memory.subarray(target, target + length);
  }

  /** Returns the integers that a block decompresses to. */
  readIntegers32(source: Uint8Array, range: BlockRange, count: number): Int32Array | undefined {
    const length = this.decompressAt(source, range, count * 4);
    if (length < 0) return undefined;
    const start = outputPlace(range);
    const target = align(start + range.size + PADDING);
    if (this.exports.decodeIntegers32(start, start + length, count, target) === 0) return undefined;
    return new Int32Array(this.exports.memory.buffer, target, count).slice();
  }

  /** Decompresses a block to its place; returns how many bytes, -1 if it is damaged, too short or too large. */
  private decompressAt(source: Uint8Array, range: BlockRange, more: number): number {
    const { start, end, size } = range;
    if (end - start < MIN_BYTES && size < MIN_OUTPUT) return -1;
    const target = outputPlace(range);
    const needed = align(target + size + PADDING) + more;
    if (needed > MAX_MEMORY) return -1;
    if (needed > this.memory.length) {
      this.exports.memory.grow(Math.ceil((needed - this.memory.length) / PAGE_SIZE));
      this.memory = new Uint8Array(this.exports.memory.buffer);
    }
    this.memory.set(source.subarray(start, end), 0);
    return this.exports.decompressBlock(0, end - start, target, target + size);
  }
}

function outputPlace({ start, end }: BlockRange): number {
  return align(end - start + PADDING);
}

function align(place: number): number {
  return Math.ceil(place / PADDING) * PADDING;
}

let made: CrateKernel | undefined;
let isTried = false;

/** The kernel of this program; undefined if there is no WebAssembly. */
export function crateKernel(): CrateKernel | undefined {
  if (!isTried) {
    isTried = true;
    const exports = loadKernel<CrateExports>(kernelModule);
    if (exports !== undefined) made = new CrateKernel(exports);
  }
  return made;
}
