/** Materials of stages as materials of the renderer. */
import type {
  ComputedTexture,
  SurfaceInput,
  TextureCoordinates,
  TextureSource,
  VertexPrimvars,
  VertexValues,
} from "@usdkit/geometry";
import type { Material, TexCoordTransform, Texture, TextureUse } from "@usdkit/assets";
import { channelSource, combinedImage, type ChannelSource, type EmptyChannels, type TexelKind } from "./texel-maps.ts";
import type { ResolvedSurface } from "./resolved-surface.ts";
import type { FindImage } from "./texture-images.ts";

/** Linear gray of prims without a color. */
export const NO_COLOR = 0.5;

/** A material with its textures. */
export interface SurfaceLook {
  readonly material: Material;
  /** That the material counts. */
  readonly textures: readonly Texture[];
  /** Names of the primvars with texture coordinates: of the first and of the second set. */
  readonly texCoordSets: readonly string[];
  /** Factors of the base color and of its opacity at vertices. */
  readonly colors: VertexValues | null;
  readonly opacities: VertexValues | null;
}

/** Returns the look of a prim without a material: its display colors. */
export function displayLook(primvars: VertexPrimvars, isDoubleSided: boolean): SurfaceLook {
  const colors = primvars.get("displayColor") ?? null;
  const opacities = primvars.get("displayOpacity") ?? null;
  const constant = colors === null ? [NO_COLOR, NO_COLOR, NO_COLOR] : colors.isConstant ? colors.values : [1, 1, 1];
  const opacity = opacities?.isConstant === true ? opacities.values[0] : 1;
  const isTranslucent = opacities?.values.some((value) => value < 1) === true;
  return {
    material: {
      name: "displayColor",
      baseColor: [constant[0], constant[1], constant[2], opacity],
      texture: null,
      texCoordTransform: null,
      alphaMode: isTranslucent ? "blend" : "opaque",
      alphaCutoff: 0,
      doubleSided: isDoubleSided,
      unlit: false,
    },
    textures: [],
    texCoordSets: [],
    colors: colors?.isConstant === true ? null : colors,
    opacities: opacities?.isConstant === true ? null : opacities,
  };
}

/** Returns the look of a material. */
export function surfaceLook(resolved: ResolvedSurface, isDoubleSided: boolean, find: FindImage): SurfaceLook {
  const { surface, colors: vertexColors, opacities } = resolved;
  const { inputs, opacityThreshold, usesSpecularWorkflow } = surface;
  const { diffuseColor, emissiveColor, specularColor, metallic, roughness, opacity, normal, occlusion } = inputs;
  const textures: Texture[] = [];
  const sets: string[] = [];
  const channel = (input: SurfaceInput, index: number, kind: TexelKind): ChannelSource | undefined => {
    const texture = textureOf(input);
    const image = find(texture);
    return texture === null || image === undefined ? undefined : channelSource(texture, image, index, kind);
  };
  const use = (
    owner: SurfaceInput,
    channels: readonly (ChannelSource | undefined)[],
    empty: EmptyChannels = "unread",
  ): TextureUse | null => {
    const image = combinedImage(channels, empty);
    const texture = textureOf(owner);
    if (image === undefined || texture === null) return null;
    if (!sets.includes(texture.texCoords)) sets.push(texture.texCoords);
    textures.push({
      ...image,
      wrapS: wrapOf(texture.wrapS),
      wrapT: wrapOf(texture.wrapT),
      magFilter: texture.isPixelated ? "nearest" : "linear",
      minFilter: "mipmap",
    });
    const usesSecondSet = sets.indexOf(texture.texCoords) === 1;
    return { texture: textures.length - 1, usesSecondSet, transform: transformOf(texture) };
  };
  const color = (input: SurfaceInput, kind: TexelKind): TextureUse | null =>
    use(
      input,
      [0, 1, 2].map((index) => channel(input, index, kind)),
    );
  const has = (input: SurfaceInput): boolean => find(textureOf(input)) !== undefined;

  // The first set of coordinates is that of the base color.
  const colors = [0, 1, 2].map((index) => channel(diffuseColor, index, "color"));
  // A constant opacity is a factor of the texture's; opaque surfaces do not read that.
  const empty = has(diffuseColor) && !(has(opacity) || opacity.value[0] < 1) ? "unread" : "read";
  const base = use(has(diffuseColor) ? diffuseColor : opacity, [...colors, channel(opacity, 0, "data")], empty);
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
    has(input) ? [1, 1, 1] : [input.value[0], input.value[1], input.value[2]];
  const isTranslucent = has(opacity) || opacities !== null || opacity.value[0] < 1;
  const occlusionMap = has(occlusion) ? use(occlusion, [channel(occlusion, 0, "data")]) : null;
  const material: Material = {
    name: surface.path,
    baseColor: [
      ...(vertexColors === null ? factors(diffuseColor) : ([1, 1, 1] as const)),
      opacities === null ? factor(opacity) : 1,
    ],
    texture: base?.texture ?? null,
    texCoordTransform: base?.transform ?? null,
    alphaMode: !isTranslucent ? "opaque" : opacityThreshold > 0 ? "mask" : "blend",
    alphaCutoff: opacityThreshold,
    doubleSided: isDoubleSided,
    unlit: false,
    physical: {
      metallic: usesSpecularWorkflow ? 0 : factor(metallic),
      roughness: factor(roughness),
      normalScale: 1,
      occlusionStrength: 1,
      emissive: factors(emissiveColor),
      glossy: usesSpecularWorkflow ? { color: factors(specularColor), glossiness: 1 - factor(roughness) } : null,
      maps: {
        metallicRoughness: surfaceMap,
        normal: has(normal) ? color(normal, "vector") : null,
        occlusion: occlusionMap,
        emissive: has(emissiveColor) ? color(emissiveColor, "color") : null,
      },
    },
  };
  return { material, textures, texCoordSets: sets, colors: vertexColors, opacities };
}

function textureOf({ source }: SurfaceInput): TextureSource | ComputedTexture | null {
  return source === null || source.kind === "primvar" ? null : source;
}

/** What is outside of an image is its edge, also where it should be black. */
function wrapOf(wrap: TextureSource["wrapS"]): Texture["wrapS"] {
  return wrap === "black" ? "clamp" : wrap;
}

/** Texture coordinates of USD begin at the lower left of the image, those of the renderer at the upper left. */
function transformOf({ texCoordTransform }: TextureCoordinates): TexCoordTransform {
  const [a, b, c, d, e, f] = texCoordTransform ?? [1, 0, 0, 1, 0, 0];
  return [a, -b, c, -d, e, 1 - f];
}
