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

/** What takes the translucent fragments of a tile. */
export interface FragmentSink {
  /** Fragments that it took. */
  readonly count: number;
  /** Fragments that the budget did not allow. */
  readonly leftOut: number;
  /** Whether fragments came in an order that it cannot take. */
  readonly isBroken: boolean;
  add(run: PaintedRun): void;
}
