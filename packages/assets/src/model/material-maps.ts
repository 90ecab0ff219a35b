/** The textures of materials of the full look. */

/**
 * What a texture holds, which decides how its mipmaps are averaged: colors weighted by alpha, colors next to which alpha is a number
 * of its own, or data.
 */
export type TexelContent = "color" | "opaque" | "data";

/** A use of a texture besides the base color's. */
export type MapName =
  | "metallicRoughness"
  | "normal"
  | "occlusion"
  | "emissive"
  | "glossy"
  | "specularColor"
  | "specularStrength"
  | "transmission"
  | "thickness"
  | "clearcoat"
  | "clearcoatRoughness"
  | "clearcoatNormal"
  | "sheenColor"
  | "sheenRoughness"
  | "iridescence"
  | "iridescenceThickness"
  | "anisotropy";

/** Content of the texture of each use. The channels are those of glTF. */
export const mapContents: Readonly<Record<MapName, TexelContent>> = {
  /** Roughness in green, metallic in blue. */
  metallicRoughness: "data",
  normal: "data",
  /** In red. */
  occlusion: "data",
  emissive: "opaque",
  /** Specular color, and glossiness in alpha. */
  glossy: "opaque",
  specularColor: "opaque",
  /** In alpha. */
  specularStrength: "opaque",
  /** In red. */
  transmission: "data",
  /** In green. */
  thickness: "data",
  /** In red. */
  clearcoat: "data",
  /** In green. */
  clearcoatRoughness: "data",
  clearcoatNormal: "data",
  sheenColor: "opaque",
  /** In alpha. */
  sheenRoughness: "opaque",
  /** In red. */
  iridescence: "data",
  /** In green. */
  iridescenceThickness: "data",
  /** The direction in red and green, the strength in blue. */
  anisotropy: "data",
};

/** All uses. */
export const mapNames: readonly MapName[] = /* @__PURE__ */ Object.keys(mapContents) as MapName[];
