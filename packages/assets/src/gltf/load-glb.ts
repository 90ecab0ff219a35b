import { ByteBudget } from "../limits/byte-budget.ts";
import type { Asset, AssetExtras, AssetGroup, GroupMember, MeshAsset, SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { animatedNodes, readAnimations, type ReadAnimation } from "./animate-nodes.ts";
import { readBuffers } from "./buffers.ts";
import { checkExtensions, checkViews, type GltfBuffers } from "./check-gltf.ts";
import { raiseDracoCounts } from "./check-draco.ts";
import { decodeAccessors } from "./decode-accessors.ts";
import { readGlbChunks } from "./glb-container.ts";
import { readGltfJson } from "./gltf-json.ts";
import type { Gltf } from "./gltf-types.ts";
import { readLights } from "./lights.ts";
import { makeParts, type SharedParts, type TexCoordSets } from "./make-parts.ts";
import { makePoints, type SharedPoints } from "./make-points.ts";
import { variantNames, withMaterialVariant } from "./material-variant.ts";
import { readMaterials, texCoordSets } from "./materials.ts";
import { planParts, posedPlan, type PartsPlan } from "./plan-parts.ts";
import { readSplatMembers } from "./splat-primitives.ts";
import type { Accessors } from "./vertex-values.ts";

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

/** A time of an animation. */
export interface AnimationMoment {
  /** Index of the animation. */
  readonly animation: number;
  readonly seconds: number;
}

/** A GLB that is checked and whose meshes are decoded: it can be posed at any time. */
export class OpenGlb {
  readonly animations: readonly ReadAnimation[];
  readonly #gltf: Gltf;
  readonly #buffers: GltfBuffers;
  readonly #plan: PartsPlan;
  readonly #accessors: Accessors;
  readonly #context: LoadContext;
  readonly #skips: SkipCounter;
  readonly #knownParts: SharedParts = new Map();
  readonly #knownPoints: SharedPoints = new Map();

  private constructor(
    { gltf, buffers, context }: { readonly gltf: Gltf; readonly buffers: GltfBuffers; readonly context: LoadContext },
    plan: PartsPlan,
    accessors: Accessors,
    skips: SkipCounter,
  ) {
    this.#gltf = gltf;
    this.#buffers = buffers;
    this.#context = context;
    this.#plan = plan;
    this.#accessors = accessors;
    this.#skips = skips;
    this.animations = readAnimations(gltf, accessors, skips);
  }

  /** @throws AssetError if the file is damaged, needs what is not supported, or exceeds a limit */
  static async open(bytes: Uint8Array, context: LoadContext): Promise<OpenGlb> {
    const { json, binary } = readGlbChunks(bytes);
    const declared = withMaterialVariant(readGltfJson(json), context.materialVariant);
    checkExtensions(declared, (name) => supported.has(name) || harmless.test(name));
    const buffers = readBuffers(declared, binary, context);
    checkViews(declared, buffers, context);
    const gltf = raiseDracoCounts({ gltf: declared, buffers, context });
    const skips = new SkipCounter();
    const plan = planParts(gltf, context, skips);
    const accessors = await decodeAccessors(gltf, buffers, context);
    return new OpenGlb({ gltf, buffers, context }, plan, accessors, skips);
  }

  /** Returns the materials of what is drawn. */
  async materials(): Promise<Pick<MeshAsset, "materials" | "textures">> {
    const { materials } = this.#gltf;
    const used = new Set(this.#plan.primitives.map(({ primitive }) => primitive.material ?? materials.length));
    const source = { gltf: this.#gltf, buffers: this.#buffers, context: this.#context };
    return await readMaterials(source, used, this.#skips);
  }

  /** Returns what the scene draws, at a time of an animation or at rest. */
  asset(materials: Pick<MeshAsset, "materials" | "textures">, moment: AnimationMoment | null): Asset {
    const rest = this.#gltf;
    const animation = moment === null ? undefined : this.animations[moment.animation];
    const gltf =
      moment === null || animation === undefined
        ? rest
        : { ...rest, nodes: animatedNodes(rest.nodes, animation, moment.seconds) };
    const plan = gltf === rest ? this.#plan : posedPlan(this.#plan, gltf);
    // What is counted is that of this pose; the memory of others is free again.
    const skips = new SkipCounter();
    for (const [reason, count] of Object.entries(this.#skips.counts())) skips.add(reason, count);
    const context = { ...this.#context, budget: new ByteBudget(this.#context.limits.decodedBytes) };
    const accessors = this.#accessors;
    const source = { gltf, accessors, matrices: plan.places.matrices, skips };
    const options = { texCoordSets: this.#texCoordSets, known: this.#knownParts, skips, context };
    const parts = makeParts(gltf, plan, accessors, options);
    const members = [
      ...readSplatMembers(plan, accessors, context, skips),
      ...makePoints(plan, source, this.#knownPoints),
    ];
    const extras = this.#extras(gltf, plan, skips);
    const mesh: MeshAsset = { type: "mesh", parts, ...materials, skipped: skips.counts() };
    return grouped(mesh, members, extras);
  }

  readonly #texCoordSets: TexCoordSets = (material) =>
    texCoordSets(material === undefined ? undefined : this.#gltf.materials[material]);

  #extras(gltf: Gltf, { places }: PartsPlan, skips: SkipCounter): AssetExtras {
    const lights = readLights(gltf, places, skips);
    const variants = variantNames(gltf);
    const animations = this.animations.map(({ name, duration }) => ({ name, duration }));
    return {
      ...(lights.length > 0 ? { lights } : {}),
      ...(variants.length > 0 ? { variants } : {}),
      ...(animations.length > 0 ? { animations } : {}),
    };
  }
}

/**
 * Returns the meshes, the Gaussian splats (`KHR_gaussian_splatting`), the points and the lines of a GLB's scene at rest, with node
 * transforms applied; cameras are ignored.
 */
export async function loadGlb(bytes: Uint8Array, context: LoadContext): Promise<Asset> {
  const glb = await OpenGlb.open(bytes, context);
  return glb.asset(await glb.materials(), null);
}

function grouped(
  mesh: MeshAsset,
  more: readonly GroupMember[],
  extras: AssetExtras,
): MeshAsset | SplatAsset | AssetGroup {
  if (more.length === 0) return { ...mesh, ...extras };
  const [first] = more;
  const isPlain = first.matrix.every((value, i) => value === identity[i]);
  const { skipped } = mesh;
  if (more.length === 1 && mesh.parts.length === 0 && isPlain && first.asset.type === "splats") {
    return { ...first.asset, skipped };
  }
  const meshes = mesh.parts.length === 0 ? [] : [{ asset: { ...mesh, skipped: {} }, matrix: identity }];
  const members = [...meshes, ...more];
  return { type: "group", count: members.length, members, ...extras, skipped };
}
