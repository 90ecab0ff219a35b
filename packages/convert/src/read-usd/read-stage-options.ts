import type { OpenVariant } from "./variants.ts";

/** How a stage is read. */
export interface ReadStageOptions {
  /** Time code of the scene. Default: that at which the stage starts. */
  readonly time?: number | undefined;
  /** Whether animations, skins and blend shapes are kept. Default: false, the scene at the time. */
  readonly isAnimated?: boolean | undefined;
  /** Opens the stage with other variants of its default prim, which become material variants. Default: they are not read. */
  readonly openVariant?: OpenVariant | undefined;
  /** Purposes of prims that are converted. Default: `default` and `render`. */
  readonly purposes?: readonly string[] | undefined;
  /** How many times meshes with a subdivision scheme are subdivided, 0 to 8. Default: 0. */
  readonly subdivisionLevel?: number | undefined;
}
