/** Images that cannot be compared, encoded or decoded. The message names what was expected. */
export class ImageError extends Error {
  override readonly name: string = "ImageError";
}
