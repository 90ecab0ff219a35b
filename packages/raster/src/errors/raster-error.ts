/** The base class of the errors of rendering. Files that cannot be read are an `AssetError` of `@usdkit/assets`. */
export class RasterError extends Error {
  override readonly name: string = "RasterError";
}
