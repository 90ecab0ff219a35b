/** Decodes numbers of text in WebAssembly; the source of the kernel is `assembly/numbers.ts`. */
import type { KernelExports } from "@usdkit/base";
import { loadKernel } from "@usdkit/base";
import { kernelModule } from "./numbers.generated.ts";

/** Kernel memory offsets of the text, the numbers and the times. */
const INPUT = 1024;
const OUTPUT = 65536;
const TIMES = 65536 * 5;
/** Bytes of text that are decoded at a time: their numbers, at least two bytes each, fit into the output. */
const WINDOW = 32768;
/** Zero bytes after the window: not a number, separator or bracket. */
const GUARD: Uint8Array = new Uint8Array(64);
/** If less than this is left in a window, the rest is moved to a new one. */
const MIN_REST = 2048;
const MAX_ELEMENTS = 32768;

/** Kinds of numbers that the kernel writes. */
const KIND = { double: 0, float: 1, int: 2 } as const;
/** A kind of numbers that the kernel writes. */
export type KernelKind = keyof typeof KIND;

/**
 * The form of the elements of a list: `rows` and `columns` as in `NumericListReader`; samples have a time before
 * each.
 */
export interface KernelShape {
  readonly kind: KernelKind;
  readonly rows: number;
  readonly columns: number;
  readonly hasTimes: boolean;
}

interface NumbersExports extends KernelExports {
  prepare(): void;
  decode(start: number, rows: number, columns: number, kind: number, hasTimes: boolean, limit: number): number;
  stoppedAt(): number;
  ended(): number;
}

/** Decodes numbers of one text. All instances share its memory: results are valid until the next call of any. */
export class TextKernel {
  /** Position after the last element, or after the closing bracket. */
  position = 0;
  /** Whether the closing bracket was read. */
  isEnd = false;
  /** The times of the last call. */
  times: Float64Array = new Float64Array(0);

  private readonly exports: NumbersExports;
  private readonly memory: Uint8Array;
  private readonly outputs: { readonly double: Float64Array; readonly float: Float32Array; readonly int: Int32Array };
  private readonly allTimes: Float64Array;

  constructor(exports: NumbersExports) {
    const { buffer } = exports.memory;
    this.exports = exports;
    this.memory = new Uint8Array(buffer);
    this.outputs = {
      double: new Float64Array(buffer, OUTPUT, MAX_ELEMENTS),
      float: new Float32Array(buffer, OUTPUT, MAX_ELEMENTS),
      int: new Int32Array(buffer, OUTPUT, MAX_ELEMENTS),
    };
    this.allTimes = new Float64Array(buffer, TIMES, MAX_ELEMENTS);
    exports.prepare();
  }

  /** Start of the text of the window; -1 if there is none. */
  private windowStart = -1;
  private windowEnd = -1;
  private limit = 0;

  /** Invalidates the window, since another reader may have used the memory. Text from `limit` on is not needed. */
  begin(limit: number): void {
    this.windowStart = this.windowEnd = -1;
    this.limit = limit;
  }

  /**
   * Decodes elements from `start`, at most those of one window; returns their components. Returns none if the first
   * is not in the kernel's form.
   */
  decode(bytes: Uint8Array, start: number, shape: KernelShape): Float64Array | Float32Array | Int32Array {
    const { kind, rows, columns, hasTimes } = shape;
    if (start < this.windowStart || start + MIN_REST > this.windowEnd) this.move(bytes, start);
    const { exports } = this;
    const at = INPUT + start - this.windowStart;
    const count = exports.decode(at, rows, columns, KIND[kind], hasTimes, MAX_ELEMENTS);
    this.position = this.windowStart + exports.stoppedAt() - INPUT;
    this.isEnd = exports.ended() !== 0;
    if (hasTimes) this.times = this.allTimes.subarray(0, count);
    return this.outputs[kind].subarray(0, count * Math.max(1, rows) * Math.max(1, columns));
  }

  private move(bytes: Uint8Array, start: number): void {
    if (start === this.windowStart || (start > this.windowStart && this.windowEnd === this.limit)) return;
    const end = Math.min(this.limit, start + WINDOW);
    this.memory.set(bytes.subarray(start, end), INPUT);
    this.memory.set(GUARD, INPUT + end - start);
    this.windowStart = start;
    this.windowEnd = end;
  }
}

let made: TextKernel | undefined;
let isTried = false;

/** The kernel of this program; undefined if there is no WebAssembly. */
export function textKernel(): TextKernel | undefined {
  if (!isTried) {
    isTried = true;
    const exports = loadKernel<NumbersExports>(kernelModule);
    if (exports !== undefined) made = new TextKernel(exports);
  }
  return made;
}
