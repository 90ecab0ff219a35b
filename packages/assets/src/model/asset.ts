/** The content of a file of meshes, splats or points, as plain data for the renderer. */

/** How a texture is sampled beyond the image's edge. */
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

/** A texture as used by a material. */
export interface TextureUse {
  /** Index into `MeshAsset.textures`. */
  readonly texture: number;
  /** Whether it uses `MeshPart.texCoords2` rather than `texCoords`. */
  readonly usesSecondSet: boolean;
  readonly transform: TexCoordTransform | null;
}

/**
 * Properties of a material for the full look, in addition to its base color (glTF 2.0, 3.9 and extensions). Numbers are factors
 * of the texture next to them.
 */
export interface PhysicalMaterial {
  readonly metallic: number;
  readonly roughness: number;
  /** Roughness in green, metallic in blue. */
  readonly metallicRoughnessMap: TextureUse | null;
  readonly normalScale: number;
  readonly normalMap: TextureUse | null;
  readonly occlusionStrength: number;
  /** In the red channel. */
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
  /** Alpha cutoff of `mask`: less opaque texels are not drawn. */
  readonly alphaCutoff: number;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  /** Undefined: a rough dielectric surface. */
  readonly physical?: PhysicalMaterial | undefined;
}

/** A drawn mesh part, in the asset's space (node transforms are applied). */
export interface MeshPart {
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Unit vectors, flat length 3n; null if the file has none. */
  readonly normals: Float32Array | null;
  /** Linear RGBA, flat length 4n. */
  readonly colors: Float32Array | null;
  /** Flat length 2n, the set of texture coordinates that the material refers to. */
  readonly texCoords: Float32Array | null;
  /** A second set, likewise. */
  readonly texCoords2?: Float32Array | null | undefined;
  /** Triangles, flat length 3m; all indices are valid. */
  readonly indices: Uint32Array;
  /** Index into `MeshAsset.materials`. */
  readonly material: number;
  /** Affine instance matrices (twelve numbers, as {@link GroupMember.matrix}); undefined: one untransformed instance. */
  readonly instances?: readonly (readonly number[])[] | undefined;
}

/** Number of skipped elements by reason: `nonFinite`, `zeroScale`, `zeroQuaternion`, `degenerateTriangle`, … */
export type SkippedCounts = Readonly<Record<string, number>>;

/** Triangles and their materials. */
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
  /** Spherical harmonics coefficients per splat, RGB each: 3 · (degree + 1)² floats per splat. */
  readonly harmonics: Float32Array;
  /** Whether colors are linear rather than sRGB, if the file defines it (`KHR_gaussian_splatting`). */
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

/** A mesh or splats with an affine matrix: four rows of three numbers, the translation last. */
export interface GroupMember {
  readonly asset: MeshAsset | SplatAsset;
  readonly matrix: readonly number[];
}

/** Meshes and splats of one file. */
export interface AssetGroup {
  readonly type: "group";
  /** Members of the group. */
  readonly count: number;
  readonly members: readonly GroupMember[];
  readonly skipped: SkippedCounts;
}

/** The result of `loadAsset`. */
export type Asset = MeshAsset | SplatAsset | PointAsset | AssetGroup;
