/** Where the numbers of a splat stand in `Frame.splats`. Twelve floats: not more than a line of the cache and a half. */

/** The middle, in samples. */
export const U = 0;
export const V = 1;
/**
 * The squared distance from the middle, in standard deviations, is `dy²·TALL + (dx − SLOPE·dy)²·STEEP`: the inverse of the
 * covariance, split so that it stays positive whatever is rounded.
 */
export const TALL = 2;
export const SLOPE = 3;
export const STEEP = 4;
/** Where that is more, less than 1/255 is left. */
export const REACH = 5;
export const OPACITY = 6;
/** Values of a picture; more than 1 is possible. */
export const RED = 7;
export const GREEN = 8;
export const BLUE = 9;
/** The distance of the middle along the view. */
export const DISTANCE = 10;
/** Half of the width, in samples. */
export const HALF_WIDTH = 11;
