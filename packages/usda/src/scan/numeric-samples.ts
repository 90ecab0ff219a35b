import type { NumberKernel } from "./number-kernel.ts";
import { CHUNK_LENGTH } from "./number-kernel.ts";
import { NextByte } from "./kernel/next-byte.ts";
import { asKernelKind, NumericListReader } from "./numeric-list.ts";
import type { NumericArray } from "@usdkit/layer";
import type { NumericKind } from "./numeric-kinds.ts";
import { isIntegerKind } from "./numeric-kinds.ts";
import { NumericStore } from "./numeric-store.ts";

const COLON = 58;
const SPACE = 32;
const OPEN_LIST = 91;
const CLOSE_BLOCK = 125;

/** Samples of numbers or tuples, in the order of the text; a time may appear twice (the last one wins). */
export interface NumericSamples {
  readonly times: Float64Array;
  /** Flat components, element-major: sample i begins at `i · max(1, rows) · max(1, columns)`. */
  readonly values: NumericArray;
}

/** Samples of lists, in the order of the text; a time may appear twice (the last one wins). */
export interface NumericListSamples {
  readonly times: Float64Array;
  /** Components of each sample's list. */
  readonly lists: readonly NumericArray[];
}

/**
 * Decodes the body of a block of time samples, `{ 0: 1.5, 1: 2.5 }`, whose values are all numbers, tuples, or lists of
 * these. Anything else (`None`, comments, strings, wrong shapes, errors) rejects the block as a whole.
 *
 * ```ts
 * const samples = new NumericSampleReader(bytes).readSamples(afterBrace, "double", 0, 3);
 * ```
 */
export class NumericSampleReader {
  /** Position after the closing brace of the last success. */
  end = 0;

  private readonly kernel: NumberKernel;
  /** The reader of the lists of samples; shares its buffers with this reader. */
  readonly lists: NumericListReader;
  private readonly store: NumericStore = new NumericStore();
  private readonly closings: NextByte;
  private times: Float64Array = new Float64Array(256);
  private count = 0;

  /**
   * @param bytes the whole text; positions are offsets into it
   * @param lists a reader of the same bytes to share buffers with
   */
  constructor(bytes: Uint8Array, lists: NumericListReader = new NumericListReader(bytes)) {
    this.lists = lists;
    this.kernel = lists.kernel;
    this.closings = new NextByte(bytes, CLOSE_BLOCK);
  }

  /**
   * Reads the block whose `{` is before `start`. Returns null if it is not in the fast form; an empty block is.
   *
   * @param rows 0, or the rows of a matrix
   * @param columns 0 for scalars, otherwise the numbers of a tuple (of a row)
   */
  readSamples(start: number, kind: NumericKind, rows: number, columns: number): NumericSamples | null {
    const kernel = this.kernel;
    if (start > kernel.limit) return null;
    const width = Math.max(1, rows) * Math.max(1, columns);
    const integral = isIntegerKind(kind);
    const store = this.store;
    this.begin();
    store.begin(kind, 0);
    if (kernel.exact.size > 0) kernel.exact.clear();
    let index = 0;
    let p = this.open(start);
    const kernelKind = asKernelKind(kind);
    const isLong = kernelKind !== undefined && this.closings.after(p) - p >= this.lists.kernelBytes / 4;
    const text = isLong ? this.lists.textKernel : undefined;
    const shape = { kind: kernelKind ?? "double", rows, columns, hasTimes: true };
    text?.begin(Math.min(kernel.bytes.length, this.closings.after(p) + 1));
    while (this.end < 0) {
      if (text !== undefined) {
        const values = text.decode(kernel.bytes, p, shape);
        if (values.length > 0) {
          store.appendAll(values);
          this.addTimes(text.times);
          p = text.position;
          if (text.isEnd) this.end = p;
          continue;
        }
        p = text.position;
        if (p > kernel.limit) return null;
      }
      p = this.time(p);
      if (p < 0) return null;
      kernel.integral = integral;
      kernel.single = kind === "float";
      p = kernel.element(p, rows, columns, index);
      if (p < 0) return null;
      index += width;
      p = this.next(p);
      if (p < 0) return null;
      if (text !== undefined || index > CHUNK_LENGTH - width || this.end >= 0) {
        kernel.filled = index;
        if (!store.append(kernel)) return null;
        kernel.exact.clear();
        index = 0;
      }
    }
    return { times: this.times.slice(0, this.count), values: store.finish() };
  }

  /** The same for samples that are lists, `{ 0: [(1, 2, 3), …], 1: [] }`. */
  readListSamples(start: number, kind: NumericKind, rows: number, columns: number): NumericListSamples | null {
    if (start > this.kernel.limit) return null;
    // The lists outlive the call.
    const { sharedBytes } = this.lists;
    this.lists.sharedBytes = 0;
    this.begin();
    const lists = this.readLists(this.open(start), kind, rows, columns);
    this.lists.sharedBytes = sharedBytes;
    return lists === null ? null : { times: this.times.slice(0, this.count), lists };
  }

  private readLists(start: number, kind: NumericKind, rows: number, columns: number): NumericArray[] | null {
    const lists: NumericArray[] = [];
    const kernel = this.kernel;
    const reader = this.lists;
    let p = start;
    while (this.end < 0) {
      p = this.time(p);
      if (p < 0 || kernel.bytes[p] !== OPEN_LIST) return null;
      const list = reader.readList(p + 1, kind, rows, columns);
      if (list === null) return null;
      lists.push(list);
      p = this.next(reader.end);
      if (p < 0) return null;
    }
    return lists;
  }

  private addTimes(times: Float64Array): void {
    if (this.count + times.length > this.times.length) this.growTimes(this.count + times.length);
    this.times.set(times, this.count);
    this.count += times.length;
  }

  private growTimes(length: number): void {
    const grown = new Float64Array(length * 2);
    grown.set(this.times);
    this.times = grown;
  }

  private begin(): void {
    this.count = 0;
    this.end = -1;
  }

  /** To the first time, or over the brace of an empty block, which sets `end`. */
  private open(start: number): number {
    const p = this.kernel.padding(start);
    if (this.kernel.bytes[p] === CLOSE_BLOCK) this.end = p + 1;
    return p;
  }

  /** Reads `time :` and returns the position of the value, or -1. */
  private time(start: number): number {
    const kernel = this.kernel;
    const bytes = kernel.bytes;
    kernel.integral = false;
    kernel.single = false;
    // Writes to the last element of the chunk, which the value may overwrite.
    let p = kernel.number(start, CHUNK_LENGTH - 1);
    if (p < 0) return -1;
    if (this.count === this.times.length) this.growTimes(this.count);
    this.times[this.count++] = kernel.chunk[CHUNK_LENGTH - 1];
    if (bytes[p] !== COLON) p = kernel.inlinePadding(p);
    if (bytes[p] !== COLON) return -1;
    p++;
    if (bytes[p] === SPACE) p++;
    return bytes[p] <= SPACE ? kernel.inlinePadding(p) : p;
  }

  /** After a value: to the next time, or over the closing brace, which sets `end`. */
  private next(start: number): number {
    const kernel = this.kernel;
    const bytes = kernel.bytes;
    const p = kernel.separator(start);
    if (p >= 0 && bytes[p] !== CLOSE_BLOCK) return p;
    this.end = kernel.close(start, CLOSE_BLOCK);
    return this.end;
  }
}
