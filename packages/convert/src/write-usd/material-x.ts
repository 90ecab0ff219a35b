/** Materials as MaterialX, in glTF's own surface shader (MaterialX 1.39, libraries/bxdf/gltf_pbr.mtlx). */
import { inputOf, type InputName, type MaterialModel } from "../model/material.ts";
import { MaterialXTextures } from "./material-x-textures.ts";
import {
  NetworkBuilder,
  type MaterialPlace,
  type ShaderInput,
  type ShaderNetwork,
  type ShaderPrim,
} from "./shader-network.ts";
import type { UsdWriter } from "./usd-writer.ts";

type Kind = "float" | "color3f" | "vector3f";

/** Inputs of `gltf_pbr` that are those of the model. */
const surfaceInputs: readonly (readonly [from: InputName, to: string, kind: Kind])[] = [
  ["metallic", "metallic", "float"],
  ["roughness", "roughness", "float"],
  ["normal", "normal", "vector3f"],
  ["occlusion", "occlusion", "float"],
  ["transmission", "transmission", "float"],
  ["specular", "specular", "float"],
  ["specularTint", "specular_color", "color3f"],
  ["ior", "ior", "float"],
  ["iridescence", "iridescence", "float"],
  ["iridescenceIor", "iridescence_ior", "float"],
  ["iridescenceThickness", "iridescence_thickness", "float"],
  ["sheenColor", "sheen_color", "color3f"],
  ["sheenRoughness", "sheen_roughness", "float"],
  ["clearcoat", "clearcoat", "float"],
  ["clearcoatRoughness", "clearcoat_roughness", "float"],
  ["clearcoatNormal", "clearcoat_normal", "vector3f"],
  ["emissive", "emissive", "color3f"],
  ["thickness", "thickness", "float"],
  ["attenuationDistance", "attenuation_distance", "float"],
  ["attenuationColor", "attenuation_color", "color3f"],
  ["anisotropy", "anisotropy_strength", "float"],
  ["anisotropyRotation", "anisotropy_rotation", "float"],
  ["dispersion", "dispersion", "float"],
];

/** Makes the input of the base color. */
type MakeColor = (name: string) => ShaderInput;

const alphaModes = { opaque: 0, mask: 1, blend: 2 } as const;

/** Returns a material as MaterialX; none for the specular workflow, which it has no shader for. */
export function materialX(writer: UsdWriter, index: number, place: MaterialPlace): ShaderNetwork {
  const material = writer.scene.materials[index];
  const { losses } = writer;
  if (material.workflow === "specular") {
    losses.add(
      material.source,
      "MaterialX has no shader of specular color and glossiness: it is a UsdPreviewSurface only",
    );
    return { outputs: [], shaders: [] };
  }
  const { diffuseTransmission } = material.inputs;
  if (diffuseTransmission !== undefined)
    losses.add(diffuseTransmission.source, "MaterialX has no diffuse transmission");
  const builder = new NetworkBuilder(place);
  const textures = new MaterialXTextures(writer, builder);
  const hasColors = material.usesVertexColors && writer.layout.coloredMaterials.has(material);
  const color = (name: string): ShaderInput => textures.color(name, inputOf(material, "baseColor"), hasColors);
  const surface = material.isUnlit ? unlit(textures, material, color) : lit(textures, material, color);
  const connection = builder.output("MaterialXSurface", surface);
  return {
    outputs: [
      { name: "config:mtlx:version", type: "string", value: "1.39", uniform: true },
      { name: "outputs:mtlx:surface", type: "token", connections: { explicit: [connection] } },
    ],
    shaders: builder.shaders.toReversed(),
  };
}

function lit(textures: MaterialXTextures, material: MaterialModel, color: MakeColor): ShaderPrim {
  const inputs: ShaderInput[] = [color("base_color"), ...alphaInputs(textures, material)];
  for (const [from, to, kind] of surfaceInputs) {
    const input = material.inputs[from];
    if (input === undefined) continue;
    if (kind === "color3f") inputs.push(textures.color(to, input, false));
    else if (kind === "float") inputs.push(textures.float(to, input));
    else if (input.texture !== null) inputs.push(textures.normal(to, input.texture));
  }
  return { id: "ND_gltf_pbr_surfaceshader", inputs: sorted(inputs), outputs: { out: "token" } };
}

function alphaInputs(textures: MaterialXTextures, material: MaterialModel): readonly ShaderInput[] {
  const { alphaMode, alphaCutoff } = material;
  if (alphaMode === "opaque") return [];
  return [
    textures.float("alpha", inputOf(material, "opacity")),
    { name: "alpha_mode", type: "int", value: alphaModes[alphaMode] },
    ...(alphaMode === "mask" ? [{ name: "alpha_cutoff", type: "float", value: alphaCutoff }] : []),
  ];
}

function unlit(textures: MaterialXTextures, material: MaterialModel, color: MakeColor): ShaderPrim {
  const opacity = material.alphaMode === "opaque" ? [] : [textures.float("opacity", inputOf(material, "opacity"))];
  return { id: "ND_surface_unlit", inputs: [color("emission_color"), ...opacity], outputs: { out: "token" } };
}

function sorted(inputs: readonly ShaderInput[]): readonly ShaderInput[] {
  return inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
