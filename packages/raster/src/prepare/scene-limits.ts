/** Limits on scenes and images, checked before memory is allocated. */

/** Limits on a scene; an asset counts once for each prim that draws it, its memory only once. */
export interface SceneLimits {
  /** Drawn prims. */
  readonly items: number;
  /** Drawn parts of meshes. */
  readonly draws: number;
  readonly vertices: number;
  readonly triangles: number;
  readonly splats: number;
  readonly points: number;
  /** Bytes of the textures and their mipmaps. */
  readonly textureBytes: number;
  /**
   * Bytes of all assets that were loaded from files. Counted as they are loaded: the last ones may exceed it, each by at most its
   * own `decodedBytes`.
   */
  readonly assetBytes: number;
}

/** The defaults. */
export const defaultSceneLimits: SceneLimits = {
  items: 2 ** 17,
  draws: 2 ** 18,
  vertices: 2 ** 26,
  triangles: 2 ** 26,
  splats: 2 ** 24,
  points: 2 ** 26,
  textureBytes: 2 ** 31,
  assetBytes: 2 ** 33,
};

/** Limits on one image. */
export interface FrameLimits {
  /** Pixels of the longer side. */
  readonly side: number;
  /** Pixels, counted once for each sample. */
  readonly samples: number;
  /** Entries of the per-band lists, 4 bytes each. Longer lists are built in several steps. */
  readonly bandEntries: number;
  /**
   * Translucent fragments of an image, shared out evenly among its bands of 16 rows, and of a tile of 32 × 16 samples. Further
   * ones are left out and counted (`tooManyFragments`).
   */
  readonly fragments: number;
  readonly tileFragments: number;
  /**
   * Samples of opaque triangles that are tested although others lie before them, shared out evenly among bands. Bands with many layers
   * are drawn front to back; triangles beyond the limit are left out and counted (`tooMuchOverdraw`).
   */
  readonly overdraw: number;
}

/** The defaults. */
export const defaultFrameLimits: FrameLimits = {
  side: 2 ** 14,
  samples: 2 ** 28,
  bandEntries: 2 ** 25,
  fragments: 2 ** 27,
  tileFragments: 2 ** 20,
  overdraw: 2 ** 32,
};
