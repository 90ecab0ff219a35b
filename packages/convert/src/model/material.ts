/** Materials of a scene. */
import type { Extras } from "./extras.ts";

/** How a texture continues beyond its edges. */
export type TextureWrap = "repeat" | "clamp" | "mirror";

/** A texture as an input of a material uses it. */
export interface TextureUse {
  /** Index into the images of the scene. */
  readonly image: number;
  readonly channels: "rgb" | "r" | "g" | "b" | "a";
  /** Name of the texture coordinates in the vertices of the mesh. */
  readonly texCoords: string;
  /** Of the coordinates: scaled first, then turned counterclockwise by degrees, then moved. */
  readonly transform: TextureTransform | null;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  /** Whether texels are squares when they are magnified. */
  readonly isNearest: boolean;
  /** The filter of glTF when they are minified; null: the usual one, between texels and between mipmaps. */
  readonly minification: string | null;
  /** Values of texels are multiplied by it, and `bias` is added; as many numbers as channels. */
  readonly scale: readonly number[];
  readonly bias: readonly number[];
  readonly colorSpace: "sRGB" | "raw";
}

/** Changes texture coordinates. */
export interface TextureTransform {
  readonly scale: readonly [number, number];
  readonly rotation: number;
  readonly translation: readonly [number, number];
}

/** An input of a material: a constant, or the texture that replaces it. */
export interface MaterialInput {
  /** The place in the input file. */
  readonly source: string;
  /** One number, or three of a color or a vector. */
  readonly value: readonly number[];
  readonly texture: TextureUse | null;
}

/** Name of an input of a material. */
export type InputName =
  | "baseColor"
  | "opacity"
  | "metallic"
  | "roughness"
  | "normal"
  | "occlusion"
  | "emissive"
  | "specularColor"
  | "ior"
  | "specular"
  | "specularTint"
  | "clearcoat"
  | "clearcoatRoughness"
  | "clearcoatNormal"
  | "transmission"
  | "thickness"
  | "attenuationDistance"
  | "attenuationColor"
  | "dispersion"
  | "sheenColor"
  | "sheenRoughness"
  | "iridescence"
  | "iridescenceIor"
  | "iridescenceThickness"
  | "iridescenceThicknessMinimum"
  | "anisotropy"
  | "anisotropyRotation"
  | "diffuseTransmission"
  | "diffuseTransmissionColor";

/** The inputs with their values if a material does not set them. Colors are linear, angles in radians, lengths in metres, films in nanometres. */
const inputDefaults: Readonly<Record<InputName, readonly number[]>> = {
  baseColor: [1, 1, 1],
  opacity: [1],
  metallic: [1],
  roughness: [1],
  // Vectors of tangent space.
  normal: [0, 0, 1],
  occlusion: [1],
  emissive: [0, 0, 0],
  // Instead of metallic, in materials of the specular workflow.
  specularColor: [1, 1, 1],
  ior: [1.5],
  specular: [1],
  specularTint: [1, 1, 1],
  clearcoat: [0],
  clearcoatRoughness: [0],
  clearcoatNormal: [0, 0, 1],
  transmission: [0],
  thickness: [0],
  attenuationDistance: [Infinity],
  attenuationColor: [1, 1, 1],
  dispersion: [0],
  sheenColor: [0, 0, 0],
  sheenRoughness: [0],
  iridescence: [0],
  iridescenceIor: [1.3],
  iridescenceThickness: [400],
  iridescenceThicknessMinimum: [100],
  anisotropy: [0],
  anisotropyRotation: [0],
  diffuseTransmission: [0],
  diffuseTransmissionColor: [1, 1, 1],
};

/** The appearance of a surface. */
export interface MaterialModel {
  readonly name: string;
  /** The place in the input. */
  readonly source: string;
  /** Only those that are set. */
  readonly inputs: Readonly<Partial<Record<InputName, MaterialInput>>>;
  readonly workflow: "metallic" | "specular";
  readonly alphaMode: "opaque" | "mask" | "blend";
  /** Opacities below it are not drawn; of `mask`. */
  readonly alphaCutoff: number;
  readonly isUnlit: boolean;
  /** Whether the colors of vertices are multiplied with the base color. */
  readonly usesVertexColors: boolean;
  readonly extras: Extras;
}

/** Returns an input of a material, with its default if it is not set. */
export function inputOf({ inputs, source }: MaterialModel, name: InputName): MaterialInput {
  return inputs[name] ?? { source, value: inputDefaults[name], texture: null };
}
