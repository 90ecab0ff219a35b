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

/** Arrays of numbers up to this many bytes are decoded again on access, instead of kept. */
export const KEPT_ARRAY_BYTES = 512;

/** Blocks of time samples up to this many bytes of text are decoded again on access, instead of kept. */
export const KEPT_SAMPLES_TEXT = 1024;

/**
 * The value after `=`: always its range, and its content if values are built. One instance, overwritten by each
 * value.
 */
export class FoundValue {
  start = 0;
  end = 0;
  /** Set when a value begins; cleared by readers that wait for one. */
  hasValue = false;
  isNone = false;
  isPath = false;
  /** The result of the sink for numbers or samples that were decoded while scanning. */
  kept = 0;

  /** The value, if values are built. */
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
