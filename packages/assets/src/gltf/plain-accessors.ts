/** Accessors whose numbers are in the file as they are: no decoder and no copy is needed. */
import type { AccessorValues } from "./accessor-values.ts";
import type { GltfBuffers } from "./check-gltf.ts";
import { elementSizes } from "./check-gltf.ts";
import type { ComponentType, Gltf, GltfAccessor } from "./gltf-types.ts";

type ViewType = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => AccessorValues["array"];

const arrays: Readonly<Record<ComponentType, ViewType & { readonly BYTES_PER_ELEMENT: number }>> = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};

/**
 * Returns the numbers of each accessor that is neither packed, sparse nor interleaved, as views on the bytes of the file; null
 * for the others. Do not write to them. Declared sizes were checked before.
 */
export function plainAccessors(gltf: Gltf, buffers: GltfBuffers): readonly (AccessorValues | null)[] {
  return gltf.accessors.map((accessor) => plainView(gltf, buffers, accessor));
}

function plainView(
  { bufferViews }: Gltf,
  buffers: GltfBuffers,
  { bufferView, byteOffset, componentType, normalized, count, type, sparse }: GltfAccessor,
): AccessorValues | null {
  if (bufferView === undefined || sparse !== undefined) return null;
  const view = bufferViews[bufferView];
  const bytes = buffers[view.buffer];
  const array = arrays[componentType];
  const size = elementSizes[type];
  const stride = size * array.BYTES_PER_ELEMENT;
  if (bytes === null || view.extensions?.EXT_meshopt_compression !== undefined) return null;
  if (view.byteStride !== undefined && view.byteStride !== stride) return null;
  const start = bytes.byteOffset + view.byteOffset + byteOffset;
  // Columns of small matrices are padded.
  if (start % array.BYTES_PER_ELEMENT !== 0 || (type.startsWith("MAT") && stride % 4 !== 0)) return null;
  return { array: new array(bytes.buffer, start, count * size), size, normalized };
}
