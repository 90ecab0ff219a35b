/** What a prim looks like, as plain data. */

/** Triangles of one prim, in its own space. All indices are valid and all positions finite. */
export interface TriangleGeometry {
  readonly type: "triangles";
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Unit vectors, or zero where there is none; flat length 3n. Null: every triangle is flat. */
  readonly normals: Float32Array | null;
  /** Linear RGB of `primvars:displayColor`, flat length 3n; null without it. */
  readonly colors: Float32Array | null;
  /** `primvars:displayOpacity`, flat length n; null without it. */
  readonly opacities: Float32Array | null;
  /** Other primvars of two numbers, by name without `primvars:`; flat length 2n each. */
  readonly texCoords: ReadonlyMap<string, Float32Array>;
  /** Three for each triangle, counterclockwise seen from the front. */
  readonly indices: Uint32Array;
  /** Ranges of the triangles, which cover all of them, in ascending order. */
  readonly groups: readonly TriangleGroup[];
  /** Whether back faces are seen. */
  readonly isDoubleSided: boolean;
}

/** Triangles with one material. */
export interface TriangleGroup {
  /** Path of the GeomSubset; null for the faces that are in none. */
  readonly subset: string | null;
  readonly firstTriangle: number;
  readonly triangles: number;
}

/** Points without a size, in the prim's space. */
export interface PointGeometry {
  readonly type: "points";
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Linear RGB of `primvars:displayColor`, flat length 3n; null without it. */
  readonly colors: Float32Array | null;
}

/** Gaussian splats in the prim's space, as a ParticleField3DGaussianSplat authors them; numbers are not checked. */
export interface SplatGeometry {
  readonly type: "splats";
  readonly count: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Quaternions, the real part first, flat length 4n; null: not turned. */
  readonly orientations: Float32Array | null;
  /** Standard deviations along the axes, flat length 3n; null: 1. */
  readonly scales: Float32Array | null;
  /** 0 to 1, flat length n; null: 1. */
  readonly opacities: Float32Array | null;
  /** Of the spherical harmonics; 0 without coefficients. */
  readonly degree: number;
  /** RGB of (degree + 1)² coefficients a splat; null: gray. */
  readonly coefficients: Float32Array | null;
}

/** The shape of a prim. */
export type Geometry = TriangleGeometry | PointGeometry | SplatGeometry;

/** Something that a prim authors and that is not drawn, or drawn in another way. */
export interface GeometryProblem {
  /** Path of the prim on the stage. */
  readonly path: string;
  /** The property that is wrong; "" for the prim. */
  readonly property: string;
  /** What is wrong, and what is drawn instead. */
  readonly message: string;
}
