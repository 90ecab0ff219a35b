/** How much an asset may hold. Counts are checked before anything of their size is allocated. */

/** Bounds on one asset. What goes beyond one is refused with an `AssetError` whose problem is `limit`. */
export interface AssetLimits {
  /** Bytes of the file itself. */
  readonly fileBytes: number;
  /** Bytes of everything that is made from it: decompressed buffers, arrays, pictures. */
  readonly decodedBytes: number;
  readonly splats: number;
  readonly points: number;
  /** Vertices that are drawn, counted anew for each instance. */
  readonly vertices: number;
  /** Triangles that are drawn, counted anew for each instance. */
  readonly triangles: number;
  /** Pieces that are drawn: primitives, counted anew for each instance. */
  readonly parts: number;
  readonly textures: number;
  /** Of one picture: width times height. */
  readonly texturePixels: number;
}

/** What holds where nothing else is said: far beyond what is asked of the service, and within a machine's memory. */
export const defaultAssetLimits: AssetLimits = {
  fileBytes: 2 ** 31,
  decodedBytes: 2 ** 31,
  splats: 2 ** 24,
  points: 2 ** 25,
  vertices: 2 ** 25,
  triangles: 2 ** 25,
  parts: 2 ** 16,
  textures: 256,
  texturePixels: 8192 * 8192,
};
