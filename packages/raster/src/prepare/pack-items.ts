/** Packs what is placed in a scene into the arrays that kernels use. */
import { RenderError } from "../errors/render-error.ts";
import type { SceneLimits } from "./scene-limits.ts";
import { mipmapsWithPauses, type MakeMipmaps } from "./mipmaps.ts";
import { packMeshes } from "./pack-meshes.ts";
import { packPoints } from "./pack-points.ts";
import type { DrawnAsset, Pause, PlacedItem, Skip } from "./placed-item.ts";
import { PreparedSplats } from "./prepared-splats.ts";
import type { SceneData } from "./scene-data.ts";
import { SceneTotals } from "./scene-totals.ts";
import { TexelCache } from "./texel-cache.ts";

/** Assets where they are drawn, and the prims that draw them. */
export interface PlacedScene {
  /** Paths of the prims that items count. */
  readonly prims: readonly string[];
  readonly items: readonly PlacedItem[];
}

/** How items are packed. */
export interface PackOptions {
  readonly limits: SceneLimits;
  readonly splatColors?: "srgb" | "linear" | undefined;
  /** Textures that are packed already. */
  readonly texels?: TexelCache | undefined;
  /** By default mipmaps are made here, with pauses. */
  readonly makeMipmaps?: MakeMipmaps | undefined;
}

/** The data of a scene; splats are packed again where they change. */
export interface PackedScene {
  readonly data: SceneData;
  readonly splats: PreparedSplats;
}

/** @throws {RenderError} `limit` if there is more than the limits allow. */
export async function packItems(
  { prims, items }: PlacedScene,
  options: PackOptions,
  skip: Skip,
  pause: Pause,
): Promise<PackedScene> {
  checkTotals(items, options.limits);
  const splats = new PreparedSplats(ofType(items, "splats"), options);
  const data: SceneData = {
    prims,
    meshes: await packMeshes(
      ofType(items, "mesh"),
      {
        limit: options.limits.textureBytes,
        cache: options.texels ?? new TexelCache(),
        makeMipmaps: options.makeMipmaps ?? mipmapsWithPauses(pause),
      },
      skip,
      pause,
    ),
    splats: await splats.pack(skip, pause),
    points: await packPoints(ofType(items, "points"), skip, pause),
  };
  return { data, splats };
}

function checkTotals(placed: readonly PlacedItem[], limits: SceneLimits): void {
  const totals = new SceneTotals(limits);
  for (const { asset, path } of placed) {
    const over = totals.add(asset);
    if (over === null) continue;
    const { limit, total } = over;
    const message = `with it the scene has ${total} ${limit}, and at most ${limits[limit]} are allowed; raise limits.${limit}`;
    throw new RenderError("limit", message, { primPath: path });
  }
}

function ofType<T extends DrawnAsset["type"]>(
  items: readonly PlacedItem[],
  type: T,
): PlacedItem<Extract<DrawnAsset, { readonly type: T }>>[] {
  const isOfType = (item: PlacedItem): item is PlacedItem<Extract<DrawnAsset, { readonly type: T }>> =>
    item.asset.type === type;
  return items.filter(isOfType);
}
