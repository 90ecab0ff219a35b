/** Offsets of the numbers of a splat in `Frame.splats`: twelve floats, at most one and a half cache lines. */

/** The centre, in samples. */
export const U = 0;
export const V = 1;
/**
 * The squared distance from the centre, in standard deviations, is `dy²·TALL + (dx − SLOPE·dy)²·STEEP`: the inverse of the
 * covariance, factored so that it stays positive under rounding.
 */
export const TALL = 2;
export const SLOPE = 3;
export const STEEP = 4;
/** The squared distance beyond which opacity is below 1/255. */
export const REACH = 5;
export const OPACITY = 6;
/** sRGB values; more than 1 is possible. */
export const RED = 7;
export const GREEN = 8;
export const BLUE = 9;
/** The distance of the centre along the view. */
export const DISTANCE = 10;
/** Half of the width, in samples. */
export const HALF_WIDTH = 11;
