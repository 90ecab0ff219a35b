/** Layers of stage materials as those of the renderer, which are glTF's. */
import type { MapName, PhysicalMaterial, TextureUse } from "@usdkit/assets";
import {
  defaultTexCoords,
  neutralInputs,
  type SurfaceInput,
  type SurfaceInputName,
  type SurfaceMaterial,
} from "@usdkit/geometry";
import type { LookTextures } from "./look-textures.ts";

/** Byte of a vector's component that is 0. */
const MIDDLE = 128;
const TURN = 2 * Math.PI;

type Layers = Partial<
  Pick<
    PhysicalMaterial,
    "ior" | "specular" | "transmission" | "volume" | "dispersion" | "clearcoat" | "sheen" | "iridescence" | "anisotropy"
  >
>;

/** Layers with their textures. */
export interface SurfaceLayers {
  readonly layers: Layers;
  readonly maps: Readonly<Partial<Record<MapName, TextureUse | null>>>;
}

/** Returns the layers of a material; those without effect are left out. */
export function surfaceLayers(surface: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { inputs } = surface;
  const parts = [
    reflection(surface, textures),
    isUsed(inputs.transmission) ? passing(surface, textures) : null,
    isUsed(inputs.clearcoat) ? coat(surface, textures) : null,
    isUsed(inputs.sheenColor) ? sheen(surface, textures) : null,
    isUsed(inputs.iridescence) ? film(surface, textures) : null,
    isUsed(inputs.anisotropy) ? stretch(surface, textures) : null,
  ].filter((part) => part !== null);
  return {
    layers: Object.assign({}, ...parts.map(({ layers }) => layers)) as Layers,
    maps: Object.assign({}, ...parts.map(({ maps }) => maps)) as SurfaceLayers["maps"],
  };
}

/** Whether an input is not 0 everywhere. */
function isUsed({ value, source }: SurfaceInput): boolean {
  return source !== null || value.some((number) => number > 0);
}

function isNeutral({ inputs }: SurfaceMaterial, name: SurfaceInputName): boolean {
  const { value, source } = inputs[name];
  return source === null && value.every((number, i) => number === neutralInputs[name].value[i]);
}

/** Reflection of dielectrics. In the specular workflow the specular color is the reflectance itself. */
function reflection(surface: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { specular, specularColor, ior } = surface.inputs;
  const [index] = ior.value;
  if (surface.usesSpecularWorkflow || (isNeutral(surface, "specular") && isNeutral(surface, "specularColor"))) {
    return { layers: { ior: index }, maps: {} };
  }
  return {
    layers: { ior: index, specular: { strength: textures.factor(specular), color: textures.factors(specularColor) } },
    maps: { specularColor: textures.color(specularColor), specularStrength: textures.number(specular, 3) },
  };
}

function passing({ inputs, isThinWalled, thickness }: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { transmission, transmissionColor, transmissionDepth, dispersion } = inputs;
  const [depth] = transmissionDepth.value;
  const [r, g, b] = depth > 0 ? transmissionColor.value : [1, 1, 1];
  const volume = {
    thickness: thickness ?? 1,
    attenuationColor: [r, g, b],
    attenuationDistance: depth > 0 ? depth : Infinity,
  } as const;
  return {
    layers: {
      transmission: textures.factor(transmission),
      dispersion: dispersion.value[0],
      ...(isThinWalled ? {} : { volume }),
    },
    maps: { transmission: textures.number(transmission, 0) },
  };
}

function coat({ inputs }: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { clearcoat, clearcoatRoughness, clearcoatIor, clearcoatNormal } = inputs;
  const layer = {
    strength: textures.factor(clearcoat),
    roughness: textures.factor(clearcoatRoughness),
    normalScale: 1,
    ior: clearcoatIor.value[0],
  };
  return {
    layers: { clearcoat: layer },
    maps: {
      clearcoat: textures.number(clearcoat, 0),
      clearcoatRoughness: textures.number(clearcoatRoughness, 1),
      clearcoatNormal: textures.color(clearcoatNormal, "vector"),
    },
  };
}

function sheen({ inputs }: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { sheenColor, sheenRoughness } = inputs;
  return {
    layers: { sheen: { color: textures.factors(sheenColor), roughness: textures.factor(sheenRoughness) } },
    maps: { sheenColor: textures.color(sheenColor), sheenRoughness: textures.number(sheenRoughness, 3) },
  };
}

/** Texels of a thickness are the share of the range that the texture spans. */
function film({ inputs }: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { iridescence, iridescenceIor, iridescenceThickness } = inputs;
  const { value, source } = iridescenceThickness;
  let [least, most] = [value[0], value[0]];
  let share: TextureUse | null = null;
  if (source?.kind === "texture" && textures.has(iridescenceThickness)) {
    const channel = { rgb: 0, r: 0, g: 1, b: 2, a: 3 }[source.channels];
    least = source.bias[channel];
    most = least + source.scale[channel];
    share = textures.number({ value, source: { ...source, scale: [1, 1, 1, 1], bias: [0, 0, 0, 0] } }, 1);
  }
  const strength = textures.factor(iridescence);
  return {
    layers: {
      iridescence: { strength, ior: iridescenceIor.value[0], minThickness: least, maxThickness: most },
    },
    maps: { iridescence: textures.number(iridescence, 0), iridescenceThickness: share },
  };
}

function stretch({ inputs }: SurfaceMaterial, textures: LookTextures): SurfaceLayers {
  const { anisotropy, anisotropyRotation } = inputs;
  const layer = { strength: textures.factor(anisotropy), rotation: TURN * anisotropyRotation.value[0] };
  const direction = [255, MIDDLE, textures.channel(anisotropy, 0, "data")];
  const map = textures.has(anisotropy) ? textures.use(anisotropy, direction) : null;
  textures.readTexCoords(defaultTexCoords);
  return { layers: { anisotropy: layer }, maps: { anisotropy: map } };
}
