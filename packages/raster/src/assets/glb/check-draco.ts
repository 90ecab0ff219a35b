/** Checks, from the header of a packed mesh, that Draco decodes to what the accessors declare. */
import { AssetError } from "../../errors/errors.ts";
import { checkCount } from "../../limits/byte-budget.ts";
import type { LoadContext } from "../load-options.ts";
import { at, elementSizes, viewBytes, type GltfBuffers, type GltfSource } from "./check-gltf.ts";
import { readDracoCounts } from "./draco-header.ts";
import type { Gltf, GltfPrimitive } from "./gltf-types.ts";

/** @throws AssetError if a packed mesh is none, or has more than is declared or allowed */
export function checkDraco(gltf: Gltf, buffers: GltfBuffers, context: LoadContext): void {
  for (const [mesh, { primitives }] of gltf.meshes.entries()) {
    for (const [i, primitive] of primitives.entries()) {
      if (primitive.extensions?.KHR_draco_mesh_compression === undefined) continue;
      checkPrimitive({ gltf, buffers, context }, primitive, `meshes[${mesh}].primitives[${i}]`);
    }
  }
}

function checkPrimitive(
  { gltf, buffers, context: { limits, budget } }: GltfSource,
  { attributes, indices, extensions }: GltfPrimitive,
  where: string,
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
    // What the decoder makes, and the copy of it. Numbers of every kind take four bytes while they are unpacked.
    budget.take(8 * elementSizes[type] * count, `${where}.${name}`);
  }
  const indexCount = indices === undefined ? undefined : at(gltf.accessors, indices, "accessors", where).count;
  const position = attributes["POSITION"];
  const vertexCount = position === undefined ? undefined : at(gltf.accessors, position, "accessors", where).count;
  if (indexCount !== undefined) budget.take(8 * indexCount, where);
  const counts = readDracoCounts(bytes, where);
  if (counts === null) return;
  checkCount(counts.faces, limits, "triangles", { where });
  checkCount(counts.vertices, limits, "vertices", { where });
  if (counts.faces * 3 <= (indexCount ?? Infinity) && counts.vertices <= (vertexCount ?? Infinity)) return;
  const message = `the packed mesh has ${counts.faces} triangles and ${counts.vertices} vertices; the accessors declare ${indexCount ?? 0} indices and ${vertexCount ?? 0} vertices.`;
  throw new AssetError("malformed", message, { where });
}
