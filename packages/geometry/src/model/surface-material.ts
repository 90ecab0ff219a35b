/** Materials of surfaces, whichever shader defines them: inputs with constants, textures or primvars. */
import type { StageLayer } from "@usdkit/usd";

/** A file that a shader names, relative to the layer that has the opinion. */
export interface TextureFile {
  /** As authored, with expressions evaluated. `<UDIM>` in it is the number of a tile, 1001 and on. */
  readonly assetPath: string;
  readonly layer: StageLayer;
}

/** How a texture continues outside of its image; `black`: as black without opacity. */
export type TextureWrap = "repeat" | "clamp" | "mirror" | "black";

/** `u' = a·u + c·v + e`, `v' = b·u + d·v + f`; (0, 0) is the lower left of the image. */
export type TexCoordTransform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** How a surface has texture coordinates, and how an image continues outside of them. */
export interface TextureCoordinates {
  /** Name of the primvar with texture coordinates, (0, 0) at the lower left of the image. */
  readonly texCoords: string;
  /** Coordinates of prims without the primvar, before the transform; (0, 0) if there are none. */
  readonly texCoordsFallback?: readonly [number, number] | undefined;
  /** Null: coordinates are used as they are. */
  readonly texCoordTransform: TexCoordTransform | null;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  /** Whether texels have hard edges. */
  readonly isPixelated: boolean;
}

/** How the texels of an image are values. */
export interface TexelEncoding extends TextureCoordinates {
  /** What of the texels is the value: three channels, or one. */
  readonly channels: "rgb" | "r" | "g" | "b" | "a";
  /** The values of texels are multiplied by it, and `bias` is added: red, green, blue, alpha. */
  readonly scale: readonly number[];
  readonly bias: readonly number[];
  /** How texels are encoded; `auto`: by the kind of the input. */
  readonly sourceColorSpace: "raw" | "sRGB" | "auto";
}

/** An image as an input uses it. */
export interface TextureSource extends TexelEncoding {
  readonly kind: "texture";
  readonly file: TextureFile;
}

/**
 * An image that is computed from others, texel by texel: a mix of two by a mask, a ramp. `bakeTexture` makes it; its texels are encoded as
 * the other fields say. It is a function of texture coordinates from 0 to 1.
 */
export interface ComputedTexture extends TexelEncoding {
  readonly kind: "computed";
  /** In order: each uses the values of those before it, and the last one has the result. */
  readonly steps: readonly TexelStep[];
}

/** An image that a computed one is made of. */
export interface TextureImage extends TextureCoordinates {
  readonly file: TextureFile;
  readonly sourceColorSpace: "raw" | "sRGB";
}

/** A value at each texel: a constant; that of an image; the texture coordinates; or what an operation makes of values. */
export type TexelStep =
  | { readonly kind: "constant"; readonly value: readonly number[] }
  /** Component i is `scale[i] · texel[channels[i]] + bias[i]`, with the channels 0 to 3. */
  | {
      readonly kind: "texels";
      readonly image: TextureImage;
      readonly channels: readonly number[];
      readonly scale: readonly number[];
      readonly bias: readonly number[];
    }
  | { readonly kind: "coordinates"; readonly transform: TexCoordTransform | null }
  /** `of` are the numbers of earlier steps; the names are those of MaterialX nodes. */
  | { readonly kind: "operation"; readonly name: string; readonly of: readonly number[] };

/** A primvar of the prim that has the material. */
export interface PrimvarSource {
  readonly kind: "primvar";
  /** Without `primvars:`. */
  readonly name: string;
}

/** What gives an input different values over a surface. */
export type SurfaceSource = TextureSource | ComputedTexture | PrimvarSource;

/** An input of a material. */
export interface SurfaceInput {
  /** One number, or three of a color or a vector: the constant, and what counts where the source has no value. */
  readonly value: readonly number[];
  /** What replaces the constant; null: nothing. */
  readonly source: SurfaceSource | null;
}

