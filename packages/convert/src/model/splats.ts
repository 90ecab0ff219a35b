/** Gaussian splats between formats. */
import type { SplatAsset } from "@usdkit/assets";

/** Values of the splats, or components, with these indices in ascending order; null: of the first ones, without a gap. */
export interface ListedValues {
  readonly indices: Int32Array | null;
  /** Flat. */
  readonly values: Float32Array;
}

/**
 * What a PLY file has that cannot be computed from the attributes of a prim: with it the file can be written again with the same numbers.
 * Scales there are logarithms, opacities logits and quaternions of any length; rounding to single precision loses digits of all of them.
 */
export interface PlyOrigin {
  /** Names of the properties in the order of the file. */
  readonly properties: readonly string[];
  readonly comments: readonly string[];
  /** Logits, by splat. */
  readonly opacities: ListedValues | null;
  /** Logarithms, by component: three of a splat. */
  readonly scales: ListedValues | null;
  /** Quaternions w, x, y, z, by splat. */
  readonly orientations: ListedValues | null;
  /** Further properties by name, one number a splat; those that are 0 everywhere are not listed. */
  readonly columns: ReadonlyMap<string, Float32Array>;
}

/** Splats with what their file has more than a prim. */
export interface SplatCloud {
  readonly splats: SplatAsset;
  /** Null for splats of other files. */
  readonly origin: PlyOrigin | null;
}

/** Gaussian splats of a scene. */
export interface SplatModel extends SplatCloud {
  readonly name: string;
  /** The place in the input. */
  readonly source: string;
}
