/** Numbers of the model. */

/** A point, a vector, or a color in linear Rec. 709. */
export type Triple = readonly [number, number, number];
/** A rotation, the real part first. */
export type Quaternion = readonly [w: number, x: number, y: number, z: number];
