/**
 * Offsets of a triangle's interpolants. Each is a function `x·f[i] + y·f[i+1] + f[i+2]` of a sample's centre, divided by that of
 * WEIGHT for perspective-correct interpolation.
 */

/** The divisor of all others; positive where the triangle is visible. */
export const WEIGHT = 0;
/** Texture coordinates, with the material's transform. */
export const U = 3;
export const V = 6;
/** Three functions: the normal in world space, not of unit length. */
export const NORMAL = 9;
/** Four functions: the vertex color. */
export const COLOR = 18;
/** One number: −1 if the back is visible, otherwise 1. */
export const SIDE = 30;
/** Numbers of a triangle in the plain look. */
export const STRIDE = 32;

// The following are used in the full look only.

/** Two functions each: the two sets of texture coordinates, not transformed. */
export const RAW_U = 32;
export const RAW_U2 = 38;
/** Three functions: the position in world space. */
export const POSITION = 44;
/**
 * Two vectors in world space, whose cross products with the normal are the directions of growing u and of falling v: of the normal
 * map, or of the first set of coordinates.
 */
export const GRADIENT = 53;
/** The same for the normal map of the clear coat. */
export const COAT_GRADIENT = 59;
/** Three functions: the tangent in world space, not of unit length; then the sign of the bitangent, 0 without tangents. */
export const TANGENT = 65;
export const TANGENT_SIGN = 74;
/** Numbers of a triangle in the full look. */
export const FULL_STRIDE = 76;
