import { RasterError } from "./errors.ts";

/** Pictures that cannot be compared, encoded or decoded. The message says what was expected. */
export class PictureError extends RasterError {
  override readonly name: string = "PictureError";
}
