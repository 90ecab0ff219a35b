import { AssetError, ImageError } from "@usdkit/assets";
import { RasterError } from "./raster-error.ts";

/**
 * Returns whether an error describes what is wrong with a scene, an option, a file that the scene uses, or an image; others are
 * failures of the program.
 */
export function isRasterError(error: unknown): error is RasterError | AssetError | ImageError {
  return error instanceof RasterError || error instanceof AssetError || error instanceof ImageError;
}
