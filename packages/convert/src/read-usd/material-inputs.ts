/** The inputs of surfaces of stages as those of the model. */
import {
  isUnlitSurface,
  type SurfaceInput,
  type SurfaceInputName,
  type SurfaceMaterial,
  type SurfaceSource,
  type TextureSource,
} from "@usdkit/geometry";
import type { Losses } from "../errors/losses.ts";
import type { InputName, MaterialInput, MaterialModel, TextureTransform, TextureUse } from "../model/material.ts";
import type { StageImages } from "./stage-images.ts";

/** A surface that is read. */
export interface SurfaceReader {
  readonly surface: SurfaceMaterial;
  readonly images: StageImages;
  readonly losses: Losses;
}

/** Which channels an input takes of a texture; colors are sRGB unless the texture defines it. */
interface InputKind {
  readonly name: InputName;
  readonly isColor: boolean;
  /** What a value of the stage is multiplied with. */
  readonly factor?: number;
}

const TURN = 2 * Math.PI;

/** Inputs that both have, in the metallic workflow. */
const plainInputs: readonly (readonly [from: SurfaceInputName, to: InputKind, fallback: readonly number[]])[] = [
  ["normal", { name: "normal", isColor: false }, [0, 0, 1]],
  ["occlusion", { name: "occlusion", isColor: false }, [1]],
  ["emissiveColor", { name: "emissive", isColor: true }, [0, 0, 0]],
  ["ior", { name: "ior", isColor: false }, [1.5]],
  ["clearcoat", { name: "clearcoat", isColor: false }, [0]],
  ["clearcoatRoughness", { name: "clearcoatRoughness", isColor: false }, [0]],
  ["clearcoatNormal", { name: "clearcoatNormal", isColor: false }, [0, 0, 1]],
  ["specular", { name: "specular", isColor: false }, [1]],
  ["transmission", { name: "transmission", isColor: false }, [0]],
  ["dispersion", { name: "dispersion", isColor: false }, [0]],
  ["sheenColor", { name: "sheenColor", isColor: true }, [0, 0, 0]],
  ["iridescence", { name: "iridescence", isColor: false }, [0]],
  ["anisotropy", { name: "anisotropy", isColor: false }, [0]],
];

/** Inputs that others need. */
const dependents: readonly (readonly [of: InputName, from: SurfaceInputName, to: InputKind])[] = [
  ["sheenColor", "sheenRoughness", { name: "sheenRoughness", isColor: false }],
  ["iridescence", "iridescenceIor", { name: "iridescenceIor", isColor: false }],
  ["iridescence", "iridescenceThickness", { name: "iridescenceThickness", isColor: false }],
  ["anisotropy", "anisotropyRotation", { name: "anisotropyRotation", isColor: false, factor: TURN }],
];

/** Inputs of surfaces that glTF does not have, with the value without which nothing is lost. */
const lostInputs: readonly (readonly [name: SurfaceInputName, neutral: number])[] = [
  ["subsurface", 0],
  ["diffuseRoughness", 0],
  ["clearcoatColor", 1],
];

/** Returns all inputs of a surface. */
export async function materialInputs(reader: SurfaceReader): Promise<MaterialModel["inputs"]> {
  const { surface, losses } = reader;
  const { inputs } = surface;
  const found = new Map<InputName, MaterialInput>();
  const add = async (from: SurfaceInputName, kind: InputKind): Promise<void> => {
    found.set(kind.name, await inputOf(reader, inputs[from], { from, ...kind }));
  };
  await add("diffuseColor", { name: "baseColor", isColor: true });
  await add("opacity", { name: "opacity", isColor: false });
  await add("roughness", { name: "roughness", isColor: false });
  if (surface.usesSpecularWorkflow) await add("specularColor", { name: "specularColor", isColor: true });
  else {
    await add("metallic", { name: "metallic", isColor: false });
    if (differs(inputs.specularColor, [1, 1, 1])) await add("specularColor", { name: "specularTint", isColor: true });
  }
  for (const [from, kind, fallback] of plainInputs) if (differs(inputs[from], fallback)) await add(from, kind);
  for (const [of, from, kind] of dependents) if (found.has(of)) await add(from, kind);
  if (found.has("clearcoatRoughness") && !found.has("clearcoat")) found.delete("clearcoatRoughness");
  addTransmissionColor(reader, found);
  for (const [name, neutral] of lostInputs) {
    if (
      differs(
        inputs[name],
        inputs[name].value.map(() => neutral),
      )
    ) {
      losses.add(surface.path, `"${name}" is not part of the materials of glTF`);
    }
  }
  return Object.fromEntries(found);
}

/**
 * What light loses inside of a surface. Without a distance it is a tint where light passes the surface, for which glTF
 * has the base color alone; an attenuation without a distance would do nothing.
 */
