/** Options of the writer of USD. */
import type { SplatPrecision } from "./splats.ts";

/** How a scene is written as USD. */
export interface WriteUsdOptions {
  /** Materials also as MaterialX (`ND_gltf_pbr_surfaceshader`), which keeps all of glTF's. Default: false. */
  readonly materialX?: boolean | undefined;
  /** Animated transforms as time samples (the default), or as splines where these are exact. */
  readonly animation?: "samples" | "splines" | undefined;
  /** Largest distance of time samples from the curves of the file, relative to the largest number of each. Default: 1e-5. */
  readonly curveTolerance?: number | undefined;
  /**
   * `float`: translations in single precision, as glTF has them, and rotations whose angle this leaves exact to 1e-4. `double` (the default):
   * translations in double precision, as most programs write them, and rotations below six degrees.
   */
  readonly transformPrecision?: "float" | "double" | undefined;
  /** Time codes of a second. Default: a usual rate at which all key times are frames, otherwise 24. */
  readonly timeCodesPerSecond?: number | undefined;
  /** Splats in single precision (the default), or in half precision: attributes that end in `h`, of half the size. */
  readonly splatPrecision?: SplatPrecision | undefined;
  /** Name of the root prim if the scene has none. Default: "Scene". */
  readonly name?: string | undefined;
  /** What viewers of augmented reality place the root prim on. Default: nothing is authored. */
  readonly anchor?: "horizontal" | "vertical" | undefined;
  /** No inputs of UsdPreviewSurface that have their fallback: smaller files. Default: false. */
  readonly omitsFallbacks?: boolean | undefined;
  /** Names of ASCII letters only. Default: false. */
  readonly asciiNames?: boolean | undefined;
}
