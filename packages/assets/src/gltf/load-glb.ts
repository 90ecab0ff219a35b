import type { AssetGroup, GroupMember, MeshAsset, SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { readBuffers } from "./buffers.ts";
import { checkExtensions, checkViews } from "./check-gltf.ts";
import { raiseDracoCounts } from "./check-draco.ts";
import { decodeAccessors } from "./decode-accessors.ts";
import { readGlbChunks } from "./glb-container.ts";
import { readGltfJson } from "./gltf-json.ts";
import { makeParts } from "./make-parts.ts";
import { readMaterials, texCoordSets } from "./materials.ts";
import { planParts } from "./plan-parts.ts";
import { readSplatMembers } from "./splat-primitives.ts";

const identity: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/**
 * Returns the meshes and the Gaussian splats (`KHR_gaussian_splatting`) of a GLB's scene, with node transforms applied. Skins
 * and morph targets are in their rest pose; animations, cameras, lights, points and lines are ignored.
 */
export async function loadGlb(bytes: Uint8Array, context: LoadContext): Promise<MeshAsset | SplatAsset | AssetGroup> {
  const { json, binary } = readGlbChunks(bytes);
  const declared = readGltfJson(json);
  checkExtensions(declared);
  const buffers = readBuffers(declared, binary, context);
  checkViews(declared, buffers, context);
  const gltf = raiseDracoCounts({ gltf: declared, buffers, context });
  const skips = new SkipCounter();
  const plan = planParts(gltf, context, skips);
  const used = new Set(plan.primitives.map(({ primitive }) => primitive.material ?? gltf.materials.length));
  const { materials, textures } = await readMaterials({ gltf, buffers, context }, used, skips);
  const accessors = await decodeAccessors(gltf, buffers, context);
  const sets = (material: number | undefined): readonly number[] =>
    texCoordSets(material === undefined ? undefined : gltf.materials[material]);
  const parts = makeParts(gltf, plan, accessors, { texCoordSets: sets, skips, context });
  const splats = readSplatMembers(plan, accessors, context, skips);
  const mesh: MeshAsset = { type: "mesh", parts, materials, textures, skipped: skips.counts() };
  if (splats.length === 0) return mesh;
  return withSplats(mesh, splats);
}

function withSplats(mesh: MeshAsset, splats: readonly GroupMember[]): SplatAsset | AssetGroup {
  const [first] = splats;
  const isPlain = first.matrix.every((value, i) => value === identity[i]);
  const { skipped } = mesh;
  if (splats.length === 1 && mesh.parts.length === 0 && isPlain && first.asset.type === "splats") {
    return { ...first.asset, skipped };
  }
  const meshes = mesh.parts.length === 0 ? [] : [{ asset: { ...mesh, skipped: {} }, matrix: identity }];
  const members = [...meshes, ...splats];
  return { type: "group", count: members.length, members, skipped };
}
