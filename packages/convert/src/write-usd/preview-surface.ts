/** Materials as UsdPreviewSurface. */
import type { PlainValue } from "@usdkit/layer";
import { inputOf, type InputName, type MaterialInput, type MaterialModel } from "../model/material.ts";
import { PreviewTextures } from "./preview-textures.ts";
import { NetworkBuilder, type MaterialPlace, type ShaderInput, type ShaderNetwork } from "./shader-network.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { readsVertexColors } from "./vertex-colors.ts";

/** Inputs of UsdPreviewSurface that are those of the model. */
const plainInputs: readonly (readonly [from: InputName, to: string, type: string])[] = [
  ["clearcoat", "clearcoat", "float"],
  ["clearcoatRoughness", "clearcoatRoughness", "float"],
  ["emissive", "emissiveColor", "color3f"],
  ["ior", "ior", "float"],
  ["metallic", "metallic", "float"],
  ["normal", "normal", "normal3f"],
  ["occlusion", "occlusion", "float"],
  ["roughness", "roughness", "float"],
  ["specularColor", "specularColor", "color3f"],
];

/** Inputs that no UsdPreviewSurface has, and what they are. */
const lostInputs: ReadonlyMap<InputName, string> = new Map([
  ["anisotropy", "Anisotropy is"],
  ["clearcoatNormal", "Normals of the clear coat are"],
  ["diffuseTransmission", "Diffuse transmission is"],
  ["dispersion", "Dispersion is"],
  ["iridescence", "Iridescence is"],
  ["sheenColor", "Sheen is"],
  ["specular", "The strength of reflections is"],
  ["specularTint", "The color of reflections is"],
  ["thickness", "The volume is"],
]);

/** The input is this number at most: without it nothing changes. */
const NEUTRAL: ReadonlyMap<InputName, number> = new Map([
  ["specular", 1],
  ["specularTint", 1],
]);

/** Values of inputs without an opinion. */
const fallbacks: Readonly<Record<string, readonly number[]>> = {
  clearcoat: [0],
  clearcoatRoughness: [0.01],
  diffuseColor: [0.18, 0.18, 0.18],
  emissiveColor: [0, 0, 0],
  ior: [1.5],
  metallic: [0],
  opacity: [1],
  roughness: [0.5],
  specularColor: [0, 0, 0],
};

/** A material while it is written. */
interface Network {
  readonly writer: UsdWriter;
  readonly builder: NetworkBuilder;
  readonly textures: PreviewTextures;
  readonly material: MaterialModel;
}

/** Returns a material as UsdPreviewSurface; reports what it does not have, unless MaterialX has it. */
export function previewSurface(writer: UsdWriter, index: number, place: MaterialPlace): ShaderNetwork {
  const material = writer.scene.materials[index];
  const builder = new NetworkBuilder(place);
  const network: Network = { writer, builder, textures: new PreviewTextures(writer, builder), material };
  const inputs = material.isUnlit ? unlitInputs(network) : [...litInputs(network), ...plainOf(network)];
  if (writer.options.materialX !== true && !material.isUnlit) reportLost(writer, material);
  network.textures.finish();
  const surface = builder.output("PreviewSurface", {
    id: "UsdPreviewSurface",
    inputs: inputs
      .filter((input) => writer.options.omitsFallbacks !== true || !isFallback(input))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    outputs: { surface: "token" },
  });
  return {
    outputs: [{ name: "outputs:surface", type: "token", connections: { explicit: [surface] } }],
    shaders: builder.shaders.toReversed(),
  };
}

/** Whether an input has the value that it has without an opinion. */
function isFallback(input: ShaderInput): boolean {
  const fallback = fallbacks[input.name];
  if ("connection" in input || fallback === undefined) return false;
  const { value } = input;
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
  return numbers.length === fallback.length && numbers.every((number, i) => number === fallback[i]);
}

function plainOf(network: Network): readonly ShaderInput[] {
  const { material } = network;
  const isSpecular = material.workflow === "specular";
  return plainInputs.flatMap(([from, to, type]) => {
    // Each workflow has an input of its own for reflections.
    if (from === (isSpecular ? "metallic" : "specularColor")) return [];
    const input = material.inputs[from];
    if (input === undefined) {
      // Fallbacks of UsdPreviewSurface differ from those of glTF.
      if (from === "roughness" || from === "metallic") return [{ name: to, type, value: 1 }];
      return [];
    }
    // Without a texture, normals are those of the vertices.
    if (from === "normal" && input.texture === null) return [];
    return [shaderInput(network, { input, name: to, type })];
  });
}

