/**
 * What a triangle has at each place of the image. Everything is a function `x·f[i] + y·f[i+1] + f[i+2]` of a sample's centre,
 * divided by that of WEIGHT, so that it is right in perspective.
 */

/** What all others are divided by; positive where the triangle is seen. */
export const WEIGHT = 0;
/** Texture coordinates, as the material transforms them. */
export const U = 3;
export const V = 6;
/** Three functions: a vector in the world's space; only its direction counts. */
export const NORMAL = 9;
/** Four functions: the vertex color. */
export const COLOR = 18;
/** One number: −1 where the back is seen, else 1. */
export const SIDE = 30;
/** Numbers of a triangle in the plain look. */
export const STRIDE = 32;

// What follows is for the full look alone.

/** Two functions each: the two sets of texture coordinates, not transformed. */
export const RAW_U = 32;
export const RAW_U2 = 38;
/** Three functions: the place in world space. */
export const POSITION = 44;
/** Two vectors in world space: where the red and the green of a normal map point, the longer one of length 1. */
export const TANGENT = 53;
/** Numbers of a triangle in the full look. */
export const FULL_STRIDE = 64;
