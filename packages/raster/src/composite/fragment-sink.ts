/** Samples of one row that a translucent triangle covers, shaded. One object for all runs, as there are many. */
export interface PaintedRun {
  triangle: number;
  /** Of the first one in the tile. */
  sample: number;
  /** In the target's lists: the first one, and the one after the last. */
  from: number;
  to: number;
  /** From 0 on: sRGB values, three a sample, and opacities. */
  readonly colors: Float64Array;
  readonly alphas: Float64Array;
}

/** Receives the translucent fragments of a tile. */
export interface FragmentSink {
  /** Number of accepted fragments. */
  readonly count: number;
  /** Number of fragments beyond the budget. */
  readonly leftOut: number;
  /** Whether fragments came in an unsupported order. */
  readonly isBroken: boolean;
  add(run: PaintedRun): void;
}
