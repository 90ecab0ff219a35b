/** What materials have beyond the core of glTF. */
import type { ExtensionProperty, Texture, TextureInfo } from "@gltf-transform/core";
import {
  KHRMaterialsAnisotropy,
  KHRMaterialsClearcoat,
  KHRMaterialsDiffuseTransmission,
  KHRMaterialsDispersion,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIOR,
  KHRMaterialsIridescence,
  KHRMaterialsSheen,
  KHRMaterialsSpecular,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRMaterialsVolume,
} from "@gltf-transform/extensions";
import { inputOf, type InputName } from "../model/material.ts";
import { normalSlot, slotOf, unit, type MaterialPart } from "./material-textures.ts";
import type { FilledSlot, SlotInput } from "./texture-slots.ts";

type TexCoords = ReadonlyMap<string, number>;
type WriteExtension = (part: MaterialPart, texCoords: TexCoords) => Promise<void>;

/** Writes all extensions that a material needs. */
export async function writeMaterialExtensions(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  if (part.model.isUnlit) {
    set(part, "KHR_materials_unlit", part.writer.document.createExtension(KHRMaterialsUnlit).createUnlit());
    return;
  }
  for (const write of extensions) await write(part, texCoords);
}

const extensions: readonly WriteExtension[] = [
  emissive,
  specular,
  ior,
  clearcoat,
  transmission,
  volume,
  sheen,
  iridescence,
  anisotropy,
  dispersion,
  diffuseTransmission,
];

function set({ material }: MaterialPart, name: string, extension: ExtensionProperty): void {
  material.setExtension(name, extension);
}

function number({ model }: MaterialPart, name: InputName): number {
  return inputOf(model, name).value[0];
}

/** Whether a material has an input that changes something. */
function has({ model }: MaterialPart, name: InputName, neutral = 0): boolean {
  const input = model.inputs[name];
  return input !== undefined && (input.texture !== null || input.value.some((value) => value !== neutral));
}

interface TextureOf {
  readonly setTexture: (texture: Texture) => unknown;
  readonly info: () => TextureInfo | null;
}

/** Sets the texture of some inputs; returns their factors. */
async function textured(
  { textures }: MaterialPart,
  {
    inputs,
    colorSpace = "raw",
    texCoords,
  }: { readonly inputs: readonly SlotInput[]; readonly colorSpace?: "raw" | "sRGB"; readonly texCoords: TexCoords },
  { setTexture, info }: TextureOf,
): Promise<readonly (readonly number[])[]> {
  const slot: FilledSlot | null = await textures.slot(inputs, colorSpace);
  if (slot === null) return inputs.map(({ input }) => input.value);
  setTexture(textures.texture(slot));
  textures.place(info(), slot, texCoords);
  return slot.factors;
}

function color(values: readonly number[]): [number, number, number] {
  const [r, g, b] = values;
  return [r, g, b];
}

async function emissive(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { material, writer, model } = part;
  if (!has(part, "emissive")) return;
  const [factor] = await textured(
    part,
    { inputs: [slotOf(model, "emissive", "rgb")], colorSpace: "sRGB", texCoords },
    { setTexture: (texture) => material.setEmissiveTexture(texture), info: () => material.getEmissiveTextureInfo() },
  );
  const strength = Math.max(1, ...factor);
  material.setEmissiveFactor(color(factor.map((value) => Math.max(0, value) / strength)));
  if (strength === 1) return;
  const extension = writer.document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
  set(part, "KHR_materials_emissive_strength", extension.setEmissiveStrength(strength));
}

