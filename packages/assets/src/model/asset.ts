/** The content of a file of meshes, splats or points, as plain data for the renderer. */
import type { MapName } from "./material-maps.ts";

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
 * Properties of a material for the full look, in addition to its base color (glTF 2.0, 3.9 and extensions). Numbers and colors
 * (linear) are factors of the textures in `maps`.
 */
export interface PhysicalMaterial {
  readonly metallic: number;
  readonly roughness: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  /** May exceed 1 (`KHR_materials_emissive_strength`). */
  readonly emissive: Rgb;
  /** Specular color and glossiness in place of metallic and roughness (`KHR_materials_pbrSpecularGlossiness`). */
  readonly glossy?: { readonly color: Rgb; readonly glossiness: number } | null | undefined;
  /** Index of refraction of dielectric surfaces; default 1.5 (`KHR_materials_ior`). */
  readonly ior?: number | undefined;
  /** Reflection of dielectric surfaces: its strength at all angles, and its color at normal incidence (`KHR_materials_specular`). */
  readonly specular?: { readonly strength: number; readonly color: Rgb } | undefined;
  /** Share of the light that passes (`KHR_materials_transmission`). */
  readonly transmission?: number | undefined;
  /** What light passes through: without it surfaces are infinitely thin (`KHR_materials_volume`). */
  readonly volume?: VolumeLayer | undefined;
  /** 20 divided by the Abbe number (`KHR_materials_dispersion`). */
  readonly dispersion?: number | undefined;
  readonly clearcoat?: ClearcoatLayer | undefined;
  readonly sheen?: { readonly color: Rgb; readonly roughness: number } | undefined;
  readonly iridescence?: IridescenceLayer | undefined;
  /** Strength from 0 to 1, and the direction of the longer highlight: radians counterclockwise from the tangent. */
  readonly anisotropy?: { readonly strength: number; readonly rotation: number } | undefined;
  /** Textures by use. */
  readonly maps: MaterialMaps;
}

/** Textures by use. */
export type MaterialMaps = Readonly<Partial<Record<MapName, TextureUse | null>>>;

/** Linear. */
export type Rgb = readonly [r: number, g: number, b: number];

/** A transmitting volume. Distances are in the space of the part. */
export interface VolumeLayer {
  /** Thickness behind a surface; 0: infinitely thin. */
  readonly thickness: number;
  /** The color of white light after `attenuationDistance`, which may be infinite. */
  readonly attenuationColor: Rgb;
  readonly attenuationDistance: number;
}

/** A clear layer above all others (`KHR_materials_clearcoat`). */
export interface ClearcoatLayer {
  readonly strength: number;
  readonly roughness: number;
  readonly normalScale: number;
  /** Index of refraction; default 1.5. */
  readonly ior?: number | undefined;
}

/** A thin film (`KHR_materials_iridescence`). Thicknesses are in nm: without a texture the greatest one counts. */
export interface IridescenceLayer {
  readonly strength: number;
  readonly ior: number;
  readonly minThickness: number;
  readonly maxThickness: number;
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
  /** Whether what `blend` lets through still reflects as opaque surfaces do: glass, and not a veil. Default false. */
  readonly keepsReflections?: boolean | undefined;
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
  /** Tangents: a vector towards growing u, and the sign (1 or −1) of the bitangent; flat length 4n. */
  readonly tangents?: Float32Array | null | undefined;
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
  /** Lengths of axes that a transform of the vertices has scaled; default 1. Thicknesses of volumes are multiplied by them. */
  readonly scale?: readonly [number, number, number] | undefined;
  /** Affine instance matrices (twelve numbers, as {@link GroupMember.matrix}); undefined: one untransformed instance. */
  readonly instances?: readonly (readonly number[])[] | undefined;
}

/** Number of skipped elements by reason: `nonFinite`, `zeroScale`, `zeroQuaternion`, `degenerateTriangle`, … */
export type SkippedCounts = Readonly<Record<string, number>>;

/** A light of a file (`KHR_lights_punctual`): it shines along −z of its matrix. */
export interface AssetLight {
  readonly kind: "directional" | "point" | "spot";
  /** Linear. */
  readonly color: Rgb;
  /** Of a directional light in lux, of others in candela. */
  readonly intensity: number;
  /** Where it ends, in units of the file; null: nowhere. */
  readonly range: number | null;
  /** Half angles of the cone of a spot, in radians: full light up to the inner one, none beyond the outer one. */
  readonly innerAngle: number;
  readonly outerAngle: number;
  /** To the space of the asset; see {@link GroupMember.matrix}. */
  readonly matrix: readonly number[];
}

/** An animation of a file. */
export interface AssetAnimation {
  readonly name: string;
  /** The time of its last key, in seconds. */
  readonly duration: number;
}

/** What a file has in addition to what is drawn of it. */
export interface AssetExtras {
  readonly lights?: readonly AssetLight[] | undefined;
  /** Names of its material variants (`KHR_materials_variants`). */
  readonly variants?: readonly string[] | undefined;
  readonly animations?: readonly AssetAnimation[] | undefined;
}

/** Triangles and their materials. */
export interface MeshAsset extends AssetExtras {
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

/** An ordinary point cloud, or lines. */
export interface PointAsset {
  readonly type: "points";
  readonly count: number;
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** RGB in sRGB, flat length 3n. */
  readonly colors: Uint8Array;
  /** Each point is the beginning of a line, one pixel wide, to one of these places; as positions and colors. */
  readonly ends?: { readonly positions: Float32Array; readonly colors: Uint8Array } | undefined;
  readonly skipped: SkippedCounts;
}

/** A mesh, splats, points or lines with an affine matrix: four rows of three numbers, the translation last. */
export interface GroupMember {
  readonly asset: MeshAsset | SplatAsset | PointAsset;
  readonly matrix: readonly number[];
}

/** Meshes, splats, points and lines of one file. */
export interface AssetGroup extends AssetExtras {
  readonly type: "group";
  /** Members of the group. */
  readonly count: number;
  readonly members: readonly GroupMember[];
  readonly skipped: SkippedCounts;
}

/** The result of `loadAsset`. */
export type Asset = MeshAsset | SplatAsset | PointAsset | AssetGroup;
