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

/** Supported extensions. Others may be used, but not required. */
const supported: ReadonlySet<string> = new Set([
  "KHR_draco_mesh_compression",
  "EXT_meshopt_compression",
  "KHR_meshopt_compression",
  "KHR_gaussian_splatting",
  "KHR_mesh_quantization",
  "KHR_texture_transform",
  "KHR_materials_unlit",
  "KHR_materials_pbrSpecularGlossiness",
  "EXT_texture_webp",
  "KHR_texture_basisu",
  "EXT_mesh_gpu_instancing",
]);

/** Extensions of appearance only: the mesh can be drawn without them; textures in other formats are left out and counted. */
const harmless = /^(?:KHR_materials_|KHR_lights_|KHR_xmp|EXT_lights_|EXT_texture_)/;

const identity: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/**
 * Returns the meshes and the Gaussian splats (`KHR_gaussian_splatting`) of a GLB's scene, with node transforms applied. Skins
 * and morph targets are in their rest pose; animations, cameras, lights, points and lines are ignored.
 */
export async function loadGlb(bytes: Uint8Array, context: LoadContext): Promise<MeshAsset | SplatAsset | AssetGroup> {
  const { json, binary } = readGlbChunks(bytes);
  const declared = readGltfJson(json);
  checkExtensions(declared, (name) => supported.has(name) || harmless.test(name));
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
