/** Images of light: colors that may exceed 1. */

/** Linear RGB. */
export interface LinearImage {
  readonly width: number;
  readonly height: number;
  /** Flat length 3 · width · height, the top row first. */
  readonly data: Float32Array;
}
