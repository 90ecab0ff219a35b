/** Images of light: colors that may exceed 1. */

/** Linear RGB. */
export interface LinearImage {
  readonly width: number;
  readonly height: number;
  /** Flat length 3 · width · height, the top row first. */
  readonly data: Float32Array;
}

/** Linear RGBA, with numbers below 0, above 1, or that are none. */
export interface FloatImage {
  readonly width: number;
  readonly height: number;
  /** Flat length 4 · width · height, the top row first. */
  readonly data: Float32Array;
}

/** Linear RGBA as IEEE 754 binary16, all of them finite: texels of images with more than 8 bits. */
export interface HalfImage {
  readonly width: number;
  readonly height: number;
  /** Flat length 4 · width · height, the top row first. */
  readonly data: Uint16Array;
}
