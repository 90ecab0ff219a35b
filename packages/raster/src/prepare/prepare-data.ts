/** Converts a scene and its assets to the arrays that kernels use. */
import type { RowMatrix } from "@usdkit/service-scene";
import type { Asset, AssetGroup, AssetLight, SkippedCounts } from "@usdkit/assets";
import { splatsFromPrim } from "../inline/splats-from-prim.ts";
import { RenderError } from "../errors/render-error.ts";
import { defaultSceneLimits, type SceneLimits } from "./scene-limits.ts";
import { affineOf } from "./affine-of.ts";
import { multiplyAffine } from "./affine.ts";
import type { DataOptions } from "./data-options.ts";
import type { MakeMipmaps } from "./mipmaps.ts";
import { packItems, type PackedScene } from "./pack-items.ts";
import type { Pause, PlacedItem } from "./placed-item.ts";
import { resolveAssets, type AssetSource, type LoadBytes } from "./resolve-assets.ts";
import type { Affine } from "./scene-data.ts";
import type { TexelCache } from "./texel-cache.ts";
import { inlineSplats, type ReadSource } from "./scene-source.ts";

/** A prim that is not drawn. */
export interface LeftOut {
  readonly primPath: string;
  readonly meshId: string | null;
  readonly reason: "missingAsset" | "nonFiniteMatrix" | "projectiveMatrix" | "singularMatrix" | "limit";
}

/** A light of an asset where a prim has it. */
export interface PlacedLight {
  readonly light: AssetLight;
  readonly toWorld: Affine;
}

export interface Prepared extends PackedScene {
  readonly lights: readonly PlacedLight[];
  readonly leftOut: readonly LeftOut[];
  readonly skipped: SkippedCounts;
}

/** The decoder of files, and the pause between pieces of work. */
export interface PrepareTools {
  readonly load: LoadBytes;
  readonly pause: Pause;
  readonly makeMipmaps?: MakeMipmaps | undefined;
  /** Textures that are packed already. */
  readonly texels?: TexelCache | undefined;
}

/** A prim with its asset and world matrix. */
interface Found {
  readonly path: string;
  readonly meshId: string | null;
  readonly matrix: RowMatrix;
  readonly asset: Asset | undefined;
}

export async function prepareData(
  source: ReadSource,
  assets: AssetSource,
  options: DataOptions,
  { load, pause, makeMipmaps, texels }: PrepareTools,
): Promise<Prepared> {
  const limits: SceneLimits = { ...defaultSceneLimits, ...options.limits };
  const counts: Record<string, number> = {};
  const skip = (reason: string, count = 1): void => {
    counts[reason] = (counts[reason] ?? 0) + count;
  };
  const found = await findAll(source, assets, { ...options, limits }, { load, pause });
  for (const asset of new Set(found.map((item) => item.asset))) {
    for (const [reason, count] of Object.entries(asset?.skipped ?? {})) skip(reason, count);
  }
  const leftOut: LeftOut[] = [];
  const placed: PlacedItem[] = [];
  const lights: PlacedLight[] = [];
  for (const [prim, { path, meshId, matrix, asset }] of found.entries()) {
    const toWorld = affineOf(matrix);
    const reason = asset === undefined ? "missingAsset" : typeof toWorld === "string" ? toWorld : undefined;
    if (reason !== undefined) {
      leftOut.push({ primPath: path, meshId, reason });
      skip(reason);
    } else if (asset !== undefined && typeof toWorld !== "string") {
      for (const light of lightsOf(asset)) lights.push({ light, toWorld: multiplyAffine(light.matrix, toWorld) });
      for (const member of membersOf(asset)) {
        const matrix = member.matrix === null ? toWorld : multiplyAffine(member.matrix, toWorld);
        placed.push({ path, prim, asset: member.asset, toWorld: matrix, local: member.matrix });
      }
    }
  }
  const scene = { prims: found.map(({ path }) => path), items: placed };
  const packed = await packItems(scene, { ...options, limits, makeMipmaps, texels }, skip, pause);
  return { ...packed, lights, leftOut, skipped: counts };
}

async function findAll(
  source: ReadSource,
  assets: AssetSource,
  options: DataOptions & { readonly limits: SceneLimits },
  { load, pause }: PrepareTools,
): Promise<Found[]> {
  const { limits } = options;
  const { items } = source.plan;
  const inline = inlineSplats(source);
  const total = items.length + inline.length;
  if (total > limits.items) {
    const message = `the scene draws ${total} prims, and at most ${limits.items} are allowed; raise limits.items`;
    throw new RenderError("limit", message);
  }
  const byId = await resolveAssets(items, assets, options, { assetBytes: limits.assetBytes, load, pause });
  const found: Found[] = [];
  for (const { path, meshId, worldMatrix: matrix } of items) {
    const asset = byId.get(meshId);
    if (asset === undefined && options.missingAssets !== "skip") {
      const message = `no asset for the mesh id ${JSON.stringify(meshId)}; give it, or leave such prims out with missingAssets: "skip"`;
      throw new RenderError("asset", message, { primPath: path });
    }
    found.push({ path, meshId, matrix, asset });
  }
  for (const { prim, worldMatrix: matrix } of inline) {
    await pause();
    found.push({ path: prim.path, meshId: null, matrix, asset: splatsFromPrim(prim, options) });
  }
  return found;
}

function lightsOf(asset: Asset): readonly AssetLight[] {
  return asset.type === "mesh" || asset.type === "group" ? (asset.lights ?? []) : [];
}

function membersOf(asset: Asset): readonly { asset: Exclude<Asset, AssetGroup>; matrix: Affine | null }[] {
  return asset.type === "group" ? asset.members : [{ asset, matrix: null }];
}
