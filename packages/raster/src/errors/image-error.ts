import { RasterError } from "./errors.ts";

/** Images that cannot be compared, encoded or decoded. The message names what was expected. */
export class ImageError extends RasterError {
  override readonly name: string = "ImageError";
}
