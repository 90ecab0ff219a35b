/** What the geometry of a prim is made from. */

/** A primvar, or another array that is interpolated over a surface. */
export interface Primvar {
  /** Numbers of one element. */
  readonly components: number;
  readonly interpolation: Interpolation;
  /** Flat; empty without a value. */
  readonly values: Float32Array;
  /** Index of the element for each place; null: the places have one element each, in order. */
  readonly indices: Int32Array | null;
}

/** How the elements of a primvar are distributed over a surface. */
export type Interpolation = "constant" | "uniform" | "varying" | "vertex" | "faceVarying";

/** Faces of a mesh with a material of their own. */
export interface FaceSubset {
  /** Path of the GeomSubset. */
  readonly path: string;
  readonly faces: Int32Array;
}

/**
 * The attributes of a prim at a time, with fallbacks of its schema. Points, and normals with them, are posed by the skeleton and the blend
 * shapes of the prim.
 */
export interface PrimReader {
  /** A number; undefined without a value. */
  number(name: string): number | undefined;
  /** A token or string; "" without a value. */
  token(name: string): string;
  isTrue(name: string): boolean;
  /** A flat array of floats, in single precision; undefined without a value. */
  floats(name: string): Float32Array | undefined;
  /** A flat array of doubles; undefined without a value. */
  doubles(name: string): Float64Array | undefined;
  /** A flat array of integers; undefined without a value. */
  integers(name: string): Int32Array | undefined;
  /** Points that are the same at all times: the first of their samples, not posed. */
  restPoints(): Float32Array | undefined;
  /** The normals of a prim: `primvars:normals`, or `normals`. */
  normals(): Primvar | undefined;
  /** Normals that are the same at all times: not posed, and without values if those vary. */
  restNormals(): Primvar | undefined;
  /** The widths of points or curves: `primvars:widths`, or `widths`. */
  widths(): Primvar | undefined;
  /** A primvar by its name without `primvars:`, its own or inherited. */
  primvar(name: string): Primvar | undefined;
  /** Names, without `primvars:`, of the primvars of one to four numbers that the geometry is to have. */
  primvarNames(): readonly string[];
  /** The GeomSubset prims below that bind materials to faces. */
  faceSubsets(): readonly FaceSubset[];
  /**
   * Returns what a function makes of the prim. It is kept for other times, problems included, if no attribute that the function reads
   * varies over time, and as long as the values that it depends on are the same objects.
   */
  kept<T>(name: string, dependencies: readonly unknown[], make: () => T): T;
  /** Notes that a property is wrong. */
  problem(property: string, message: string): void;
}
