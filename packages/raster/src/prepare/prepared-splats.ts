import { attributeOf } from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";
import type { SplatAsset } from "@usdkit/assets";
import { splatAttributes, splatsFromPrim } from "../inline/splats-from-prim.ts";
import { RenderError } from "../errors/render-error.ts";
import { defaultSceneLimits } from "./scene-limits.ts";
import { packSplats, shortestAxes } from "./pack-splats.ts";
import type { Pause, PlacedItem, Skip } from "./placed-item.ts";
import type { DataOptions } from "./data-options.ts";
import type { SplatData } from "./scene-data.ts";

/** How splats are read. */
type SplatOptions = Pick<DataOptions, "splatColors" | "limits">;

/** The splats of a scene, kept for images at other times and for normals. */
export class PreparedSplats {
  readonly #items: readonly PlacedItem<SplatAsset>[];
  readonly #options: SplatOptions;
  #normals: Float32Array | undefined;

  constructor(items: readonly PlacedItem<SplatAsset>[], options: SplatOptions) {
    this.#items = items;
    this.#options = options;
  }

  /** Returns the splats as kernels use them. */
  pack(skip: Skip, pause: Pause): Promise<SplatData> {
    return packSplats(this.#items, this.#options.splatColors === "linear", skip, pause);
  }

  /** Unit normals of the splats in their assets' spaces, computed on first use. */
  async normals(pause: Pause): Promise<Float32Array> {
    return (this.#normals ??= await shortestAxes(this.#items, pause));
  }

  /**
   * Returns the splats with those of some prims read again from their attributes.
   *
   * @param prims By path, at the time that is drawn.
   * @throws {AssetError} if the attributes of a prim do not fit together at that time.
   * @throws {RenderError} `limit` if there are too many splats.
   */
  async at(prims: ReadonlyMap<string, PrimSpec>, skip: Skip, pause: Pause): Promise<PreparedSplats> {
    const most = this.#options.limits?.splats ?? defaultSceneLimits.splats;
    const items: PlacedItem<SplatAsset>[] = [];
    let total = 0;
    for (const item of this.#items) {
      const prim = prims.get(item.path);
      if (prim !== undefined) await pause();
      const asset = prim === undefined ? item.asset : splatsFromPrim(prim, this.#options);
      if (prim !== undefined) for (const [reason, count] of Object.entries(asset.skipped)) skip(reason, count);
      total += asset.count;
      if (total > most) {
        const message = `with it the scene has ${total} splats, and at most ${most} are allowed; raise limits.splats`;
        throw new RenderError("limit", message, { primPath: item.path });
      }
      items.push({ ...item, asset });
    }
    return new PreparedSplats(items, this.#options);
  }
}

/** Returns whether the splats of a prim differ from one time to another. */
export function hasAnimatedSplats(prim: PrimSpec): boolean {
  return splatAttributes.some((name) => (attributeOf(prim, name)?.timeSamples?.times.length ?? 0) > 0);
}
