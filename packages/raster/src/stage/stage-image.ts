/** Images of textures of a stage. */
import type { DecodedImage } from "@usdkit/assets";
import type { TexelImage } from "@usdkit/geometry";

/** Tiles of texture coordinates that an image spans, across and up. */
export type TileLayout = readonly [columns: number, rows: number];

/** A decoded image; without `tiles` it spans the texture coordinates from 0 to 1. */
export interface StageImage extends TexelImage {
  readonly tiles?: TileLayout | undefined;
}

/** Returns whether the texels of an image are bytes, and not halves. */
export function hasBytes(image: TexelImage): image is DecodedImage {
  return image.data instanceof Uint8Array;
}