function addTransmissionColor({ surface, losses }: SurfaceReader, found: Map<InputName, MaterialInput>): void {
  const { transmissionColor, transmissionDepth, transmission } = surface.inputs;
  if (!found.has("transmission") || !differs(transmissionColor, [1, 1, 1])) return;
  const source = surface.path;
  if (!surface.isThinWalled) found.set("thickness", { source, value: [1], texture: null });
  const [depth] = transmissionDepth.value;
  if (depth > 0) {
    found.set("attenuationColor", { source, value: transmissionColor.value, texture: null });
    found.set("attenuationDistance", { source, value: [depth], texture: null });
  } else if (surface.transmissionTint === "transmissionColor") {
    // All light passes, so that nothing is seen of the diffuse color.
    if (transmission.source === null && transmission.value[0] >= 1) {
      found.set("baseColor", { source, value: transmissionColor.value, texture: null });
    } else {
      losses.add(source, '"transmissionColor" of a surface through which only part of the light passes is not kept');
    }
  }
}

function differs({ value, source }: SurfaceInput, from: readonly number[]): boolean {
  return source !== null || value.some((each, i) => Math.abs(each - from[i]) > 1e-7);
}

interface NamedInput extends InputKind {
  readonly from: SurfaceInputName;
}

async function inputOf(reader: SurfaceReader, input: SurfaceInput, named: NamedInput): Promise<MaterialInput> {
  const { surface, losses } = reader;
  const { factor = 1, from } = named;
  const { value, source } = input;
  const constant = { source: surface.path, value: value.map((each) => factor * each), texture: null };
  if (source === null) return constant;
  if (source.kind === "primvar") {
    const isUnlitColor = from === "emissiveColor" && isVertexColor("diffuseColor", source) && isUnlitSurface(surface);
    if (isUnlitColor || isVertexColor(from, source)) return { ...constant, value: value.map(() => 1) };
    losses.add(surface.path, `"${from}" of the primvar "${source.name}" is not part of the materials of glTF`);
    return constant;
  }
  if (source.kind === "computed") {
    losses.add(surface.path, `"${from}" is computed from images, which is not part of the materials of glTF`);
    return constant;
  }
  const texture = await textureUse(reader, source, { ...named, size: value.length });
  if (texture !== undefined && factor !== 1) losses.add(surface.path, `The texture of "${from}" is not kept`);
  return texture === undefined || factor !== 1 ? constant : { ...constant, texture };
}

/** Whether an input is that of the colors of vertices, which glTF multiplies with the base color. */
export function isVertexColor(input: SurfaceInputName, source: SurfaceSource | null): boolean {
  if (source?.kind !== "primvar") return false;
  return input === "diffuseColor"
    ? source.name === "displayColor"
    : input === "opacity" && source.name === "displayOpacity";
}

async function textureUse(
  { surface, images, losses }: SurfaceReader,
  source: TextureSource,
  { isColor, from, size }: NamedInput & { readonly size: number },
): Promise<TextureUse | undefined> {
  const image = await images.place(source.file, surface.path);
  if (image === undefined) return undefined;
  const { channels: authored, texCoords, texCoordTransform, wrapS, wrapT, isPixelated, scale, bias } = source;
  // One number of three channels is the first of them; three of one are that one, which glTF cannot have.
  const channels = size === 1 && authored === "rgb" ? "r" : authored;
  const places = { rgb: [0, 1, 2], r: [0], g: [1], b: [2], a: [3] }[channels];
  if (wrapS === "black" || wrapT === "black") {
    losses.add(
      surface.path,
      `The texture of "${from}" is black outside of its image in the stage, and continues in glTF`,
    );
  }
  const transform = texCoordTransform === null ? null : transformOf(texCoordTransform);
  if (transform === undefined)
    losses.add(surface.path, `The texture coordinates of "${from}" are sheared: this is not kept`);
  return {
    image,
    channels,
    texCoords,
    transform: transform ?? null,
    wrapS: wrapS === "black" ? "clamp" : wrapS,
    wrapT: wrapT === "black" ? "clamp" : wrapT,
    isNearest: isPixelated,
    minification: isPixelated ? "NEAREST" : null,
    scale: places.map((place) => scale[place] ?? 1),
    bias: places.map((place) => bias[place] ?? 0),
    colorSpace: images.colorSpaceOf(image) ?? colorSpaceOf(source, isColor),
  };
}

function colorSpaceOf({ sourceColorSpace }: TextureSource, isColor: boolean): TextureUse["colorSpace"] {
  if (sourceColorSpace === "auto") return isColor ? "sRGB" : "raw";
  return sourceColorSpace;
}

/** Null if nothing changes, undefined if it shears. */
function transformOf([a, b, c, d, e, f]: readonly [number, number, number, number, number, number]):
  | TextureTransform
  | null
  | undefined {
  const scaleX = Math.hypot(a, b);
  const angle = Math.atan2(b, a);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  if (Math.abs(c * cosine + d * sine) > 1e-5 * Math.max(1, Math.abs(c), Math.abs(d))) return undefined;
  const scaleY = d * cosine - c * sine;
  if (scaleX === 1 && scaleY === 1 && angle === 0 && e === 0 && f === 0) return null;
  return { scale: [scaleX, scaleY], rotation: (angle * 180) / Math.PI, translation: [e, f] };
}
