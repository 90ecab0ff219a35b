import type { SplatAsset } from "@usdkit/assets";

/** Gaussian splats of a scene. */
export interface SplatModel {
  readonly name: string;
  /** The place in the input. */
  readonly source: string;
  readonly splats: SplatAsset;
}
