/** A point on a surface, as the shading of the full look takes it. */

/** The same object is filled for each point. Vectors are in world space. */
export interface ShadePoint {
  /** Unit vectors: the normal, the normal of the clear coat, and from the point to the eye. */
  nx: number;
  ny: number;
  nz: number;
  cx: number;
  cy: number;
  cz: number;
  vx: number;
  vy: number;
  vz: number;
  /** The point itself; only of scenes with lights that have a place. */
  px: number;
  py: number;
  pz: number;
  /** Linear RGB: of diffuse reflection, of metallic reflection, and of dielectric reflection at normal incidence. */
  readonly diffuse: Float64Array;
  readonly color: Float64Array;
  readonly specular: Float64Array;
  /** Dielectric reflectance at grazing angles. */
  grazing: number;
  /** 0 to 1. */
  metallic: number;
  /** Perceptual, 0 to 1. */
  roughness: number;
  /** Visibility of the environment, 0 to 1. */
  occlusion: number;
  /** Clear coat: strength, reflectance at normal incidence and perceptual roughness. */
  coat: number;
  coatReflectance: number;
  coatRoughness: number;
  readonly sheen: Float64Array;
  sheenRoughness: number;
  /** Thin film: strength, and reflectances at this angle and at normal incidence; of dielectrics, then of metals. */
  film: number;
  readonly filmFresnel: Float64Array;
  readonly filmDielectric: Float64Array;
  readonly filmMetallic: Float64Array;
  /** 0 to 1, with unit vectors along the longer and the shorter highlight. */
  anisotropy: number;
  readonly along: Float64Array;
  readonly across: Float64Array;
  /** Outgoing radiance towards the eye, linear RGB: of diffuse and of specular reflection, of sheen and of the clear coat. */
  readonly diffuseOut: Float64Array;
  readonly specularOut: Float64Array;
  readonly sheenOut: Float64Array;
  readonly coatOut: Float64Array;
  /** What the clear coat leaves of the light from below it, 0 to 1. */
  dimmed: number;
}

/** Returns an empty point. Its numbers are never small integers, since the compiler would choose another representation for them. */
export function shadePoint(): ShadePoint {
  const three = (): Float64Array => new Float64Array(3);
  return {
    nx: NaN,
    ny: NaN,
    nz: NaN,
    cx: NaN,
    cy: NaN,
    cz: NaN,
    vx: NaN,
    vy: NaN,
    vz: NaN,
    px: NaN,
    py: NaN,
    pz: NaN,
    diffuse: three(),
    color: three(),
    specular: three(),
    grazing: NaN,
    metallic: NaN,
    roughness: NaN,
    occlusion: NaN,
    coat: NaN,
    coatReflectance: NaN,
    coatRoughness: NaN,
    sheen: three(),
    sheenRoughness: NaN,
    film: NaN,
    filmFresnel: three(),
    filmDielectric: three(),
    filmMetallic: three(),
    anisotropy: NaN,
    along: three(),
    across: three(),
    diffuseOut: three(),
    specularOut: three(),
    sheenOut: three(),
    coatOut: three(),
    dimmed: NaN,
  };
}
