/** What a file of meshes, splats or points holds, as plain data that a renderer can use as it is. */

/** What is beyond an image's edge. */
export type TextureWrap = "repeat" | "clamp" | "mirror";

/** sRGB bytes as decoded; the renderer makes mipmaps and linear values. */
export interface Texture {
  readonly width: number;
  readonly height: number;
  /** RGBA, alpha not multiplied in; flat length 4 · width · height, the top row first. */
  readonly data: Uint8Array;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  readonly magFilter: "nearest" | "linear";
  readonly minFilter: "nearest" | "linear" | "mipmap";
}

/** Appearance of a part of a mesh. */
export interface Material {
  readonly name: string;
  /** Linear RGBA; the texture and the vertex colors are multiplied with it. */
  readonly baseColor: readonly [number, number, number, number];
  /** Index into `MeshAsset.textures`. */
  readonly texture: number | null;
  /** `u' = a·u + c·v + e`, `v' = b·u + d·v + f`; `v` counts downwards from the image's top row. */
  readonly texCoordTransform: readonly [a: number, b: number, c: number, d: number, e: number, f: number] | null;
  readonly alphaMode: "opaque" | "mask" | "blend";
  /** Of `mask`: what is less opaque is not drawn. */
  readonly alphaCutoff: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
}

/** One drawn piece, in the asset's space (its nodes' transforms are applied). */
export interface MeshPart {
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Unit vectors, flat length 3n; null if the file has none. */
  readonly normals: Float32Array | null;
  /** Linear RGBA, flat length 4n. */
  readonly colors: Float32Array | null;
  /** Flat length 2n, the set that the texture asks for. */
  readonly texCoords: Float32Array | null;
  /** Triangles, flat length 3m; each names a vertex that there is. */
  readonly indices: Uint32Array;
  /** Index into `MeshAsset.materials`. */
  readonly material: number;
}

/** Why how many were left out: `nonFinite`, `zeroScale`, `zeroQuaternion`, `degenerateTriangle`, `indexOutOfRange`, … */
export type SkippedCounts = Readonly<Record<string, number>>;

/** Triangles and what they look like. */
export interface MeshAsset {
  readonly type: "mesh";
  readonly parts: readonly MeshPart[];
  readonly materials: readonly Material[];
  readonly textures: readonly Texture[];
  readonly skipped: SkippedCounts;
}

/** Gaussian splats, as the USD schema has them: linear sigma scales, opacities 0–1. */
export interface SplatAsset {
  readonly type: "splats";
  readonly count: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Unit quaternions w, x, y, z; flat length 4n. */
  readonly orientations: Float32Array;
  /** Standard deviations along the three axes, flat length 3n. */
  readonly scales: Float32Array;
  readonly opacities: Float32Array;
  readonly degree: 0 | 1 | 2 | 3;
  /** Coefficients splat by splat, RGB for each: 3 · (degree + 1)² floats a splat. */
  readonly harmonics: Float32Array;
  readonly skipped: SkippedCounts;
}

/** An ordinary point cloud. */
export interface PointAsset {
  readonly type: "points";
  readonly count: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** RGB in sRGB, flat length 3n. */
  readonly colors: Uint8Array;
  readonly skipped: SkippedCounts;
}

/** What `loadAsset` gives. */
export type Asset = MeshAsset | SplatAsset | PointAsset;
