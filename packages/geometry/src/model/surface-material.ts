/** Materials of surfaces: the inputs of UsdPreviewSurface. */
import type { StageLayer } from "@usdkit/usd";

/** A file that a shader names, relative to the layer that has the opinion. */
export interface TextureFile {
  /** As authored, with expressions evaluated. */
  readonly assetPath: string;
  readonly layer: StageLayer;
}

/** A UsdUVTexture as an input uses it. */
export interface TextureInput {
  readonly file: TextureFile;
  /** The output that is connected. */
  readonly channels: "rgb" | "r" | "g" | "b" | "a";
  /** Name of the primvar with texture coordinates, (0, 0) at the lower left of the image. */
  readonly texCoords: string;
  /** UsdTransform2d of the coordinates: scaled first, then turned counterclockwise by degrees, then moved. */
  readonly transform: {
    readonly scale: readonly [number, number];
    readonly rotation: number;
    readonly translation: readonly [number, number];
  } | null;
  readonly wrapS: "repeat" | "clamp" | "mirror";
  readonly wrapT: "repeat" | "clamp" | "mirror";
  /** The values of texels are multiplied by it, and `bias` is added: red, green, blue, alpha. */
  readonly scale: readonly number[];
  readonly bias: readonly number[];
  /** How texels are encoded; `auto`: by the kind of the input. */
  readonly sourceColorSpace: "raw" | "sRGB" | "auto";
}

/** An input: a constant, and the texture or the display colors of the prim that replace it. */
export interface SurfaceInput {
  /** One number, or three of a color or a vector. */
  readonly value: readonly number[];
  readonly usesDisplayColor: boolean;
  readonly texture: TextureInput | null;
}

/** Inputs of UsdPreviewSurface by name. */
export type SurfaceInputName =
  | "diffuseColor"
  | "emissiveColor"
  | "specularColor"
  | "metallic"
  | "roughness"
  | "opacity"
  | "normal"
  | "occlusion";

/** A material of which surfaces are drawn. */
export interface SurfaceMaterial {
  /** Path of the Material prim. */
  readonly path: string;
  readonly inputs: Readonly<Record<SurfaceInputName, SurfaceInput>>;
  readonly usesSpecularWorkflow: boolean;
  /** Opacities below it are not drawn; 0: surfaces are translucent. */
  readonly opacityThreshold: number;
}