/** Reflections of the specular workflow are those of a dielectric whose reflectance is all that of the color. */
async function specular(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  const isWorkflow = model.workflow === "specular";
  if (!isWorkflow && !has(part, "specular", 1) && !has(part, "specularTint", 1)) return;
  const extension = writer.document.createExtension(KHRMaterialsSpecular).createSpecular();
  const [strength] = isWorkflow
    ? [[1]]
    : await textured(
        part,
        { inputs: [slotOf(model, "specular", "a")], texCoords },
        {
          setTexture: (texture) => extension.setSpecularTexture(texture),
          info: () => extension.getSpecularTextureInfo(),
        },
      );
  const [tint] = await textured(
    part,
    { inputs: [slotOf(model, isWorkflow ? "specularColor" : "specularTint", "rgb")], colorSpace: "sRGB", texCoords },
    {
      setTexture: (texture) => extension.setSpecularColorTexture(texture),
      info: () => extension.getSpecularColorTextureInfo(),
    },
  );
  extension.setSpecularFactor(unit(strength[0])).setSpecularColorFactor(color(tint.map((value) => Math.max(0, value))));
  set(part, "KHR_materials_specular", extension);
}

async function ior(part: MaterialPart): Promise<void> {
  const { writer, model } = part;
  // 0 is a reflectance of 1.
  const value = model.workflow === "specular" ? 0 : number(part, "ior");
  if (Math.abs(value - 1.5) < 1e-6) return;
  const extension = writer.document.createExtension(KHRMaterialsIOR).createIOR();
  set(part, "KHR_materials_ior", extension.setIOR(value === 0 ? 0 : Math.max(1, value)));
}

async function clearcoat(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "clearcoat")) return;
  const extension = writer.document.createExtension(KHRMaterialsClearcoat).createClearcoat();
  const [factor] = await textured(
    part,
    { inputs: [slotOf(model, "clearcoat", "r")], texCoords },
    {
      setTexture: (texture) => extension.setClearcoatTexture(texture),
      info: () => extension.getClearcoatTextureInfo(),
    },
  );
  const [roughness] = await textured(
    part,
    { inputs: [slotOf(model, "clearcoatRoughness", "g")], texCoords },
    {
      setTexture: (texture) => extension.setClearcoatRoughnessTexture(texture),
      info: () => extension.getClearcoatRoughnessTextureInfo(),
    },
  );
  extension.setClearcoatFactor(unit(factor[0])).setClearcoatRoughnessFactor(unit(roughness[0]));
  const { slot, scale } = normalSlot(model, "clearcoatNormal");
  if (slot.input.texture !== null) {
    await textured(
      part,
      { inputs: [slot], texCoords },
      {
        setTexture: (texture) => extension.setClearcoatNormalTexture(texture),
        info: () => extension.getClearcoatNormalTextureInfo(),
      },
    );
    extension.setClearcoatNormalScale(scale);
  }
  set(part, "KHR_materials_clearcoat", extension);
}

async function transmission(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "transmission")) return;
  const extension = writer.document.createExtension(KHRMaterialsTransmission).createTransmission();
  const [factor] = await textured(
    part,
    { inputs: [slotOf(model, "transmission", "r")], texCoords },
    {
      setTexture: (texture) => extension.setTransmissionTexture(texture),
      info: () => extension.getTransmissionTextureInfo(),
    },
  );
  set(part, "KHR_materials_transmission", extension.setTransmissionFactor(unit(factor[0])));
}

async function volume(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "thickness") && !has(part, "attenuationColor", 1)) return;
  const extension = writer.document.createExtension(KHRMaterialsVolume).createVolume();
  const [thickness] = await textured(
    part,
    { inputs: [slotOf(model, "thickness", "g")], texCoords },
    {
      setTexture: (texture) => extension.setThicknessTexture(texture),
      info: () => extension.getThicknessTextureInfo(),
    },
  );
  extension
    .setThicknessFactor(Math.max(0, thickness[0]))
    .setAttenuationColor(color(inputOf(model, "attenuationColor").value.map(unit)));
  const distance = number(part, "attenuationDistance");
  if (distance > 0 && distance < Infinity) extension.setAttenuationDistance(distance);
  set(part, "KHR_materials_volume", extension);
}

