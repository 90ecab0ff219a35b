/** Checks that the declared sizes of a glTF's JSON are within its bytes, before anything of that size is allocated. */
import { AssetError, type AssetProblem } from "../errors/asset-error.ts";
import type { LoadContext } from "../options/load-options.ts";
import type { ComponentType, ElementType, Gltf, GltfMeshopt } from "./gltf-types.ts";

/** The bytes of each buffer; null for a buffer without bytes (a fallback of meshopt). */
export type GltfBuffers = readonly (Uint8Array | null)[];

/** A glTF with its bytes, and the limits of its decoded size. */
export interface GltfSource {
  readonly gltf: Gltf;
  readonly buffers: GltfBuffers;
  readonly context: LoadContext;
}

const componentBytes: Readonly<Record<ComponentType, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};

/** Number of components per element. */
export const elementSizes: Readonly<Record<ElementType, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

/** @throws AssetError if a file is of another version than glTF 2.0, or needs a later one */
export function checkVersion({ version, minVersion }: Gltf["asset"]): void {
  if (!/^2(?:\.\d+)?$/.test(version)) {
    throw fault("unsupported", `glTF 2 is read, not ${JSON.stringify(version.slice(0, 20))}.`, "asset.version");
  }
  if (minVersion !== undefined && minVersion !== "2.0") {
    const message = `the file needs glTF ${JSON.stringify(minVersion.slice(0, 20))}; 2.0 is supported. Export it for glTF 2.0.`;
    throw fault("unsupported", message, "asset.minVersion");
  }
}

/**
 * Checks the version of a file, and the extensions that it requires.
 *
 * @param supports whether the caller can do without an extension, or has it
 * @throws AssetError if the file requires an unsupported feature
 */
export function checkExtensions({ asset, extensionsRequired }: Gltf, supports: (extension: string) => boolean): void {
  checkVersion(asset);
  const index = extensionsRequired.findIndex((name) => !supports(name));
  const missing = extensionsRequired[index];
  if (missing === undefined) return;
  const message = `the extension ${JSON.stringify(missing.slice(0, 80))} is required, and not done here. Export the file without it.`;
  throw fault("unsupported", message, `extensionsRequired[${index}]`);
}

/** @throws AssetError if a view or an accessor is not in its buffer */
export function checkViews(gltf: Gltf, buffers: GltfBuffers, { budget }: LoadContext): void {
  for (const [i, view] of gltf.bufferViews.entries()) {
    const { byteLength, extensions } = view;
    const where = `bufferViews[${i}]`;
    const meshopt = extensions?.EXT_meshopt_compression;
    if (meshopt !== undefined) {
      checkSlice(buffers, meshopt, where);
      checkMeshopt(meshopt, byteLength, where);
      budget.take(byteLength, where);
    } else checkSlice(buffers, view, where);
  }
  for (const [i, accessor] of gltf.accessors.entries()) {
    const where = `accessors[${i}]`;
    const size = elementSizes[accessor.type] * componentBytes[accessor.componentType];
    const { sparse } = accessor;
    // Draco fills accessors without a view; an accessor with neither is all zeros and unused.
    if (accessor.bufferView !== undefined || sparse !== undefined) budget.take(accessor.count * size, where);
    if (accessor.bufferView !== undefined) {
      const { bufferView: view, byteOffset: start, count } = accessor;
      checkElements(gltf, { view, start, count, size }, where);
    }
    if (sparse === undefined) continue;
    if (sparse.count > accessor.count) {
      throw fault("malformed", `${sparse.count} of ${accessor.count} elements are declared as replaced.`, where);
    }
    const indexSize = componentBytes[sparse.indices.componentType];
    const { indices, values, count } = sparse;
    checkElements(gltf, { view: indices.bufferView, start: indices.byteOffset, count, size: indexSize }, where);
    checkElements(gltf, { view: values.bufferView, start: values.byteOffset, count, size }, where);
    budget.take(sparse.count * (size + indexSize), where);
  }
}

/** Returns the bytes of an uncompressed view; null for a compressed one. */
export function viewBytes(gltf: Gltf, buffers: GltfBuffers, index: number, where: string): Uint8Array | null {
  const view = at(gltf.bufferViews, index, "bufferViews", where);
  if (view.extensions?.EXT_meshopt_compression !== undefined) return null;
  return buffers[view.buffer]?.subarray(view.byteOffset, view.byteOffset + view.byteLength) ?? null;
}

/** @throws AssetError if there is no entry of that index */
export function at<T>(list: readonly T[], index: number, name: string, where: string): T {
  const item = list[index];
  if (index < list.length && item !== undefined) return item;
  throw fault("malformed", `${name}[${index}] does not exist; the file has ${list.length}.`, where);
}

function checkSlice(
  buffers: GltfBuffers,
  { buffer, byteOffset: start, byteLength: length }: Pick<GltfMeshopt, "buffer" | "byteOffset" | "byteLength">,
  where: string,
): void {
  const bytes = at(buffers, buffer, "buffers", where);
  if (start + length <= (bytes?.length ?? 0)) return;
  const what = bytes === null ? "no bytes in the file" : bytes.length;
  throw fault(
    "truncated",
    `bytes ${start} to ${start + length} are not in buffer ${buffer}, which has ${what}.`,
    where,
  );
}

/** Checks `count` elements of `size` bytes in a view. */
interface ElementRange {
  readonly view: number;
  readonly start: number;
  readonly count: number;
  readonly size: number;
}

function checkElements(gltf: Gltf, { view: index, start, count, size }: ElementRange, where: string): void {
  const { byteLength, byteStride = size } = at(gltf.bufferViews, index, "bufferViews", where);
  if (byteStride < size) throw fault("malformed", `elements of ${size} bytes lie ${byteStride} apart.`, where);
  const end = count === 0 ? 0 : start + byteStride * (count - 1) + size;
  if (end <= byteLength) return;
  throw fault(
    "truncated",
    `${count} elements end at byte ${end} of bufferViews[${index}], which has ${byteLength}.`,
    where,
  );
}

/** The strides that a filter supports. */
const filterStrides: Readonly<Record<string, readonly number[]>> = {
  OCTAHEDRAL: [4, 8],
  QUATERNION: [8],
  COLOR: [4, 8],
};

/**
 * The minimum size of meshopt data: a byte per triangle or index; for a block of 256 attributes two bits for
 * each byte of one. Smaller data are rejected.
 */
function checkMeshopt(view: GltfMeshopt, unpacked: number, where: string): void {
  const { mode, filter, count, byteStride, byteLength } = view;
  if (count * byteStride !== unpacked) {
    throw fault(
      "malformed",
      `${count} elements of ${byteStride} bytes are not the ${unpacked} that the view has.`,
      where,
    );
  }
  const isStride = mode === "ATTRIBUTES" ? byteStride % 4 === 0 : byteStride === 2 || byteStride === 4;
  const isFiltered = filterStrides[filter ?? "NONE"]?.includes(byteStride) ?? true;
  if (!isStride || !isFiltered || (mode === "TRIANGLES" && count % 3 !== 0)) {
    throw fault("malformed", `${count} elements of ${byteStride} bytes cannot be packed as ${mode}.`, where);
  }
  const least =
    mode === "TRIANGLES" ? count / 3 : mode === "INDICES" ? count : (Math.floor(count / 256) * byteStride) / 4;
  if (byteLength < least) {
    throw fault("truncated", `${count} elements need at least ${least} bytes packed, found ${byteLength}.`, where);
  }
}

function fault(problem: AssetProblem, message: string, where: string): AssetError {
  return new AssetError(problem, message, { where });
}
