/** Applies the materials and textures of another GLB, or an image as base color, to a GLB. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NodeIO, type Document, type Material, type Texture, type TextureInfo } from "@gltf-transform/core";
import sharp from "sharp";
import * as z from "zod";
import { InputError, type Engine, type EngineInputFile } from "./engine.ts";
import { colorOf } from "./random.ts";

const inputSchema = z.looseObject({ prompt: z.string().default("") });

const TEXTURE = 2048;

export const materialTransfer: Engine = {
  name: "material-transfer",
  takes: ({ task }) => task === "material-transfer",
  async make({ input, files, folder }, onProgress) {
    const file = (field: string): EngineInputFile | undefined => files.find((each) => each.field === field);
    const model = await read(file("modelUrl"), "modelUrl");
    const source = file("materialUrl");
    const image = file("imageUrl");
    const notes: string[] = [];
    onProgress(0.3);
    const given = source === undefined ? [] : (await read(source, "materialUrl")).getRoot().listMaterials();
    if (source !== undefined && given.length === 0) throw new InputError("materialUrl: the file has no materials");
    const own = model.getRoot().listMaterials();
    const made = given.map((material) => copyMaterial(model, material, notes));
    if (source === undefined) {
      const material = model.createMaterial("material").setMetallicFactor(0).setRoughnessFactor(0.7);
      if (image === undefined) {
        const [r, g, b] = colorOf(inputSchema.parse(input).prompt);
        material.setBaseColorFactor([r ** 2.2, g ** 2.2, b ** 2.2, 1]);
        notes.push("A preview: the prompt gave a color only.");
      } else material.setBaseColorTexture(await imageTexture(model, image));
      made.push(material);
    }
    assign(model, own, made);
    onProgress(0.8);
    await writeFile(join(folder, "model.glb"), await new NodeIO().writeBinary(model), { flush: true });
    return { outputs: { glb: "model.glb" }, notes };
  },
};

async function read(file: EngineInputFile | undefined, field: string): Promise<Document> {
  if (file === undefined) throw new InputError(`${field}: expected a GLB file`);
  try {
    return await new NodeIO().readBinary(await readFile(file.path));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : "";
    throw new InputError(`${field}: the file cannot be read as GLB: ${reason}`, { cause });
  }
}

/** Materials are matched by name first, then by index. */
function assign(model: Document, own: readonly Material[], made: readonly Material[]): void {
  const [first] = made;
  if (first === undefined) return;
  const replacements = own.map((material, i) => {
    const named = made.find((each) => each.getName() !== "" && each.getName() === material.getName());
    return [material, named ?? made[i % made.length] ?? first] as const;
  });
  for (const mesh of model.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const material = primitive.getMaterial();
      const found = replacements.find(([old]) => old === material);
      primitive.setMaterial(found?.[1] ?? first);
    }
  }
  for (const material of own) material.dispose();
  const isUsed = (texture: Texture): boolean =>
    texture.listParents().some(({ propertyType }) => propertyType !== "Root");
  for (const texture of model.getRoot().listTextures()) if (!isUsed(texture)) texture.dispose();
}

function copyMaterial(model: Document, from: Material, notes: string[]): Material {
  const to = model
    .createMaterial(from.getName())
    .setAlphaMode(from.getAlphaMode())
    .setAlphaCutoff(from.getAlphaCutoff())
    .setDoubleSided(from.getDoubleSided())
    .setBaseColorFactor(from.getBaseColorFactor())
    .setMetallicFactor(from.getMetallicFactor())
    .setRoughnessFactor(from.getRoughnessFactor())
    .setNormalScale(from.getNormalScale())
    .setOcclusionStrength(from.getOcclusionStrength())
    .setEmissiveFactor(from.getEmissiveFactor())
    .setBaseColorTexture(copyTexture(model, from.getBaseColorTexture()))
    .setMetallicRoughnessTexture(copyTexture(model, from.getMetallicRoughnessTexture()))
    .setNormalTexture(copyTexture(model, from.getNormalTexture()))
    .setOcclusionTexture(copyTexture(model, from.getOcclusionTexture()))
    .setEmissiveTexture(copyTexture(model, from.getEmissiveTexture()));
  copySampling(from.getBaseColorTextureInfo(), to.getBaseColorTextureInfo());
  copySampling(from.getMetallicRoughnessTextureInfo(), to.getMetallicRoughnessTextureInfo());
  copySampling(from.getNormalTextureInfo(), to.getNormalTextureInfo());
  copySampling(from.getOcclusionTextureInfo(), to.getOcclusionTextureInfo());
  copySampling(from.getEmissiveTextureInfo(), to.getEmissiveTextureInfo());
  for (const extension of from.listExtensions()) {
    notes.push(`${extension.extensionName} of the material "${from.getName()}" is left out.`);
  }
  return to;
}

function copyTexture(model: Document, from: Texture | null): Texture | null {
  const image = from?.getImage();
  if (from === null || image === null || image === undefined) return null;
  return model.createTexture(from.getName()).setImage(image).setMimeType(from.getMimeType());
}

/** Texture transform without the index of the texture coordinates: the model may have only the first set. */
function copySampling(from: TextureInfo | null, to: TextureInfo | null): void {
  if (from === null || to === null) return;
  to.setWrapS(from.getWrapS()).setWrapT(from.getWrapT());
  to.setMinFilter(from.getMinFilter()).setMagFilter(from.getMagFilter());
}

async function imageTexture(model: Document, { path }: EngineInputFile): Promise<Texture> {
  try {
    const small = sharp(path).rotate().resize(TEXTURE, TEXTURE, { fit: "inside", withoutEnlargement: true });
    return model
      .createTexture("image")
      .setImage(await small.png().toBuffer())
      .setMimeType("image/png");
  } catch (cause) {
    throw new InputError("imageUrl: the image cannot be read", { cause });
  }
}
