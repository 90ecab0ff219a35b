/** Results of the value readers. */
import type { Spline, Value } from "@usdkit/layer";
import type { NumericArray } from "@usdkit/layer";

/** Time samples of numbers, in the order of the text: flat values, or an array for each time. */
export type PackedSamples =
  | { readonly times: Float64Array; readonly values: NumericArray }
  | { readonly times: Float64Array; readonly lists: readonly NumericArray[] };

export interface FoundSample {
  readonly time: number;
  readonly value: Value;
}

/** Arrays of numbers up to this many bytes are read again when they are needed, instead of kept. */
export const KEPT_ARRAY_BYTES = 512;

/** Blocks of time samples up to this many bytes of text are read again when they are needed, instead of kept. */
export const KEPT_SAMPLES_TEXT = 1024;

/** What follows `=`: its range always, its content where values are built. One instance, written by each value in turn. */
export class FoundValue {
  start = 0;
  end = 0;
  /** A value has begun; cleared by readers that wait for one. */
  hasValue = false;
  isNone = false;
  isPath = false;
  /** What the sink returned for numbers or samples that were decoded while scanning. */
  kept = 0;

  /** The value, where values are built. */
  value: Value | undefined;
  paths: readonly string[] = [];
  names: readonly string[] = [];
  samples: FoundSample[] = [];
  spline: Spline | undefined;

  /** Clears the content. */
  reset(): void {
    this.value = undefined;
    this.paths = [];
    this.names = [];
    this.samples = [];
    this.spline = undefined;
  }
}
