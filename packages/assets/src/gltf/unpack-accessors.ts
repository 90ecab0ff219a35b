/** Accessors by glTF-Transform, which unpacks Draco, meshopt and sparse data. */
import { GLB_BUFFER, Logger, WebIO, type Accessor, type GLTF, type JSONDocument } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from "@gltf-transform/extensions";
import { createDracoDecoder as platformDecoder } from "#draco-decoder";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { AssetError } from "../errors/asset-error.ts";
import type { LoadContext } from "../options/load-options.ts";
import { boundMemory } from "./bound-memory.ts";
import type { GltfBuffers } from "./check-gltf.ts";
import type { AccessorValues } from "./accessor-values.ts";
import type { Gltf } from "./gltf-types.ts";

const extensions = [EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization];
const extensionNames: ReadonlySet<string> = new Set(extensions.map(({ EXTENSION_NAME }) => EXTENSION_NAME));

/**
 * Decodes every accessor; null for one without data. Declared sizes were checked before.
 *
 * @throws AssetError if compressed data is damaged
 */
export async function unpackAccessors(
  gltf: Gltf,
  buffers: GltfBuffers,
  context: LoadContext,
): Promise<readonly (AccessorValues | null)[]> {
  const dependencies: Record<string, unknown> = {};
  if (usesMeshopt(gltf)) {
    await MeshoptDecoder.ready;
    dependencies["meshopt.decoder"] = MeshoptDecoder;
  }
  if (usesDraco(gltf)) dependencies["draco3d.decoder"] = await makeDracoDecoder(context);
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(extensions);
  io.registerDependencies(dependencies);
  try {
    const document = await io.readJSON(decoderJson(gltf, buffers));
    return document.getRoot().listAccessors().map(valuesOf);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError("malformed", `the meshes cannot be decoded: ${reason}`, { where: "accessors", cause });
  }
}

function usesDraco({ meshes }: Gltf): boolean {
  return meshes.some(({ primitives }) =>
    primitives.some((primitive) => primitive.extensions?.KHR_draco_mesh_compression !== undefined),
  );
}

function usesMeshopt({ bufferViews }: Gltf): boolean {
  return bufferViews.some((view) => view.extensions?.EXT_meshopt_compression !== undefined);
}

async function makeDracoDecoder({ limits, createDracoDecoder }: LoadContext): Promise<object> {
  const create = createDracoDecoder ?? platformDecoder;
  if (create === null) {
    const message = 'the meshes are packed with Draco, for which a browser needs the option "createDracoDecoder".';
    throw new AssetError("unsupported", message, { where: "extensionsUsed" });
  }
  // An instance per file: its memory is freed with it, and an aborted instance is unusable.
  const decoder = await create({ print: silent, printErr: silent });
  boundMemory("asm" in decoder && typeof decoder.asm === "object" ? (decoder.asm ?? {}) : {}, limits.decodedBytes);
  return decoder;
}

function silent(): void {
  // Discards the decoder's log output.
}

/** The decoder's input: accessors, their views and the primitives that Draco compresses. */
function decoderJson(gltf: Gltf, buffers: GltfBuffers): JSONDocument {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const [i, bytes] of buffers.entries()) {
    resources[i === 0 ? GLB_BUFFER : bufferName(i)] = (bytes ?? new Uint8Array(0)) as Uint8Array<ArrayBuffer>;
  }
  const used = Array.from(extensionNames).filter((name) =>
    name === "EXT_meshopt_compression" ? usesMeshopt(gltf) : name !== "KHR_draco_mesh_compression" || usesDraco(gltf),
  );
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: used,
    extensionsRequired: used,
    accessors: gltf.accessors,
    bufferViews: gltf.bufferViews,
    buffers: gltf.buffers.map(({ byteLength }, i) => (i === 0 ? { byteLength } : { byteLength, uri: bufferName(i) })),
    meshes: gltf.meshes
      .map(({ primitives }) => ({
        primitives: primitives
          .filter(({ extensions }) => extensions?.KHR_draco_mesh_compression !== undefined)
          .map(({ attributes, indices, extensions }) => ({ attributes, indices, extensions })),
      }))
      .filter(({ primitives }) => primitives.length > 0),
  };
  return { json: json as unknown as GLTF.IGLTF, resources };
}

function bufferName(i: number): string {
  return `buffer-${i}`;
}

function valuesOf(accessor: Accessor): AccessorValues | null {
  const array = accessor.getArray();
  if (array === null || array instanceof Float64Array) return null;
  return {
    array: array as AccessorValues["array"],
    size: accessor.getElementSize(),
    normalized: accessor.getNormalized(),
  };
}
