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
  /** `mipmap` is trilinear; the others are those of glTF 2.0, 5.26. */
  readonly minFilter:
    | "nearest"
    | "linear"
    | "mipmap"
    | "nearestMipmapNearest"
    | "linearMipmapNearest"
    | "nearestMipmapLinear";
}

/** `u' = a·u + c·v + e`, `v' = b·u + d·v + f`; `v` counts downwards from the image's top row. */
export type TexCoordTransform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A texture as a material uses it. */
export interface TextureUse {
  /** Index into `MeshAsset.textures`. */
  readonly texture: number;
  /** Whether it takes `MeshPart.texCoords2` rather than `texCoords`. */
  readonly usesSecondSet: boolean;
  readonly transform: TexCoordTransform | null;
}

/**
 * What the full look uses of a material in addition to its base color (glTF 2.0, 3.9 and extensions). Numbers are factors of the
 * texture next to them.
 */
export interface PhysicalMaterial {
  readonly metallic: number;
  readonly roughness: number;
  /** Roughness in green, metallic in blue. */
  readonly metallicRoughnessMap: TextureUse | null;
  readonly normalScale: number;
  readonly normalMap: TextureUse | null;
  readonly occlusionStrength: number;
  /** In red. */
  readonly occlusionMap: TextureUse | null;
  /** Linear; may exceed 1 (`KHR_materials_emissive_strength`). */
  readonly emissive: readonly [number, number, number];
  readonly emissiveMap: TextureUse | null;
  /** Share of the light that passes, as through thin glass (`KHR_materials_transmission`). */
  readonly transmission: number;
  /** Specular color and glossiness in place of metallic and roughness (`KHR_materials_pbrSpecularGlossiness`). */
  readonly specular: {
    readonly color: readonly [number, number, number];
    readonly glossiness: number;
    readonly map: TextureUse | null;
  } | null;
}

/** Appearance of a part of a mesh. */
export interface Material {
  readonly name: string;
  /** Linear RGBA; the texture and the vertex colors are multiplied with it. */
  readonly baseColor: readonly [number, number, number, number];
  /** Index into `MeshAsset.textures`. */
  readonly texture: number | null;
  readonly texCoordTransform: TexCoordTransform | null;
  readonly alphaMode: "opaque" | "mask" | "blend";
  /** Of `mask`: what is less opaque is not drawn. */
  readonly alphaCutoff: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  /** Undefined is a rough surface that is not a metal. */
  readonly physical?: PhysicalMaterial | undefined;
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
  /** A second set, likewise. */
  readonly texCoords2?: Float32Array | null | undefined;
  /** Triangles, flat length 3m; each names a vertex that there is. */
  readonly indices: Uint32Array;
  /** Index into `MeshAsset.materials`. */
  readonly material: number;
  /** Affine matrices (twelve numbers, as {@link GroupMember.matrix}) that the part is drawn with; undefined is once, as it is. */
  readonly instances?: readonly (readonly number[])[] | undefined;
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
  /** Whether colors are light rather than sRGB values, if the file defines it (`KHR_gaussian_splatting`). */
  readonly isLinear?: boolean | undefined;
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

/** A mesh or splats with an affine matrix of their own: four rows of three numbers, the translation last. */
export interface GroupMember {
  readonly asset: MeshAsset | SplatAsset;
  readonly matrix: readonly number[];
}

/** Meshes and splats of one file. */
export interface AssetGroup {
  readonly type: "group";
  /** Of members. */
  readonly count: number;
  readonly members: readonly GroupMember[];
  readonly skipped: SkippedCounts;
}

/** What `loadAsset` gives. */
export type Asset = MeshAsset | SplatAsset | PointAsset | AssetGroup;
