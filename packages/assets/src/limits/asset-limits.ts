/** Limits on assets. Counts are checked before memory is allocated. */

/** Limits on one asset. An asset that exceeds one is rejected with an `AssetError` with the problem `limit`. */
export interface AssetLimits {
  /** Bytes of the file itself. */
  readonly fileBytes: number;
  /** Bytes of everything that is decoded from it: decompressed buffers, arrays, images. */
  readonly decodedBytes: number;
  readonly splats: number;
  readonly points: number;
  /** Drawn vertices, counted once per instance. */
  readonly vertices: number;
  /** Drawn triangles, counted once per instance. */
  readonly triangles: number;
  /** Drawn primitives, counted once per instance. */
  readonly parts: number;
  readonly textures: number;
  /** Of one image: width times height. */
  readonly texturePixels: number;
}

/** The defaults: more than the service needs, and within a machine's memory. */
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
