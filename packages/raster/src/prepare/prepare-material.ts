import {
  mapContents,
  mapNames,
  type MapName,
  type Material,
  type MeshAsset,
  type PhysicalMaterial,
  type Rgb,
  type TextureUse,
  type VolumeLayer,
} from "@usdkit/assets";
import { sinCos } from "@usdkit/base/math";
import { alphaModeOf, baseContent, type TexturePlaces } from "./pack-textures.ts";
import type { PreparedMap, PreparedMaps, PreparedMaterial, PreparedPhysical } from "./scene-data.ts";

/** Greatest linear value of an emitted color. */
const MAX_EMISSION = 1e4;
const DEFAULT_IOR = 1.5;
/** An infinitely thin surface. */
const THIN: VolumeLayer = { thickness: 0, attenuationColor: [1, 1, 1], attenuationDistance: Infinity };

/** Returns a material for the kernels: textures by index in the scene, numbers finite and clamped to their ranges. */
export function prepareMaterial(asset: MeshAsset, material: Material, placeOf: TexturePlaces): PreparedMaterial {
  const { texture, baseColor, texCoordTransform, alphaCutoff, keepsReflections, doubleSided, unlit, physical } =
    material;
  const alphaMode = alphaModeOf(material);
  const map = (name: MapName, { texture: index, usesSecondSet, transform }: TextureUse): PreparedMap => ({
    texture: placeOf(asset, index, mapContents[name]),
    usesSecondSet,
    transform: finiteTransform(transform),
  });
  return {
    baseColor: baseColor.map((value) => (Number.isFinite(value) ? value : 1)),
    texture: texture === null ? -1 : placeOf(asset, texture, baseContent(material)),
    texCoordTransform: finiteTransform(texCoordTransform),
    alphaMode,
    alphaCutoff,
    keepsReflections: keepsReflections === true && alphaMode === "blend",
    doubleSided,
    unlit,
    physical: physical === undefined ? null : preparePhysical(physical, map),
  };
}

function preparePhysical(
  physical: PhysicalMaterial,
  map: (name: MapName, use: TextureUse) => PreparedMap,
): PreparedPhysical {
  const { glossy, specular, clearcoat, sheen, iridescence, anisotropy } = physical;
  const maps: Partial<Record<MapName, PreparedMap>> = {};
  for (const name of mapNames) {
    const use = physical.maps[name];
    if (use !== undefined && use !== null) maps[name] = map(name, use);
  }
  return {
    metallic: within(physical.metallic, 1, 1),
    roughness: within(physical.roughness, 1, 1),
    normalScale: finite(physical.normalScale, 1),
    occlusionStrength: within(physical.occlusionStrength, 1, 1),
    emissive: colorOf(physical.emissive, MAX_EMISSION, 0),
    glossy:
      glossy === undefined || glossy === null
        ? null
        : { color: colorOf(glossy.color, 1, 1), glossiness: within(glossy.glossiness, 1, 1) },
    ior: iorOf(physical.ior),
    specular:
      specular === undefined
        ? null
        : { strength: within(specular.strength, 1, 1), color: colorOf(specular.color, MAX_EMISSION, 1) },
    transmission: within(physical.transmission ?? 0, 1, 0),
    volume: volumeOf(physical.volume),
    dispersion: within(physical.dispersion ?? 0, 100, 0),
    clearcoat:
      clearcoat === undefined || !(clearcoat.strength > 0)
        ? null
        : {
            strength: within(clearcoat.strength, 1, 0),
            roughness: within(clearcoat.roughness, 1, 0),
            normalScale: finite(clearcoat.normalScale, 1),
            reflectance: reflectanceOf(iorOf(clearcoat.ior)),
          },
    sheen:
      sheen === undefined || !(Math.max(...sheen.color) > 0)
        ? null
        : { color: colorOf(sheen.color, 1, 0), roughness: within(sheen.roughness, 1, 0) },
    iridescence:
      iridescence === undefined || !(iridescence.strength > 0)
        ? null
        : {
            strength: within(iridescence.strength, 1, 0),
            ior: Math.max(1, within(iridescence.ior, 5, 1.3)),
            minThickness: within(iridescence.minThickness, 1e5, 100),
            maxThickness: within(iridescence.maxThickness, 1e5, 400),
          },
    anisotropy: anisotropy === undefined ? null : anisotropyOf(anisotropy, maps),
    maps,
  };
}

function anisotropyOf(
  { strength, rotation }: NonNullable<PhysicalMaterial["anisotropy"]>,
  maps: PreparedMaps,
): PreparedPhysical["anisotropy"] {
  if (!(strength > 0) && maps.anisotropy === undefined) return null;
  const [sine, cosine] = sinCos(finite(rotation, 0));
  return { strength: within(strength, 1, 0), cosine, sine };
}

function volumeOf(volume: VolumeLayer | undefined): VolumeLayer {
  if (volume === undefined) return THIN;
  const { thickness, attenuationColor, attenuationDistance } = volume;
  return {
    thickness: thickness > 0 && thickness < Infinity ? thickness : 0,
    attenuationColor: colorOf(attenuationColor, 1, 1),
    attenuationDistance: attenuationDistance > 0 ? attenuationDistance : Infinity,
  };
}

/** Indices below 1 do not occur; 0 means that all light is reflected, as an index of more than 1,000 does. */
function iorOf(ior = DEFAULT_IOR): number {
  if (!Number.isFinite(ior)) return DEFAULT_IOR;
  return ior <= 0 ? 1e4 : Math.max(1, ior);
}

/** Returns the reflectance at normal incidence. */
function reflectanceOf(ior: number): number {
  const root = (ior - 1) / (ior + 1);
  return root * root;
}

function colorOf([r, g, b]: Rgb, most: number, fallback: number): Rgb {
  return [within(r, most, fallback), within(g, most, fallback), within(b, most, fallback)];
}

function finite(value: number, fallback: number): number {
  return Number.isFinite(value) ? value : fallback;
}

function within(value: number, most: number, fallback: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : fallback;
}

function finiteTransform(transform: readonly number[] | null): readonly number[] | null {
  return transform?.every((value) => Number.isFinite(value)) === true ? transform : null;
}
