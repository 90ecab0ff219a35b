/** Materials of glTF. */
import type { Material } from "@gltf-transform/core";
import { inputOf } from "../model/material.ts";
import { writeMaterialExtensions } from "./material-extensions.ts";
import { normalSlot, slotOf, unit, type MaterialPart } from "./material-textures.ts";

/**
 * Writes a material.
 *
 * @param texCoords of each set of texture coordinates its number in the mesh
 */
export async function writeMaterial(
  part: Omit<MaterialPart, "material">,
  texCoords: ReadonlyMap<string, number>,
): Promise<Material> {
  const { writer, model } = part;
  const material = writer.document.createMaterial(model.name).setDoubleSided(part.isDoubleSided);
  const whole = { ...part, material };
  const modes = { opaque: "OPAQUE", mask: "MASK", blend: "BLEND" } as const;
  material.setAlphaMode(modes[model.alphaMode]);
  if (model.alphaMode === "mask") material.setAlphaCutoff(model.alphaCutoff);
  if (model.extras !== undefined) material.setExtras({ ...model.extras });
  await writeBaseColor(whole, texCoords);
  if (!model.isUnlit) {
    await writeReflection(whole, texCoords);
    await writeNormals(whole, texCoords);
    await writeOcclusion(whole, texCoords);
  } else material.setMetallicFactor(0).setRoughnessFactor(1);
  await writeMaterialExtensions(whole, texCoords);
  return material;
}

async function writeBaseColor(
  { textures, model, material }: MaterialPart,
  texCoords: ReadonlyMap<string, number>,
): Promise<void> {
  const color = slotOf(model, "baseColor", "rgb");
  const opacity = { ...slotOf(model, "opacity", "a"), isIgnored: model.alphaMode === "opaque" };
  const isOpaque = model.alphaMode === "opaque";
  const inputs = isOpaque ? [color, { ...opacity, input: { ...opacity.input, texture: null } }] : [color, opacity];
  const slot = await textures.slot(inputs, "sRGB");
  const [r, g, b] = slot?.factors[0] ?? color.input.value;
  const [a] = isOpaque ? [1] : (slot?.factors[1] ?? opacity.input.value);
  material.setBaseColorFactor([unit(r), unit(g), unit(b), unit(a)]);
  if (slot === null) return;
  material.setBaseColorTexture(textures.texture(slot));
  textures.place(material.getBaseColorTextureInfo(), slot, texCoords);
}

async function writeReflection(
  { textures, model, material }: MaterialPart,
  texCoords: ReadonlyMap<string, number>,
): Promise<void> {
  const roughness = slotOf(model, "roughness", "g");
  // Metals of the specular workflow are dielectrics with colored reflections.
  const metallic =
    model.workflow === "specular" ? { source: model.source, value: [0], texture: null } : inputOf(model, "metallic");
  const slot = await textures.slot([roughness, { channels: "b", input: metallic }], "raw");
  material.setRoughnessFactor(unit((slot?.factors[0] ?? roughness.input.value)[0]));
  material.setMetallicFactor(unit((slot?.factors[1] ?? metallic.value)[0]));
  if (slot === null) return;
  material.setMetallicRoughnessTexture(textures.texture(slot));
  textures.place(material.getMetallicRoughnessTextureInfo(), slot, texCoords);
}

async function writeNormals(
  { textures, model, material }: MaterialPart,
  texCoords: ReadonlyMap<string, number>,
): Promise<void> {
  if (model.inputs.normal === undefined) return;
  const { slot: input, scale } = normalSlot(model, "normal");
  const slot = await textures.slot([input], "raw");
  if (slot === null) return;
  material.setNormalTexture(textures.texture(slot)).setNormalScale(scale);
  textures.place(material.getNormalTextureInfo(), slot, texCoords);
}

async function writeOcclusion(
  { writer, textures, model, material }: MaterialPart,
  texCoords: ReadonlyMap<string, number>,
): Promise<void> {
  const input = model.inputs.occlusion;
  if (input === undefined) return;
  const { texture } = input;
  if (texture === null) {
    if (input.value[0] !== 1) writer.losses.add(input.source, "Occlusion without a texture is not part of glTF");
    return;
  }
  const [strength] = texture.scale;
  const isStrength = strength > 0 && strength <= 1 && Math.abs(texture.bias[0] - (1 - strength)) < 1e-6;
  const stored = isStrength ? { scale: [strength], bias: [1 - strength] } : { scale: [1], bias: [0] };
  const slot = await textures.slot([{ channels: "r", input, stored }], "raw");
  if (slot === null) return;
  const isDirect = isStrength && texture.channels === "r" && texture.colorSpace === "raw";
  material.setOcclusionTexture(textures.texture(slot)).setOcclusionStrength(isDirect ? strength : 1);
  textures.place(material.getOcclusionTextureInfo(), slot, texCoords);
}
