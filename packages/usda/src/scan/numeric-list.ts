import { CHUNK_LENGTH, NumberKernel } from "./number-kernel.ts";
import type { NumericArray } from "@usdkit/layer";
import type { NumericKind } from "./numeric-kinds.ts";
import { bytesPerComponent, isIntegerKind, newNumericArray, storeNumbers } from "./numeric-kinds.ts";
import { NumericStore } from "./numeric-store.ts";
import { NextByte } from "./kernel/next-byte.ts";
import type { KernelKind, TextKernel } from "./kernel/text-kernel.ts";
import { textKernel } from "./kernel/text-kernel.ts";

export type { NumericArray } from "@usdkit/layer";
export type { NumericKind } from "./numeric-kinds.ts";

const OPEN = 40;
const CLOSE_LIST = 93;

/** Shorter lists are read in JavaScript, which is faster for them (docs/decisions/2026-11-23-numbers-and-kernels.md). */
const MIN_KERNEL_BYTES = 1024;

/** The shape of elements: `rows` and `columns` of a matrix, `rows` 0 for tuples, both 0 for numbers. */
export interface ElementShape {
  readonly rows: number;
  readonly columns: number;
}

/** The kind, if the kernel reads numbers of it. */
export function asKernelKind(kind: NumericKind): KernelKind | undefined {
  return kind === "float" || kind === "double" || kind === "int" ? kind : undefined;
}