/** Inputs of a material, with the numbers of their values. Colors are linear. */
export interface SurfaceInputs {
  /** Color of dielectrics by diffuse reflection, and of metals by specular reflection. 3 numbers. */
  readonly diffuseColor: SurfaceInput;
  /** 0 to 1; ignored in the specular workflow. */
  readonly metallic: SurfaceInput;
  /** 0 to 1; its square is the alpha of GGX. */
  readonly roughness: SurfaceInput;
  /** In the specular workflow the reflectance at normal incidence; otherwise a factor of that of dielectrics. 3 numbers. */
  readonly specularColor: SurfaceInput;
  /** Factor of the specular reflection of dielectrics. */
  readonly specular: SurfaceInput;
  /** Index of refraction of dielectrics. */
  readonly ior: SurfaceInput;
  /** 0 to 1: how much longer highlights are along the direction of `anisotropyRotation`. */
  readonly anisotropy: SurfaceInput;
  /** In turns, counterclockwise from the tangent. */
  readonly anisotropyRotation: SurfaceInput;
  /** Roughness of diffuse reflection (Oren and Nayar): 0 is Lambert's. */
  readonly diffuseRoughness: SurfaceInput;
  /** Share of light that passes dielectrics, 0 to 1. */
  readonly transmission: SurfaceInput;
  /** Color of the light that passed. 3 numbers. */
  readonly transmissionColor: SurfaceInput;
  /** Distance in scene units after which light has `transmissionColor`; 0: that is a tint at the surface. */
  readonly transmissionDepth: SurfaceInput;
  /** Dispersion as 20 / Abbe number; 0 is none. */
  readonly dispersion: SurfaceInput;
  /** 0 to 1: share of diffuse reflection that light below the surface makes. */
  readonly subsurface: SurfaceInput;
  /** 3 numbers. */
  readonly subsurfaceColor: SurfaceInput;
  /** Weighted color of the fabric above the surface. 3 numbers. */
  readonly sheenColor: SurfaceInput;
  readonly sheenRoughness: SurfaceInput;
  /** Weight of a clear layer above the surface, 0 to 1. */
  readonly clearcoat: SurfaceInput;
  readonly clearcoatRoughness: SurfaceInput;
  /** Color of the light that passed the clear layer. 3 numbers. */
  readonly clearcoatColor: SurfaceInput;
  readonly clearcoatIor: SurfaceInput;
  /** Weight of a thin film on the surface, 0 to 1. */
  readonly iridescence: SurfaceInput;
  /** Nanometres. */
  readonly iridescenceThickness: SurfaceInput;
  readonly iridescenceIor: SurfaceInput;
  /** Light that the surface emits; may exceed 1. 3 numbers. */
  readonly emissiveColor: SurfaceInput;
  /** 0 to 1; see `opacityMode`. */
  readonly opacity: SurfaceInput;
  /** Vector in tangent space, −1 to 1. 3 numbers. */
  readonly normal: SurfaceInput;
  /** The same of the clear layer. */
  readonly clearcoatNormal: SurfaceInput;
  /** Share of the light of the surroundings that reaches the surface, 0 to 1. */
  readonly occlusion: SurfaceInput;
}

/** Names of inputs. */
export type SurfaceInputName = keyof SurfaceInputs;

/** A material of which surfaces are drawn. */
export interface SurfaceMaterial {
  /** Path of the Material prim. */
  readonly path: string;
  readonly inputs: SurfaceInputs;
  /** Whether `specularColor` and not `metallic` defines the reflectance. */
  readonly usesSpecularWorkflow: boolean;
  /** `transparent`: what is not opaque still has reflections, as glass; `presence`: it is not there. */
  readonly opacityMode: "transparent" | "presence";
  /** Opacities below it are not drawn, and others are opaque; 0: surfaces are translucent. */
  readonly opacityThreshold: number;
  /** Whether the surface has nothing behind it, as a sheet of paper. */
  readonly isThinWalled: boolean;
  /** Distance in units of the prim that light takes through a surface that is not thin-walled; null: as its shape is. */
  readonly thickness: number | null;
  /** Which color tints the light that passes the surface; with a `transmissionDepth` that color is of the volume below it. */
  readonly transmissionTint: "transmissionColor" | "diffuseColor";
}

/** Name of the primvar with the texture coordinates of surfaces, where materials name none. */
export const defaultTexCoords = "st";

/** Returns the inputs of a material with their names. */
export function namedInputs({ inputs }: SurfaceMaterial): readonly (readonly [SurfaceInputName, SurfaceInput])[] {
  // The keys of an interface are not those that an object has; these are.
  return Object.entries(inputs) as [SurfaceInputName, SurfaceInput][];
}
