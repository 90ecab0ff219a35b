/** Puts the files that a glTF names into it. Loaded on demand, with the library of its schema. */
import { Base64Error, decodeBase64 } from "@usdkit/base";
import { z } from "zod";
import { AssetError } from "../errors/asset-error.ts";
import { readImageHead } from "../images/image-size.ts";
import { percentDecoded } from "./buffers.ts";
import type { ReadRelated } from "./embed-files.ts";
import { readGlbChunks, writeGlb } from "./glb-container.ts";
import { isGltfText } from "./gltf-text.ts";
import { parseJson } from "./parse-json.ts";

/** Offsets of buffer views are multiples of the sizes of numbers. */
const ALIGNMENT = 4;
/** Maximum number of files, and of their bytes together. */
const MAX_FILES = 4096;
const MAX_BYTES = 2 ** 30;

const meshoptBuffer = z.looseObject({ buffer: z.int().optional(), byteOffset: z.number().optional() });
const file = z.looseObject({
  buffers: z
    .array(
      z.looseObject({
        uri: z.string().optional(),
        byteLength: z.number().min(0),
        extensions: z
          .looseObject({ EXT_meshopt_compression: z.looseObject({ fallback: z.boolean().optional() }).optional() })
          .optional(),
      }),
    )
    .optional(),
  bufferViews: z
    .array(
      z.looseObject({
        buffer: z.int(),
        byteOffset: z.number().optional(),
        byteLength: z.number().optional(),
        extensions: z.looseObject({ EXT_meshopt_compression: meshoptBuffer.optional() }).optional(),
      }),
    )
    .optional(),
  images: z
    .array(
      z.looseObject({
        uri: z.string().optional(),
        bufferView: z.int().optional(),
        mimeType: z.string().optional(),
      }),
    )
    .optional(),
});

type GltfFile = z.infer<typeof file>;

/** See `embedGltfFiles`. */
export async function embedFiles(bytes: Uint8Array, read: ReadRelated): Promise<Uint8Array> {
  const isText = isGltfText(bytes);
  const { json, binary } = isText ? { json: parseJson(bytes, { where: "JSON" }), binary: null } : readGlbChunks(bytes);
  const { data, error } = file.safeParse(json);
  if (error !== undefined) {
    // The loader describes what is wrong.
    if (!isText) return bytes;
    const [{ message, path }] = error.issues;
    throw new AssetError("malformed", `${message}.`, { where: path.length === 0 ? "JSON" : path.join(".") });
  }
  const isExternal = ({ uri }: { readonly uri?: string | undefined }): boolean => uri !== undefined && !isData(uri);
  if (!isText && ![...(data.buffers ?? []), ...(data.images ?? [])].some(isExternal)) return bytes;
  return await new Embedder(data, binary, read).embed();
}

class Embedder {
  readonly #gltf: GltfFile;
  readonly #binary: Uint8Array | null;
  readonly #read: ReadRelated;
  readonly #pieces: Uint8Array[] = [];
  readonly #found = new Map<string, Uint8Array | undefined>();
  #length = 0;
  #bytes = 0;

  constructor(gltf: GltfFile, binary: Uint8Array | null, read: ReadRelated) {
    this.#gltf = gltf;
    this.#binary = binary;
    this.#read = read;
  }