/** Bytes that continue an identifier; a number followed by one is not in this form. Includes the point: `1.5.5`. */
const CONTINUES: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || /[\w.+-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Decodes lists and tuples of numbers from the text's bytes straight into typed arrays, strictly by the grammar:
 * items separated by inline padding, `,`, padding with line ends; one optional last comma; `[ ]` without a line end
 * if empty. Text in any other form (comments, strings, nested lists, wrong shapes, integers out of range, errors) is
 * rejected as a whole, and left to a slower parser that reports errors.
 *
 * ```ts
 * const reader = new NumericListReader(bytes);
 * const points = reader.readList(afterBracket, "float", 0, 3); // Float32Array of 3 · reader.count, or null
 * ```
 */
export class NumericListReader {
  /** Position after the closing bracket of the last success. */
  end = 0;
  /** Elements of the last list; a tuple counts as one. */
  count = 0;
  /**
   * Lists of at most this many bytes return an array that the next call reuses (and that may be longer than the
   * list): for callers that only check them.
   */
  sharedBytes = 0;
  /** The number read last by `readNumber`. */
  value = 0;

  /** The buffers and the text, to share with a `NumericSampleReader`. */
  readonly kernel: NumberKernel;
  private readonly store: NumericStore = new NumericStore();
  private readonly sharedArrays: Partial<Record<NumericKind, NumericArray>> = {};

  /** Lists of at least this many bytes are read in WebAssembly; blocks of samples from a quarter of it on. */
  kernelBytes: number = MIN_KERNEL_BYTES;
  /** Undefined if there is no WebAssembly. */
  readonly textKernel: TextKernel | undefined = textKernel();
  private readonly closings: NextByte;

  /** @param bytes the whole text; positions are offsets into it */
  constructor(bytes: Uint8Array) {
    this.kernel = new NumberKernel(bytes);
    this.closings = new NextByte(bytes, CLOSE_LIST);
  }

  /**
   * Reads the list whose `[` is before `start`. Returns null if it is not in the fast form.
   *
   * @param rows 0, or the rows of a matrix
   * @param columns 0 for scalars, otherwise the numbers of a tuple (of a row)
   * @returns components, element-major, of length `count · max(1, rows) · max(1, columns)`
   */
  readList(start: number, kind: NumericKind, rows: number, columns: number): NumericArray | null {
    const kernel = this.kernel;
    if (start > kernel.limit) return null;
    const bytes = kernel.bytes;
    const width = Math.max(1, rows) * Math.max(1, columns);
    let p = kernel.inlinePadding(start);
    if (bytes[p] === CLOSE_LIST) {
      this.end = p + 1;
      this.count = 0;
      return newNumericArray(kind, 0);
    }
    this.prepare(kind);
    p = kernel.padding(p);
    const kernelKind = asKernelKind(kind);
    if (this.textKernel !== undefined && kernelKind !== undefined && this.closings.after(p) - p >= this.kernelBytes) {
      return this.readLong(this.textKernel, p, kernelKind, { rows, columns });
    }
    p = this.fill(p, rows, columns, width);
    if (p < 0) return null;
    if (this.end >= 0) {
      this.count = kernel.filled / width;
      const isSmall = kernel.filled * bytesPerComponent(kind) <= this.sharedBytes;
      const list = isSmall ? this.shared(kind) : newNumericArray(kind, kernel.filled);
      return storeNumbers(kind, kernel, list, 0) ? list : null;
    }

    // More than a chunk: the brackets of the fast form do not nest, so the next `]` is the end; the length is
    // estimated from it.
    const close = bytes.indexOf(CLOSE_LIST, p);
    if (close < 0) return null;
    const store = this.store;
    store.begin(kind, Math.ceil((kernel.filled * 1.02 * (close - start)) / (p - start)) + CHUNK_LENGTH);
    while (store.append(kernel)) {
      if (this.end >= 0) {
        this.count = store.length / width;
        return store.finish();
      }
      kernel.exact.clear();
      p = this.fill(p, rows, columns, width);
      if (p < 0) return null;
    }
    return null;
  }

  /** Reads the elements of a long list; those that the kernel does not read, one at a time in JavaScript. */
  private readLong(text: TextKernel, start: number, kind: KernelKind, shape: ElementShape): NumericArray | null {
    const { kernel, store } = this;
    const { bytes } = kernel;
    const { rows, columns } = shape;
    const width = Math.max(1, rows) * Math.max(1, columns);
    const length = this.closings.after(start) - start;
    const elements = { kind, rows, columns, hasTimes: false };
    store.begin(kind, 0);
    text.begin(Math.min(bytes.length, start + length + 1));
    for (let p = start; ;) {
      const numbers = text.decode(bytes, p, elements);
      if (numbers.length > 0) {
        p = text.position;
        if (store.length === 0 && !text.isEnd) {
          store.begin(kind, Math.ceil((numbers.length * 1.02 * length) / (p - start)) + CHUNK_LENGTH);
        }
        store.appendAll(numbers);
        if (text.isEnd) this.end = p;
      } else {
        p = text.position;
        if (p > kernel.limit) return null;
        p = kernel.element(p, rows, columns, 0);
        if (p < 0) return null;
        kernel.filled = width;
        if (!store.append(kernel)) return null;
        if (kernel.exact.size > 0) kernel.exact.clear();
        p = this.next(p);
        if (p < 0) return null;
      }
      if (this.end >= 0) {
        this.count = store.length / width;
        return store.finish();
      }
    }
  }

  /**
   * Reads the tuple whose `(` is before `start` into `out` from `offset`, an array of the kind's class with
   * sufficient length. If it returns false, `out` may be partly written.
   */
  readTuple(
    start: number,
    kind: NumericKind,
    rows: number,
    columns: number,
    out: NumericArray,
    offset: number,
  ): boolean {
    const kernel = this.kernel;
    if (start > kernel.limit) return false;
    this.prepare(kind);
    const end = rows === 0 ? kernel.tuple(start, columns, 0) : kernel.matrix(start, rows, columns, 0);
    if (end < 0) return false;
    const width = Math.max(1, rows) * columns;
    kernel.filled = width;
    if (!storeNumbers(kind, kernel, out, offset)) return false;
    this.end = end;
    this.count = 1;
    return true;
  }

  /**
   * Reads one number at `start` into `value`; returns the position after it, or -1 (also if an identifier follows
   * directly).
   */
  readNumber(start: number): number {
    const kernel = this.kernel;
    kernel.integral = false;
    kernel.single = false;
    const end = start > kernel.limit ? kernel.general(start, 0) : kernel.number(start, 0);
    if (end < 0 || (end < kernel.bytes.length && CONTINUES[kernel.bytes[end]] === 1)) return -1;
    this.value = kernel.chunk[0];
    return end;
  }

  private shared(kind: NumericKind): NumericArray {
    return (this.sharedArrays[kind] ??= newNumericArray(kind, this.sharedBytes / bytesPerComponent(kind)));
  }

  private prepare(kind: NumericKind): void {
    const kernel = this.kernel;
    kernel.integral = isIntegerKind(kind);
    kernel.single = kind === "float";
    if (kernel.exact.size > 0) kernel.exact.clear();
    this.end = -1;
  }

  /**
   * Reads elements until the chunk is full or the list ends (`end` is then set). Returns the position to continue at,
   * or -1.
   */
  private fill(start: number, rows: number, columns: number, width: number): number {
    if (columns === 0) return this.fillScalars(start);
    return rows === 0 ? this.fillTuples(start, columns) : this.fillMatrices(start, rows, columns, width);
  }

  private fillScalars(start: number): number {
    const kernel = this.kernel;
    const p = kernel.numbers(start, 0, CHUNK_LENGTH);
    return kernel.filled === 0 ? -1 : this.next(p);
  }

  private fillTuples(start: number, columns: number): number {
    const kernel = this.kernel;
    const bytes = kernel.bytes;
    let p = start;
    let index = 0;
    for (const last = CHUNK_LENGTH - columns; index <= last;) {
      if (bytes[p] !== OPEN) return -1;
      p = kernel.tuple(p + 1, columns, index);
      if (p < 0) return -1;
      index += columns;
      p = this.next(p);
      if (p < 0 || this.end >= 0) break;
    }
    kernel.filled = index;
    return p;
  }

  private fillMatrices(start: number, rows: number, columns: number, width: number): number {
    const kernel = this.kernel;
    let p = start;
    let index = 0;
    while (index <= CHUNK_LENGTH - width) {
      p = kernel.element(p, rows, columns, index);
      if (p < 0) return -1;
      index += width;
      p = this.next(p);
      if (p < 0 || this.end >= 0) break;
    }
    kernel.filled = index;
    return p;
  }

  /** After an element: to the next one, or over the closing bracket, which sets `end`. */
  private next(start: number): number {
    const kernel = this.kernel;
    const bytes = kernel.bytes;
    let p = start;
    if (bytes[p] !== CLOSE_LIST) {
      p = kernel.separator(p);
      if (p < 0) {
        p = kernel.close(start, CLOSE_LIST);
        this.end = p;
        return p;
      }
      if (bytes[p] !== CLOSE_LIST) return p;
    }
    this.end = p + 1;
    return p + 1;
  }
}
