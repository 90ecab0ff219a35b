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
  /** Squared roughness of the lobe, which is wider for large lights. */
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

/** Widens a lobe for a light of a size, given as the sine of half its angle, and lowers its peak so that it reflects as much (Karis 2013). */
export function widen(out: ReceivedLight, sine: number): void {
  const wide = Math.min(1, out.alpha + 0.5 * sine);
  const lower = out.alpha / wide;
  out.specular *= lower * lower;
  out.alpha = wide;
}