async function sheen(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "sheenColor")) return;
  const extension = writer.document.createExtension(KHRMaterialsSheen).createSheen();
  const [factor] = await textured(
    part,
    { inputs: [slotOf(model, "sheenColor", "rgb")], colorSpace: "sRGB", texCoords },
    {
      setTexture: (texture) => extension.setSheenColorTexture(texture),
      info: () => extension.getSheenColorTextureInfo(),
    },
  );
  const [roughness] = await textured(
    part,
    { inputs: [slotOf(model, "sheenRoughness", "a")], texCoords },
    {
      setTexture: (texture) => extension.setSheenRoughnessTexture(texture),
      info: () => extension.getSheenRoughnessTextureInfo(),
    },
  );
  set(
    part,
    "KHR_materials_sheen",
    extension.setSheenColorFactor(color(factor.map(unit))).setSheenRoughnessFactor(unit(roughness[0])),
  );
}

async function iridescence(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "iridescence")) return;
  const extension = writer.document.createExtension(KHRMaterialsIridescence).createIridescence();
  const [factor] = await textured(
    part,
    { inputs: [slotOf(model, "iridescence", "r")], texCoords },
    {
      setTexture: (texture) => extension.setIridescenceTexture(texture),
      info: () => extension.getIridescenceTextureInfo(),
    },
  );
  extension.setIridescenceFactor(unit(factor[0])).setIridescenceIOR(Math.max(1, number(part, "iridescenceIor")));
  const thickness = inputOf(model, "iridescenceThickness");
  const { texture } = thickness;
  if (texture === null) extension.setIridescenceThicknessMaximum(Math.max(0, thickness.value[0]));
  else {
    const [least] = texture.bias;
    const most = least + texture.scale[0];
    await textured(
      part,
      {
        inputs: [{ channels: "g", input: thickness, stored: { scale: texture.scale, bias: texture.bias } }],
        texCoords,
      },
      {
        setTexture: (each) => extension.setIridescenceThicknessTexture(each),
        info: () => extension.getIridescenceThicknessTextureInfo(),
      },
    );
    extension.setIridescenceThicknessMinimum(Math.max(0, least)).setIridescenceThicknessMaximum(Math.max(0, most));
  }
  set(part, "KHR_materials_iridescence", extension);
}

/** The texture also has the direction: one of the strength alone cannot be written. */
async function anisotropy(part: MaterialPart): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "anisotropy")) return;
  const extension = writer.document.createExtension(KHRMaterialsAnisotropy).createAnisotropy();
  if (inputOf(model, "anisotropy").texture !== null)
    writer.losses.add(model.source, "The texture of the anisotropy is not kept");
  extension
    .setAnisotropyStrength(unit(number(part, "anisotropy")))
    .setAnisotropyRotation(number(part, "anisotropyRotation"));
  set(part, "KHR_materials_anisotropy", extension);
}

async function dispersion(part: MaterialPart): Promise<void> {
  if (!has(part, "dispersion")) return;
  const extension = part.writer.document.createExtension(KHRMaterialsDispersion).createDispersion();
  set(part, "KHR_materials_dispersion", extension.setDispersion(Math.max(0, number(part, "dispersion"))));
}

async function diffuseTransmission(part: MaterialPart, texCoords: TexCoords): Promise<void> {
  const { writer, model } = part;
  if (!has(part, "diffuseTransmission")) return;
  const extension = writer.document.createExtension(KHRMaterialsDiffuseTransmission).createDiffuseTransmission();
  const [factor] = await textured(
    part,
    { inputs: [slotOf(model, "diffuseTransmission", "a")], texCoords },
    {
      setTexture: (texture) => extension.setDiffuseTransmissionTexture(texture),
      info: () => extension.getDiffuseTransmissionTextureInfo(),
    },
  );
  const [tint] = await textured(
    part,
    { inputs: [slotOf(model, "diffuseTransmissionColor", "rgb")], colorSpace: "sRGB", texCoords },
    {
      setTexture: (texture) => extension.setDiffuseTransmissionColorTexture(texture),
      info: () => extension.getDiffuseTransmissionColorTextureInfo(),
    },
  );
  extension.setDiffuseTransmissionFactor(unit(factor[0])).setDiffuseTransmissionColorFactor(color(tint.map(unit)));
  set(part, "KHR_materials_diffuse_transmission", extension);
}
