/** Checks, from the header of a compressed mesh, that Draco decodes to what the accessors declare. */
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import { at, elementSizes, viewBytes, type GltfSource } from "./check-gltf.ts";
import { readDracoCounts } from "./draco-header.ts";
import type { Gltf, GltfPrimitive } from "./gltf-types.ts";

/**
 * Returns the glTF with the counts of its Draco meshes raised to those of the decoder's output: some files declare fewer
 * (exporters count before they split vertices at seams), and viewers draw them.
 *
 * @throws AssetError if a packed mesh is invalid, or has more than the limits allow
 */
export function raiseDracoCounts(source: GltfSource): Gltf {
  const raised = new Map<number, number>();
  for (const [mesh, { primitives }] of source.gltf.meshes.entries()) {
    for (const [i, primitive] of primitives.entries()) {
      if (primitive.extensions?.KHR_draco_mesh_compression === undefined) continue;
      checkPrimitive(source, primitive, `meshes[${mesh}].primitives[${i}]`, raised);
    }
  }
  if (raised.size === 0) return source.gltf;
  const accessors = source.gltf.accessors.map((accessor, i) => {
    return { ...accessor, count: Math.max(accessor.count, raised.get(i) ?? 0) };
  });
  return { ...source.gltf, accessors };
}

function checkPrimitive(
  { gltf, buffers, context: { limits, budget } }: GltfSource,
  { attributes, indices, extensions }: GltfPrimitive,
  where: string,
  raised: Map<number, number>,
): void {
  const draco = extensions?.KHR_draco_mesh_compression;
  if (draco === undefined) return;
  const bytes = viewBytes(gltf, buffers, draco.bufferView, where);
  if (bytes === null) throw new AssetError("malformed", "a mesh cannot be packed twice.", { where });
  for (const name of Object.keys(draco.attributes)) {
    const index = attributes[name];
    if (index === undefined) {
      throw new AssetError("malformed", `the packed attribute ${JSON.stringify(name)} has no accessor.`, { where });
    }
    const { count, type } = at(gltf.accessors, index, "accessors", where);
    // The decoder's output and its copy. Numbers of every type take four bytes during decoding.
    budget.take(8 * elementSizes[type] * count, `${where}.${name}`);
  }
  const indexCount = indices === undefined ? undefined : at(gltf.accessors, indices, "accessors", where).count;
  if (indexCount !== undefined) budget.take(8 * indexCount, where);
  const counts = readDracoCounts(bytes, where);
  if (counts === null) return;
  checkCount(counts.faces, limits, "triangles", { where });
  checkCount(counts.vertices, limits, "vertices", { where });
  const raise = (index: number, count: number, bytesEach: number): void => {
    const more = count - at(gltf.accessors, index, "accessors", where).count;
    if (more <= 0) return;
    budget.take(bytesEach * more, where);
    raised.set(index, Math.max(count, raised.get(index) ?? 0));
  };
  if (indices !== undefined) raise(indices, 3 * counts.faces, 8);
  for (const name of Object.keys(draco.attributes)) {
    const index = attributes[name];
    if (index !== undefined) raise(index, counts.vertices, 32);
  }
}
