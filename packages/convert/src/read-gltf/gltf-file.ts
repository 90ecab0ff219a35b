/** An opened glTF: its JSON, and the numbers of its accessors. */
import { AssetError } from "@usdkit/assets";
import {
  checkExtensions,
  checkViews,
  decodeAccessors,
  plainAccessors,
  placeNodes,
  raiseDracoCounts,
  readBuffers,
  readGlbChunks,
  readGltfJson,
  type AccessorValues,
  type Gltf,
  type GltfBuffers,
} from "@usdkit/assets/gltf";
import { makeContext, type LoadContext } from "@usdkit/assets/reading";
import { ConvertError } from "../errors/convert-error.ts";
import type { Losses } from "../errors/losses.ts";
import { leaveOutNul } from "./leave-out-nul.ts";
import { asConvertError } from "./pointer.ts";
import type { ReadGltfOptions } from "./read-options.ts";

/** A part of the JSON of a file. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A file that is read. */
export interface GltfFile {
  /** The parts that have to do with meshes, checked, with defaults. */
  readonly gltf: Gltf;
  /** All of it, as in the file. */
  readonly json: JsonObject;
  readonly buffers: GltfBuffers;
  /** By index; null for one without data. Do not write to them. */
  readonly accessors: readonly (AccessorValues | null)[];
  readonly losses: Losses;
  readonly context: LoadContext;
  /** Names of the extensions that are read. */
  readonly extensions: ReadonlySet<string>;
}

/** What a file is opened with. */
export interface OpenGltf {
  readonly losses: Losses;
  readonly extensions: ReadonlySet<string>;
  readonly options: ReadGltfOptions;
}

/**
 * Opens a GLB.
 *
 * @throws ConvertError if it is damaged, refers to other files, or requires an extension that is not supported
 */
export async function openGltf(bytes: Uint8Array, settings: OpenGltf): Promise<GltfFile> {
  try {
    return await open(bytes, settings);
  } catch (error) {
    throw error instanceof AssetError ? asConvertError(error) : error;
  }
}

async function open(bytes: Uint8Array, { losses, extensions, options }: OpenGltf): Promise<GltfFile> {
  const context = makeContext(options);
  const { json, binary } = readGlbChunks(bytes);
  leaveOutNul(json, losses);
  const declared = readGltfJson(json);
  checkExtensions(declared, (name) => extensions.has(name));
  const buffers = readBuffers(declared, binary, context);
  checkViews(declared, buffers, context);
  // Rejects nodes that are below themselves.
  placeNodes(declared);
  const gltf = raiseDracoCounts({ gltf: declared, buffers, context });
  const plain = plainAccessors(gltf, buffers);
  const accessors = plain.every((values) => values !== null)
    ? plain
    : (await decodeAccessors(withoutPlain(gltf, plain), buffers, context)).map((values, i) => plain[i] ?? values);
  return { gltf, json: json as JsonObject, buffers, accessors, losses, context, extensions };
}

/** The accessors that have to be decoded keep their data, the others have none. */
function withoutPlain(gltf: Gltf, plain: readonly (AccessorValues | null)[]): Gltf {
  const accessors = gltf.accessors.map((accessor, i) => {
    return plain[i] === null ? accessor : { ...accessor, bufferView: undefined, count: 0 };
  });
  return { ...gltf, accessors };
}

/**
 * Returns the numbers of an accessor of a size.
 *
 * @param sizes the numbers that one element may have
 * @throws ConvertError if there is no such accessor, or its elements have another size
 */
export function accessorOf(
  { accessors }: GltfFile,
  index: number,
  sizes: readonly number[],
  at: string,
): AccessorValues | null {
  const values = accessors[index];
  if (values === undefined) {
    throw new ConvertError(at, `Accessor ${index} does not exist; the file has ${accessors.length}`);
  }
  if (values !== null && !sizes.includes(values.size)) {
    const expected = sizes.join(" or ");
    throw new ConvertError(at, `Expected ${expected} numbers an element, found ${values.size} in accessor ${index}`);
  }
  return values;
}

/** Returns the members of a list in the JSON that are objects, as they are in the file. */
export function rawList({ json }: GltfFile, name: string): readonly JsonObject[] {
  const list = json[name];
  return Array.isArray(list) ? (list as readonly JsonObject[]) : [];
}

/** Returns the extension of a part of the JSON; undefined if it has none of this name. */
export function extensionOf(part: JsonObject | undefined, name: string): JsonObject | undefined {
  const extensions = part?.["extensions"];
  if (typeof extensions !== "object" || extensions === null) return undefined;
  const extension = (extensions as JsonObject)[name];
  return typeof extension === "object" && extension !== null ? (extension as JsonObject) : undefined;
}
