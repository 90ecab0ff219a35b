/** Materials of stages as materials of the renderer. */
import type { Material, PhysicalMaterial, Texture, TextureUse } from "@usdkit/assets";
import {
  isUnlitSurface,
  type SurfaceInput,
  type SurfaceMaterial,
  type VertexPrimvars,
  type VertexValues,
} from "@usdkit/geometry";
import { baseColor } from "./base-color.ts";
import { LookTextures, type TexCoordSet } from "./look-textures.ts";
import type { ResolvedSurface } from "./resolved-surface.ts";
import { surfaceLayers } from "./surface-layers.ts";
import { inverted } from "./texel-maps.ts";
import type { FindImage } from "./texture-images.ts";

/** Linear gray of prims without a color. */
export const NO_COLOR = 0.5;

const WHITE = [1, 1, 1] as const;

/** A material with its textures. */
export interface SurfaceLook {
  readonly material: Material;
  /** That the material counts. */
  readonly textures: readonly Texture[];
  /** Texture coordinates: the first and the second set. */
  readonly texCoordSets: readonly TexCoordSet[];
  /** Factors of the base color and of its opacity at vertices. */
  readonly colors: VertexValues | null;
  readonly opacities: VertexValues | null;
  /** Whether the material's thickness is in parts of the shape's. */
  readonly isThickAsShape: boolean;
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
    isThickAsShape: false,
  };
}

/** Returns the look of a material. */
export function surfaceLook(resolved: ResolvedSurface, isDoubleSided: boolean, find: FindImage): SurfaceLook {
  const { surface, colors: vertexColors, opacities } = resolved;
  const { inputs, opacityMode, opacityThreshold, isThinWalled, thickness } = surface;
  const { emissiveColor, opacity, normal, occlusion } = inputs;
  const textures = new LookTextures(find);
  const isUnlit = isUnlitSurface(surface);
  const { color, tint } = isUnlit ? { color: emissiveColor, tint: WHITE } : baseColor(surface);
  // The first set of coordinates is that of the base color.
  const base = baseTexture(color, opacity, textures);
  const factors = vertexColors === null ? textures.factors(color) : ([1, 1, 1] as const);
  const isTranslucent = textures.has(opacity) || opacities !== null || opacity.value[0] < 1;
  const { physical, maps } = roughness(surface, textures);
  const { input: emitted, gain } = withoutGain(emissiveColor, textures.brightest(emissiveColor));
  const { layers, maps: layerMaps } = surfaceLayers(surface, textures);
  const [r, g, b] = textures.factors(emitted);
  const material: Material = {
    name: surface.path,
    baseColor: [
      factors[0] * tint[0],
      factors[1] * tint[1],
      factors[2] * tint[2],
      opacities === null ? textures.factor(opacity) : 1,
    ],
    texture: base?.texture ?? null,
    texCoordTransform: base?.transform ?? null,
    alphaMode: !isTranslucent ? "opaque" : opacityThreshold > 0 ? "mask" : "blend",
    alphaCutoff: opacityThreshold,
    keepsReflections: opacityMode === "transparent",
    // The thickness of a volume is that of all of the shape: its back would be a second one.
    doubleSided: isDoubleSided && layers.volume === undefined,
    unlit: isUnlit,
    physical: {
      ...physical,
      normalScale: 1,
      occlusionStrength: 1,
      emissive: [gain * r, gain * g, gain * b],
      ...layers,
      maps: {
        ...maps,
        normal: textures.color(normal, "vector"),
        occlusion: textures.number(occlusion, 0),
        emissive: textures.color(emitted),
        ...layerMaps,
      },
    },
  };
  const hasOwnThickness = layers.volume !== undefined && !isThinWalled && thickness === null;
  return {
    material,
    textures: textures.list,
    texCoordSets: textures.sets,
    colors: vertexColors,
    opacities,
    isThickAsShape: hasOwnThickness,
  };
}

function baseTexture(color: SurfaceInput, opacity: SurfaceInput, textures: LookTextures): TextureUse | null {
  const colors = [0, 1, 2].map((index) => textures.channel(color, index, "color"));
  // A constant opacity is a factor of the texture's; opaque surfaces do not read that.
  const empty = textures.has(color) && !(textures.has(opacity) || opacity.value[0] < 1) ? "unread" : "read";
  const owner = textures.has(color) ? color : opacity;
  return textures.use(owner, [...colors, textures.channel(opacity, 0, "data")], empty);
}

/** Returns the metallic workflow, or the specular one, in which smoothness is part of the reflectance. */
function roughness(
  { inputs, usesSpecularWorkflow }: SurfaceMaterial,
  textures: LookTextures,
): { physical: Pick<PhysicalMaterial, "metallic" | "roughness" | "glossy">; maps: PhysicalMaterial["maps"] } {
  const { specularColor, metallic, roughness: rough } = inputs;
  const isRough = textures.has(rough);
  if (usesSpecularWorkflow) {
    const colors = [0, 1, 2].map((index) => textures.channel(specularColor, index, "color"));
    const owner = textures.has(specularColor) ? specularColor : rough;
    const smooth = textures.channel(rough, 0, "data");
    return {
      physical: {
        metallic: 0,
        roughness: textures.factor(rough),
        glossy: { color: textures.factors(specularColor), glossiness: isRough ? 1 : 1 - rough.value[0] },
      },
      maps: { glossy: textures.use(owner, [...colors, smooth && inverted(smooth)], "read") },
    };
  }
  const owner = isRough ? rough : metallic;
  const channels = [undefined, textures.channel(rough, 0, "data"), textures.channel(metallic, 0, "data")];
  return {
    physical: { metallic: textures.factor(metallic), roughness: textures.factor(rough), glossy: null },
    maps: { metallicRoughness: textures.use(owner, channels) },
  };
}

/**
 * Returns an input whose texels are at most 1, and what they are multiplied by.
 *
 * @param brightest the largest value of the image
 */
function withoutGain(input: SurfaceInput, brightest: number): { readonly input: SurfaceInput; readonly gain: number } {
  const { source, value } = input;
  if (source?.kind !== "texture") return { input, gain: 1 };
  const gain = Math.max(1, ...source.scale.slice(0, 3).map((scale, i) => scale * brightest + source.bias[i]));
  if (!(gain > 1 && gain < Infinity)) return { input, gain: 1 };
  const scale = source.scale.map((each) => each / gain);
  const bias = source.bias.map((each) => each / gain);
  return { input: { value: value.map((each) => each / gain), source: { ...source, scale, bias } }, gain };
}