/** Color, opacity and workflow. */
function litInputs(network: Network): readonly ShaderInput[] {
  return [
    colorInput(network, "diffuseColor"),
    ...opacityInputs(network),
    // Where glTF blends, the surface is absent in part, with its reflections: `transparent`, the fallback, would keep them.
    ...(network.material.alphaMode === "blend" ? [{ name: "opacityMode", type: "token", value: "presence" }] : []),
    ...(network.material.workflow === "specular" ? [{ name: "useSpecularWorkflow", type: "int", value: 1 }] : []),
  ];
}

/** A surface that is only its own light: it reflects none. */
function unlitInputs(network: Network): readonly ShaderInput[] {
  return [
    { name: "diffuseColor", type: "color3f", value: [0, 0, 0] },
    colorInput(network, "emissiveColor"),
    { name: "roughness", type: "float", value: 1 },
    { name: "specularColor", type: "color3f", value: [0, 0, 0] },
    { name: "useSpecularWorkflow", type: "int", value: 1 },
    ...opacityInputs(network),
  ];
}

function colorInput(network: Network, name: string): ShaderInput {
  const { writer, builder, material } = network;
  const input = inputOf(material, "baseColor");
  if (!readsVertexColors(material) || !writer.layout.coloredMaterials.has(material)) {
    return shaderInput(network, { input, name, type: "color3f" });
  }
  const connection = builder.output("VertexColor", {
    id: "UsdPrimvarReader_float3",
    inputs: [
      { name: "fallback", type: "float3", value: [...input.value] },
      { name: "varname", type: "string", value: "displayColor" },
    ],
    outputs: { result: "float3" },
  });
  return { name, type: "color3f", connection };
}

function opacityInputs(network: Network): readonly ShaderInput[] {
  const { writer, material } = network;
  const transmission = inputOf(material, "transmission");
  const isClear = transmission.value[0] > 0 && !material.isUnlit;
  if (isClear && writer.options.materialX !== true) {
    writer.losses.add(transmission.source, "Transmission becomes opacity, without refraction");
  }
  if (material.alphaMode === "opaque") return isClear ? [clearness(transmission)] : [];
  const threshold = { name: "opacityThreshold", type: "float", value: material.alphaCutoff };
  return [opacityInput(network), ...(material.alphaMode === "mask" ? [threshold] : [])];
}

/** The opacity of vertices replaces the constant, as their color does. */
function opacityInput(network: Network): ShaderInput {
  const { writer, builder, material } = network;
  const input = inputOf(material, "opacity");
  if (!readsVertexColors(material) || writer.layout.coloredMaterials.get(material) !== "opacities") {
    return shaderInput(network, { input, name: "opacity", type: "float" });
  }
  const connection = builder.output("VertexOpacity", {
    id: "UsdPrimvarReader_float",
    inputs: [
      { name: "fallback", type: "float", value: input.value[0] },
      { name: "varname", type: "string", value: "displayOpacity" },
    ],
    outputs: { result: "float" },
  });
  return { name: "opacity", type: "float", connection };
}

/** What a surface lets pass, as opacity: reflections stay. */
function clearness({ value }: MaterialInput): ShaderInput {
  return { name: "opacity", type: "float", value: Math.max(0, 1 - value[0]) };
}

interface InputPlace {
  readonly input: MaterialInput;
  readonly name: string;
  readonly type: string;
}

function shaderInput({ textures }: Network, { input, name, type }: InputPlace): ShaderInput {
  const connection = input.texture === null ? undefined : textures.output(input.texture, input.source);
  if (connection !== undefined) return { name, type, connection };
  const [first] = input.value;
  const value: PlainValue = input.value.length === 1 ? first : [...input.value];
  return { name, type, value };
}

function reportLost({ losses }: UsdWriter, material: MaterialModel): void {
  for (const [name, what] of lostInputs) {
    const input = material.inputs[name];
    if (input === undefined) continue;
    const neutral = NEUTRAL.get(name) ?? 0;
    if (input.texture === null && name !== "clearcoatNormal" && input.value.every((value) => value === neutral))
      continue;
    losses.add(input.source, `${what} not part of UsdPreviewSurface: MaterialX keeps it`);
  }
}
