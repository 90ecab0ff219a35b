/** Preview models without machine learning: a relief of an image, or a surface of revolution seeded by a text. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Document, NodeIO } from "@gltf-transform/core";
import * as z from "zod";
import type { Engine } from "./engine.ts";
import { colorOf, randomOf } from "./random.ts";
import { readRelief } from "./relief.ts";
import sharp from "sharp";

const inputSchema = z.looseObject({ prompt: z.string().default("") });

const SIDE = 96;
const TEXTURE = 1024;
const RINGS = 24;
const AROUND = 48;

interface Shape {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly texCoords: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
}

export const previewModel: Engine = {
  name: "preview",
  takes: ({ task }) => task === "image-to-3d" || task === "text-to-3d",
  async make({ input, files, folder, task }, onProgress) {
    const { prompt } = inputSchema.parse(input);
    const image = files.find(({ field }) => field === "imageUrl");
    const isRelief = task === "image-to-3d" && image !== undefined;
    const shape = isRelief ? await relief(image.path) : turned(prompt);
    const texture = image === undefined ? undefined : await textureOf(image.path);
    onProgress(0.6);
    const bytes = await writeGlb(shape, texture, colorOf(prompt));
    await writeFile(join(folder, "model.glb"), bytes, { flush: true });
    const what = isRelief ? "a relief of the image" : "a turned shape seeded by the prompt";
    return {
      outputs: { glb: "model.glb" },
      notes: [`A preview: ${what}, made without learning. Set --engine-command for real models.`],
    };
  },
};

async function textureOf(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return sharp(bytes).rotate().resize(TEXTURE, TEXTURE, { fit: "inside", withoutEnlargement: true }).png().toBuffer();
}

async function relief(path: string): Promise<Shape> {
  const { width, height, heights } = await readRelief(path, SIDE);
  const step = 2 / Math.max(width, height);
  const at = (x: number, y: number): [number, number, number] => [
    (x + 0.5 - width / 2) * step,
    (height / 2 - y - 0.5) * step,
    heights[y * width + x] * 0.4,
  ];
  return grid(width, height, at);
}

/** A profile revolved around the y axis. */
function turned(prompt: string): Shape {
  const random = randomOf(prompt);
  const waves = Array.from({ length: 4 }, () => [random() * 0.25, 1 + random() * 5, random() * 6.3] as const);
  const at = (x: number, y: number): [number, number, number] => {
    const t = y / (RINGS - 1);
    const end = Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2));
    const radius =
      end * (0.5 + waves.reduce((sum, [size, often, phase]) => sum + size * Math.sin(t * often + phase), 0.15));
    const angle = (x / (AROUND - 1)) * 2 * Math.PI;
    return [Math.sin(angle) * Math.abs(radius), 1 - 2 * t, Math.cos(angle) * Math.abs(radius)];
  };
  return grid(AROUND, RINGS, at);
}

/** Front faces point towards the viewer if x runs to the right and y downwards. */
function grid(width: number, height: number, at: (x: number, y: number) => readonly number[]): Shape {
  const positions = new Float32Array(width * height * 3);
  const texCoords = new Float32Array(width * height * 2);
  const indices: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      positions.set(at(x, y), 3 * i);
      texCoords.set([(x + 0.5) / width, (y + 0.5) / height], 2 * i);
      if (x + 1 < width && y + 1 < height) indices.push(i, i + width, i + 1, i + 1, i + width, i + width + 1);
    }
  }
  return { positions, texCoords, indices: Uint32Array.from(indices) };
}

function writeGlb(
  { positions, texCoords, indices }: Shape,
  texture: Uint8Array | undefined,
  [r, g, b]: readonly [number, number, number],
): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const material = document.createMaterial("preview").setRoughnessFactor(0.8).setMetallicFactor(0).setDoubleSided(true);
  if (texture === undefined) material.setBaseColorFactor([r ** 2.2, g ** 2.2, b ** 2.2, 1]);
  else material.setBaseColorTexture(document.createTexture("image").setImage(texture).setMimeType("image/png"));
  const accessor = (type: "VEC3" | "VEC2" | "SCALAR", array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", accessor("VEC3", positions))
    .setAttribute("TEXCOORD_0", accessor("VEC2", texCoords))
    .setIndices(accessor("SCALAR", indices))
    .setMaterial(material);
  const node = document.createNode("Model").setMesh(document.createMesh("Model").addPrimitive(primitive));
  document.createScene().addChild(node);
  return new NodeIO().writeBinary(document);
}