  async embed(): Promise<Uint8Array> {
    const gltf = this.#gltf;
    const buffers = gltf.buffers ?? [];
    // Buffer → where it begins in the new first one; undefined if it stays a buffer of its own.
    const starts: (number | undefined)[] = [];
    const kept: typeof buffers = [];
    const places = new Map<number, number>();
    for (const [i, buffer] of buffers.entries()) {
      const content = await this.#buffer(buffer, i);
      starts.push(content === undefined ? undefined : this.#add(content.subarray(0, buffer.byteLength)));
      if (content !== undefined) continue;
      kept.push(buffer);
      places.set(i, kept.length);
    }
    const moved = <T extends { buffer?: number | undefined; byteOffset?: number | undefined }>(view: T): T => {
      if (view.buffer === undefined) return view;
      const start = starts[view.buffer];
      if (start === undefined) return { ...view, buffer: places.get(view.buffer) ?? view.buffer };
      return { ...view, buffer: 0, byteOffset: start + (view.byteOffset ?? 0) };
    };
    const views = (gltf.bufferViews ?? []).map((view) => {
      const meshopt = view.extensions?.EXT_meshopt_compression;
      const extensions = meshopt && { ...view.extensions, EXT_meshopt_compression: moved(meshopt) };
      return { ...moved(view), ...(extensions && { extensions }) };
    });
    const images = [];
    for (const image of gltf.images ?? []) images.push(await this.#image(image, views));
    const whole = { ...gltf, buffers: [{ byteLength: this.#length }, ...kept], bufferViews: views, images };
    return writeGlb(whole, this.#pieces, this.#length);
  }

  /** Undefined for a buffer without bytes: the place of what a decoder makes. */
  async #buffer(
    { uri, extensions, byteLength }: NonNullable<GltfFile["buffers"]>[number],
    index: number,
  ): Promise<Uint8Array | undefined> {
    const where = `buffers[${index}]`;
    if (uri === undefined) {
      const isChunk = index === 0 && extensions?.EXT_meshopt_compression?.fallback !== true;
      return isChunk ? (this.#binary ?? undefined) : undefined;
    }
    const content = isData(uri) ? fromDataUri(uri) : await this.#file(uri);
    const name = JSON.stringify(uri.slice(0, 80));
    if (content === undefined) throw new AssetError("external", `the file ${name} cannot be found.`, { where });
    if (content.length >= byteLength) return content;
    const message = `${byteLength} bytes are declared, and ${name} has ${content.length}.`;
    throw new AssetError("truncated", message, { where });
  }

  async #image(
    image: NonNullable<GltfFile["images"]>[number],
    views: NonNullable<GltfFile["bufferViews"]>,
  ): Promise<NonNullable<GltfFile["images"]>[number]> {
    const { uri, ...rest } = image;
    if (uri === undefined || isData(uri)) return image;
    const content = await this.#file(uri);
    if (content === undefined) return image;
    views.push({ buffer: 0, byteOffset: this.#add(content), byteLength: content.length });
    const mimeType = readImageHead(content)?.mimeType ?? image.mimeType;
    return { ...rest, bufferView: views.length - 1, ...(mimeType !== undefined && { mimeType }) };
  }

  async #file(uri: string): Promise<Uint8Array | undefined> {
    // Another host, or a path of the machine: neither is part of the model.
    if (/^[a-z][a-z\d+.-]*:|^[/\\]/iu.test(uri)) return undefined;
    if (this.#found.has(uri)) return this.#found.get(uri);
    if (this.#found.size >= MAX_FILES) throw new AssetError("limit", `it names more than ${MAX_FILES} files.`);
    const content = await this.#read(unescaped(uri));
    this.#found.set(uri, content);
    this.#bytes += content?.length ?? 0;
    if (this.#bytes > MAX_BYTES) throw new AssetError("limit", `its files have more than ${MAX_BYTES} bytes.`);
    return content;
  }

  /** Returns where the bytes begin. */
  #add(bytes: Uint8Array): number {
    const start = this.#length;
    const padding = -bytes.length & (ALIGNMENT - 1);
    this.#pieces.push(bytes);
    if (padding > 0) this.#pieces.push(new Uint8Array(padding));
    this.#length += bytes.length + padding;
    return start;
  }
}

function isData(uri: string): boolean {
  return /^data:/iu.test(uri);
}

function fromDataUri(uri: string): Uint8Array | undefined {
  const comma = uri.indexOf(",");
  if (comma < 0) return undefined;
  if (!/;base64$/iu.test(uri.slice(0, Math.min(comma, 200)))) return percentDecoded(uri.slice(comma + 1));
  try {
    return decodeBase64(uri.slice(comma + 1));
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error;
    return undefined;
  }
}

function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
