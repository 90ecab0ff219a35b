/** What a point receives of a light. */

/** The same object is filled for each light. */
export interface ReceivedLight {
  /** Given: the unit normal, and the squared roughness of the surface. */
  readonly normal: Float64Array;
  surfaceAlpha: number;
  /** Unit vector to the part of the light that is reflected most. */
  x: number;
  y: number;
  z: number;
  /** Irradiance over π for diffuse reflection; and for specular reflection, with its lobe still to be multiplied. Without color. */
  diffuse: number;
  specular: number;
  /** Squared roughness of the lobe. */
  alpha: number;
  readonly color: Float64Array;
  /** See `reflectGgx`. */
  fresnel: number;
}

/** Returns an empty object; see `shadePoint`. */
export function receivedLight(): ReceivedLight {
  const numbers = { surfaceAlpha: NaN, x: NaN, y: NaN, z: NaN, diffuse: NaN, specular: NaN, alpha: NaN, fresnel: NaN };
  return { ...numbers, normal: new Float64Array(3), color: new Float64Array(3) };
}

/**
 * Lowers a lobe for a light of a size, given as the sine of half its angle: the lobe goes to the place that is mirrored most, and
 * would reflect too much otherwise (Karis 2013).
 */
export function lowerLobe(out: ReceivedLight, sine: number): void {
  const lower = out.alpha / Math.min(1, out.alpha + 0.5 * sine);
  out.specular *= lower * lower;
}
