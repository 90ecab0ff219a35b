/** Materials of glTF. */
import * as z from "zod";
import type { MaterialModel } from "../model/material.ts";
import { extrasOf, nameOf } from "./extras.ts";
import { extensionOf, rawList, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { materialExtensions } from "./material-extensions/registry.ts";
import { baseColor, MaterialReader } from "./material-reader.ts";
import { parsed, pointer } from "./pointer.ts";
import { textureInfo, type Sampling, type TextureReader } from "./textures.ts";

const color = z.tuple([z.number(), z.number(), z.number()]);

const schema = z.object({
  pbrMetallicRoughness: z
    .object({
      baseColorFactor: z.tuple([z.number(), z.number(), z.number(), z.number()]).default([1, 1, 1, 1]),
      baseColorTexture: textureInfo.optional(),
      metallicFactor: z.number().default(1),
      roughnessFactor: z.number().default(1),
      metallicRoughnessTexture: textureInfo.optional(),
    })
    .default({ baseColorFactor: [1, 1, 1, 1], metallicFactor: 1, roughnessFactor: 1 }),
  normalTexture: textureInfo.optional(),
  occlusionTexture: textureInfo.optional(),
  emissiveFactor: color.default([0, 0, 0]),
  emissiveTexture: textureInfo.optional(),
  alphaMode: z.enum(["OPAQUE", "MASK", "BLEND"]).default("OPAQUE"),
  alphaCutoff: z.number().default(0.5),
});

const alphaModes = { OPAQUE: "opaque", MASK: "mask", BLEND: "blend" } as const;

export function readMaterials(file: GltfFile, textures: TextureReader): readonly MaterialModel[] {
  return rawList(file, "materials").map((raw, i) => readMaterial(raw, pointer("/materials", i), textures));
}

function readMaterial(raw: JsonObject, source: string, textures: TextureReader): MaterialModel {
  const material = parsed(schema, raw, source);
  const reader = new MaterialReader(source, textures);
  readCore(reader, material);
  for (const { name, read } of materialExtensions) {
    const extension = extensionOf(raw, name);
    if (extension !== undefined) read(reader, extension, pointer(source, "extensions", name));
  }
  return {
    name: nameOf(raw),
    source,
    inputs: Object.fromEntries(reader.inputs),
    workflow: reader.workflow,
    alphaMode: alphaModes[material.alphaMode],
    alphaCutoff: material.alphaCutoff,
    isUnlit: reader.isUnlit,
    usesVertexColors: true,
    extras: extrasOf(raw),
  };
}

function readCore(reader: MaterialReader, material: z.output<typeof schema>): void {
  const { source } = reader;
  const { pbrMetallicRoughness: pbr, normalTexture, occlusionTexture, emissiveTexture, emissiveFactor } = material;
  const at = pointer(source, "pbrMetallicRoughness");
  baseColor(reader, pbr.baseColorFactor, pbr.baseColorTexture, pointer(at, "baseColorTexture"));
  const packed = pointer(at, "metallicRoughnessTexture");
  reader.factor("metallic", [pbr.metallicFactor], pbr.metallicRoughnessTexture, { channels: "b", at: packed });
  reader.factor("roughness", [pbr.roughnessFactor], pbr.metallicRoughnessTexture, { channels: "g", at: packed });
  reader.normals("normal", normalTexture, pointer(source, "normalTexture"));
  if (occlusionTexture !== undefined) {
    const { strength } = occlusionTexture;
    const place = pointer(source, "occlusionTexture");
    const sampling: Sampling = { channels: "r", colorSpace: "raw", scale: [strength], bias: [1 - strength] };
    reader.inputs.set("occlusion", {
      source: place,
      value: [1],
      texture: reader.texture(occlusionTexture, sampling, place),
    });
  }
  if (emissiveFactor.some((value) => value !== 0)) {
    const place = pointer(source, "emissiveTexture");
    reader.factor("emissive", emissiveFactor, emissiveTexture, { channels: "rgb", colorSpace: "sRGB", at: place });
  }
}
