/** Images of textures of a stage. */
import type { DecodedImage } from "@usdkit/assets";

/** Tiles of texture coordinates that an image spans, across and up. */
export type TileLayout = readonly [columns: number, rows: number];

/** A decoded image; without `tiles` it spans the texture coordinates from 0 to 1. */
export interface StageImage extends DecodedImage {
  readonly tiles?: TileLayout | undefined;
}
