import type { MeshAsset } from "../asset.ts";
import type { LoadContext } from "../load-options.ts";
import { SkipCounter } from "../skip-counter.ts";
import { readBuffers } from "./buffers.ts";
import { checkExtensions, checkViews } from "./check-gltf.ts";
import { checkDraco } from "./check-draco.ts";
import { decodeAccessors } from "./decode-accessors.ts";
import { readGlbChunks } from "./glb-container.ts";
import { readGltfJson } from "./gltf-json.ts";
import { makeParts } from "./make-parts.ts";
import { baseTexture, readMaterials, texCoordOf } from "./materials.ts";
import { planParts } from "./plan-parts.ts";

/**
 * The meshes of a GLB's scene, each node's transform applied. Skins and morph targets are as the file shows them at rest;
 * animations, cameras and lights do not count, nor do points and lines.
 */
export async function loadGlb(bytes: Uint8Array, context: LoadContext): Promise<MeshAsset> {
  const { json, binary } = readGlbChunks(bytes);
  const gltf = readGltfJson(json);
  checkExtensions(gltf);
  const buffers = readBuffers(gltf, binary, context);
  checkViews(gltf, buffers, context);
  const skips = new SkipCounter();
  const plan = planParts(gltf, context, skips);
  checkDraco(gltf, buffers, context);
  const used = new Set(plan.primitives.map(({ primitive }) => primitive.material ?? gltf.materials.length));
  const { materials, textures } = await readMaterials({ gltf, buffers, context }, used);
  const accessors = await decodeAccessors(gltf, buffers, context);
  const texCoordSet = (material: number | undefined): number | null => {
    const info = material === undefined ? undefined : baseTexture(gltf.materials[material]);
    return info === undefined ? null : texCoordOf(info);
  };
  const parts = makeParts(gltf, plan, accessors, { texCoordSet, skips });
  return { type: "mesh", parts, materials, textures, skipped: skips.counts() };
}
