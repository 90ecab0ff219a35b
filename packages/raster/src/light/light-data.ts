/** Lights of the full look as plain data. */

/** Kinds of lights: numbers, as they are compared for every sample. */
export const lightKinds = { distant: 0, point: 1, sphere: 2, polygon: 3, cylinder: 4 } as const;

/** A light for the kernels. All vectors are in world space. */
export interface DirectLight {
  /** See {@link lightKinds}. */
  readonly kind: number;
  /**
   * Linear RGB. Distant lights: the irradiance over π of a surface that faces the light; points: the intensity over π; others: the
   * radiance.
   */
  readonly color: readonly number[];
  /** Factors of diffuse and specular reflection. */
  readonly diffuse: number;
  readonly specular: number;
  /** Direction to a distant light, otherwise the place of its centre. */
  readonly place: readonly number[];
  /** Radius of spheres and cylinders; the sine of half the angle of distant lights. */
  readonly radius: number;
  /** Half of the axis of cylinders; unit vector in which polygons emit, and the axis of shaping. */
  readonly axis: readonly number[];
  /** Corners of polygons, counterclockwise seen from the side that emits; flat length 3n. */
  readonly corners: readonly number[];
  /** Distance at which the light ends; infinite without. */
  readonly range: number;
  readonly shaping: LightShaping | null;
  /** Index of its shadow map in the look; −1 without. */
  readonly shadow: number;
}

/** Where a light is full and where it ends, by the angle from its axis. */
export interface LightShaping {
  /** In radians, or as minus their cosines where the light falls off by the cosine. A light without a cone ends at infinity. */
  readonly inner: number;
  readonly outer: number;
  readonly isByCosine: boolean;
  /** Power of the cosine; 0 without. */
  readonly focus: number;
  /** Color of the light that the focus takes away; linear RGB. */
  readonly focusTint: readonly number[];
}
