/** What a prim looks like, as plain data. */

/** Numbers at the vertices of a geometry: the values of a primvar. */
export interface VertexValues {
  /** Numbers of one value, 1 to 4. */
  readonly components: number;
  /** Flat: one value for each vertex, or a single one; see `isConstant`. */
  readonly values: Float32Array;
  /** Whether all vertices have the same value, which `values` then has once. */
  readonly isConstant: boolean;
}

/**
 * Primvars of numbers by name, without `primvars:`. `displayColor` is a linear RGB color, `displayOpacity` a number; texture coordinates
 * have (0, 0) at the lower left of the image. Values are not checked: they may be infinite or no numbers.
 */
export type VertexPrimvars = ReadonlyMap<string, VertexValues>;

/** Triangles of one prim, in its own space. All indices are valid and all positions finite. */
export interface TriangleGeometry {
  readonly type: "triangles";
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Unit vectors, or zero where there is none; flat length 3n. Null: every triangle is flat. */
  readonly normals: Float32Array | null;
  readonly primvars: VertexPrimvars;
  /** Of each vertex: the point of the prim that it was made of; null where vertices are points, and where prims have none. */
  readonly pointOf: Uint32Array | null;
  /** Three for each triangle, counterclockwise seen from the front. */
  readonly indices: Uint32Array;
  /** Ranges of the triangles, which cover all of them, in ascending order. */
  readonly groups: readonly TriangleGroup[];
  /** Whether back faces are meant to be seen. Others may be drawn too: the reference's viewer does. */
  readonly isDoubleSided: boolean;
  /** Whether back faces must not be drawn, since other triangles are in the same place and face the other way. */
  readonly isBackHidden?: boolean | undefined;
}

/** Triangles with one material. */
export interface TriangleGroup {
  /** Path of the GeomSubset; null for the faces that are in none. */
  readonly subset: string | null;
  readonly firstTriangle: number;
  readonly triangles: number;
}

/**
 * Curves as straight lines between points along them, in the prim's space; `surfaceOfCurves` makes triangles of them. All positions are
 * finite.
 */
export interface CurveGeometry {
  readonly type: "curves";
  /** Flat length 3n: the points of the first curve, of the second, … */
  readonly positions: Float32Array;
  /** Of each curve: its number of points, 2 or more. */
  readonly counts: Uint32Array;
  /** Whether the last point of each curve is joined to its first one. */
  readonly isClosed: boolean;
  /** Diameters; null if the prim has none. */
  readonly widths: VertexValues | null;
  /** Of ribbons: unit vectors across which they are flat, flat length 3n. Null: the curves are round. */
  readonly normals: Float32Array | null;
  readonly primvars: VertexPrimvars;
}

/** Points in the prim's space; `surfaceOfPoints` makes triangles of those with widths. All positions are finite. */
export interface PointGeometry {
  readonly type: "points";
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Diameters; null if the prim has none. */
  readonly widths: VertexValues | null;
  readonly primvars: VertexPrimvars;
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
export type Geometry = TriangleGeometry | CurveGeometry | PointGeometry | SplatGeometry;
