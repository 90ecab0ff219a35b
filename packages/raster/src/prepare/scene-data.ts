/** The scene data of the kernels: plain data on shared memory, the same for every frame. */
import type { IridescenceLayer, VolumeLayer, MapName } from "@usdkit/assets";

/** Twelve numbers of an affine matrix for row vectors: four rows of three, the translation last. */
export type Affine = readonly number[];

/** An image with its mipmaps. */
export interface PreparedTexture {
  readonly levels: readonly TextureLevel[];
  /** Of all levels: four sRGB bytes each, red in the lowest. Textures of one image share them. */
  readonly texels: Uint32Array;
  /** How coordinates wrap: see {@link wraps}. */
  readonly wrapS: number;
  readonly wrapT: number;
  /** Magnification and minification filters: see {@link filters}. */
  readonly magFilter: number;
  readonly minFilter: number;
  /** Whether texels are data rather than sRGB colors. */
  readonly isData: boolean;
}

/** Numbers rather than strings: they are compared for each sample. */
export const wraps = { repeat: 0, clamp: 1, mirror: 2 } as const;
export const filters = {
  nearest: 0,
  linear: 1,
  mipmap: 2,
  nearestMipmapNearest: 3,
  linearMipmapNearest: 4,
  nearestMipmapLinear: 5,
} as const;

export interface TextureLevel {
  readonly width: number;
  readonly height: number;
  /** Offset of its first texel in `PreparedTexture.texels`. */
  readonly offset: number;
}

export interface PreparedMaterial {
  /** Linear RGBA. */
  readonly baseColor: readonly number[];
  /** Index into `MeshData.textures`, or −1. */
  readonly texture: number;
  readonly texCoordTransform: readonly number[] | null;
  readonly alphaMode: "opaque" | "mask" | "blend";
  readonly alphaCutoff: number;
  readonly keepsReflections: boolean;
  readonly doubleSided: boolean;
  readonly unlit: boolean;
  readonly physical: PreparedPhysical | null;
}

/** A texture that a material uses, and the texture coordinates it takes. */
export interface PreparedMap {
  /** Index into `MeshData.textures`. */
  readonly texture: number;
  readonly usesSecondSet: boolean;
  readonly transform: readonly number[] | null;
}

/** See `PhysicalMaterial`: numbers are finite and within their ranges, layers without effect are null. */
export interface PreparedPhysical {
  readonly metallic: number;
  readonly roughness: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  readonly emissive: readonly number[];
  readonly glossy: { readonly color: readonly number[]; readonly glossiness: number } | null;
  readonly ior: number;
  readonly specular: { readonly strength: number; readonly color: readonly number[] } | null;
  readonly transmission: number;
  /** Infinitely thin without a thickness. */
  readonly volume: VolumeLayer;
  readonly dispersion: number;
  readonly clearcoat: PreparedClearcoat | null;
  readonly sheen: { readonly color: readonly number[]; readonly roughness: number } | null;
  readonly iridescence: IridescenceLayer | null;
  /** Cosine and sine of the rotation. */
  readonly anisotropy: { readonly strength: number; readonly cosine: number; readonly sine: number } | null;
  readonly maps: PreparedMaps;
}

/** See `ClearcoatLayer`. */
export interface PreparedClearcoat {
  readonly strength: number;
  readonly roughness: number;
  readonly normalScale: number;
  /** At normal incidence. */
  readonly reflectance: number;
}

/** Textures by use. */
export type PreparedMaps = Readonly<Partial<Record<MapName, PreparedMap>>>;

/** A part of a mesh, shared by its draws. */
export interface PreparedPart {
  readonly firstVertex: number;
  readonly vertices: number;
  /** Counted in triangles. */
  readonly firstTriangle: number;
  readonly triangles: number;
  readonly hasNormals: boolean;
  /** Offset of the first vertex in `MeshData.colors` and `texCoords`, or −1. */
  readonly colors: number;
  readonly texCoords: number;
  /** Likewise, for the second set. */
  readonly texCoords2: number;
  /** Likewise in `MeshData.tangents`. */
  readonly tangents: number;
  /** Lengths of axes in asset space of a part that is transformed already. */
  readonly scale: readonly [number, number, number];
}

/** An instance of a part. Its vertices and triangles are numbered after those of the draws before it. */
export interface MeshDraw {
  readonly part: number;
  /** Index into `MeshData.materials`. */
  readonly material: number;
  /** Index into `SceneData.prims`. */
  readonly prim: number;
  /** From asset space to world space. */
  readonly toWorld: Affine;
  /** From asset space to prim space; null if they are the same. */
  readonly local: Affine | null;
  readonly vertexBase: number;
  readonly triangleBase: number;
}

export interface MeshData {
  readonly positions: Float32Array;
  /** As long as `positions`; zeros if a part has none. */
  readonly normals: Float32Array;
  readonly colors: Float32Array;
  readonly texCoords: Float32Array;
  /** Four numbers each: a vector, and the sign of the bitangent. */
  readonly tangents: Float32Array;
  /** Vertex indices, counted over all parts. */
  readonly indices: Uint32Array;
  readonly parts: readonly PreparedPart[];
  readonly materials: readonly PreparedMaterial[];
  readonly textures: readonly PreparedTexture[];
  readonly draws: readonly MeshDraw[];
  /** Total over all draws. */
  readonly vertices: number;
  readonly triangles: number;
}

/** An instance of an asset's splats, points or lines. Its elements are numbered after those of the draws before it. */
export interface CloudDraw {
  /** Index of its first element in the arrays. */
  readonly first: number;
  readonly count: number;
  readonly prim: number;
  readonly toWorld: Affine;
  /** From asset space to prim space; null if they are the same. */
  readonly local: Affine | null;
  readonly base: number;
}

export interface SplatDraw extends CloudDraw {
  /** 0 to 3. */
  readonly degree: number;
  /** Whether colors are light rather than sRGB values. */
  readonly isLinear: boolean;
  /** Offset in `SplatData.harmonics`, which has all but the first coefficient, splat by splat. */
  readonly harmonics: number;
}

export interface SplatData {
  readonly positions: Float32Array;
  /** The upper triangle of the covariance, row by row: six numbers. */
  readonly covariances: Float32Array;
  readonly opacities: Float32Array;
  /** 2·ln(255·opacity): the squared distance, in standard deviations, at which opacity falls below 1/255. Splats with 0 are not drawn. */
  readonly reaches: Float32Array;
  /** The view-independent part of the color, not clamped. */
  readonly colors: Float32Array;
  readonly harmonics: Float32Array;
  readonly draws: readonly SplatDraw[];
  /** Total over all draws. */
  readonly count: number;
}

/** Points, or lines that begin at them. */
export interface PointDraw extends CloudDraw {
  readonly isLines: boolean;
}

export interface PointData {
  readonly positions: Float32Array;
  /** sRGB bytes, RGB. */
  readonly colors: Uint8Array;
  /** Ends of lines, as positions and colors; empty without any lines. */
  readonly ends: { readonly positions: Float32Array; readonly colors: Uint8Array };
  readonly draws: readonly PointDraw[];
  readonly count: number;
}

export interface SceneData {
  /** Paths that `primId` counts. */
  readonly prims: readonly string[];
  readonly meshes: MeshData;
  readonly splats: SplatData;
  readonly points: PointData;
}
