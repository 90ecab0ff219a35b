/** Decodes a glTF's accessors. */
import type { LoadContext } from "../options/load-options.ts";
import type { AccessorValues } from "./accessor-values.ts";
import type { GltfBuffers } from "./check-gltf.ts";
import type { Gltf } from "./gltf-types.ts";

/**
 * Decodes every accessor; null for one without data. Declared sizes were checked before.
 *
 * @throws AssetError if compressed data is damaged
 */
export async function decodeAccessors(
  gltf: Gltf,
  buffers: GltfBuffers,
  context: LoadContext,
): Promise<readonly (AccessorValues | null)[]> {
  // A library of half a megabyte, which files of plain numbers do not need.
  const { unpackAccessors } = await import("./unpack-accessors.ts");
  return await unpackAccessors(gltf, buffers, context);
}
