/** UsdPreviewSurface as a material of the renderer. */
import type { SurfaceInput, SurfaceMaterial, TextureInput } from "@usdkit/geometry";
import type { Material, TexCoordTransform, Texture, TextureUse } from "@usdkit/assets";
import { sinCos } from "@usdkit/base/math";
import { channelSource, combinedImage, type ChannelSource, type TexelKind } from "./texel-maps.ts";
import type { FindImage } from "./texture-images.ts";

/** A material with its textures. */
export interface SurfaceLook {
  readonly material: Material;
  /** That the material counts. */
  readonly textures: readonly Texture[];
  /** Names of the primvars with texture coordinates: of the first and of the second set. */
  readonly texCoordSets: readonly string[];
  /** Whether the base color is the display color of the prim. */
  readonly usesDisplayColor: boolean;
}

/** Returns the look of a material. */
export function surfaceLook(surface: SurfaceMaterial, isDoubleSided: boolean, find: FindImage): SurfaceLook {
  const { inputs, opacityThreshold, usesSpecularWorkflow } = surface;
  const { diffuseColor, emissiveColor, specularColor, metallic, roughness, opacity, normal, occlusion } = inputs;
  const textures: Texture[] = [];
  const sets: string[] = [];
  const channel = ({ texture }: SurfaceInput, index: number, kind: TexelKind): ChannelSource | undefined => {
    const image = find(texture);
    return texture === null || image === undefined ? undefined : channelSource(texture, image, index, kind);
  };
  const use = (owner: SurfaceInput, channels: readonly (ChannelSource | undefined)[]): TextureUse | null => {
    const image = combinedImage(channels);
    const { texture } = owner;
    if (image === undefined || texture === null) return null;
    if (!sets.includes(texture.texCoords)) sets.push(texture.texCoords);
    textures.push({ ...image, wrapS: texture.wrapS, wrapT: texture.wrapT, magFilter: "linear", minFilter: "mipmap" });
    const usesSecondSet = sets.indexOf(texture.texCoords) === 1;
    return { texture: textures.length - 1, usesSecondSet, transform: transformOf(texture) };
  };
  const color = (input: SurfaceInput, kind: TexelKind): TextureUse | null =>
    use(
      input,
      [0, 1, 2].map((index) => channel(input, index, kind)),
    );
  const has = (input: SurfaceInput): boolean => find(input.texture) !== undefined;

  // The first set of coordinates is that of the base color.
  const colors = [0, 1, 2].map((index) => channel(diffuseColor, index, "color"));
  const base = use(has(diffuseColor) ? diffuseColor : opacity, [...colors, channel(opacity, 0, "data")]);
  const rough = has(roughness) || has(metallic);
  const surfaceMap = rough
    ? use(has(roughness) ? roughness : metallic, [
        undefined,
        channel(roughness, 0, "data"),
        channel(metallic, 0, "data"),
      ])
    : null;
  const factor = (input: SurfaceInput): number => (has(input) ? 1 : input.value[0]);
  const factors = (input: SurfaceInput): [number, number, number] =>
    has(input) || input.usesDisplayColor ? [1, 1, 1] : [input.value[0], input.value[1], input.value[2]];
  const isTranslucent = has(opacity) || opacity.value[0] < 1;
  const occlusionMap = has(occlusion) ? use(occlusion, [channel(occlusion, 0, "data")]) : null;
  const material: Material = {
    name: surface.path,
    baseColor: [...factors(diffuseColor), factor(opacity)],
    texture: base?.texture ?? null,
    texCoordTransform: base?.transform ?? null,
    alphaMode: !isTranslucent ? "opaque" : opacityThreshold > 0 ? "mask" : "blend",
    alphaCutoff: opacityThreshold,
    doubleSided: isDoubleSided,
    unlit: false,
    physical: {
      metallic: usesSpecularWorkflow ? 0 : factor(metallic),
      roughness: factor(roughness),
      metallicRoughnessMap: surfaceMap,
      normalScale: 1,
      normalMap: has(normal) ? color(normal, "vector") : null,
      occlusionStrength: 1,
      occlusionMap,
      emissive: factors(emissiveColor),
      emissiveMap: has(emissiveColor) ? color(emissiveColor, "color") : null,
      transmission: 0,
      specular: usesSpecularWorkflow
        ? { color: factors(specularColor), glossiness: 1 - factor(roughness), map: null }
        : null,
    },
  };
  return { material, textures, texCoordSets: sets, usesDisplayColor: diffuseColor.usesDisplayColor };
}

/** Texture coordinates of USD begin at the lower left of the image, those of the renderer at the upper left. */
function transformOf({ transform }: TextureInput): TexCoordTransform {
  if (transform === null) return [1, 0, 0, -1, 0, 1];
  const { scale, rotation, translation } = transform;
  const [sine, cosine] = sinCos((rotation * Math.PI) / 180);
  const [sx, sy] = scale;
  const [tx, ty] = translation;
  return [sx * cosine, -sx * sine, -sy * sine, -sy * cosine, tx, 1 - ty];
}
