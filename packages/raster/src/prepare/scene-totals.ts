import type { SceneLimits } from "./scene-limits.ts";
import type { DrawnAsset } from "./placed-item.ts";

/** What limits count of the assets that a scene draws. */
export type CountedOfAssets = Pick<SceneLimits, "draws" | "vertices" | "triangles" | "splats" | "points">;

const COUNTED = ["draws", "vertices", "triangles", "splats", "points"] as const;

/** Counts what a scene draws, up to its limits. */
export class SceneTotals {
  readonly #limits: CountedOfAssets;
  readonly #counts: Map<DrawnAsset, CountedOfAssets> = new Map();
  #totals: CountedOfAssets = { draws: 0, vertices: 0, triangles: 0, splats: 0, points: 0 };

  constructor(limits: CountedOfAssets) {
    this.#limits = limits;
  }

  /** Adds an asset once more, unless a limit forbids it: returns which one, and what the total would be. */
  add(asset: DrawnAsset): { readonly limit: keyof CountedOfAssets; readonly total: number } | null {
    const counts = this.#counts.get(asset) ?? countsOf(asset);
    this.#counts.set(asset, counts);
    const totals = { ...this.#totals };
    for (const name of COUNTED) {
      totals[name] += counts[name];
      if (totals[name] > this.#limits[name]) return { limit: name, total: totals[name] };
    }
    this.#totals = totals;
    return null;
  }
}

function countsOf(asset: DrawnAsset): CountedOfAssets {
  const counts = { draws: 0, vertices: 0, triangles: 0, splats: 0, points: 0 };
  if (asset.type !== "mesh") return { ...counts, [asset.type]: asset.count };
  for (const { positions, indices, instances } of asset.parts) {
    const times = instances?.length ?? 1;
    counts.draws += times;
    counts.vertices += (times * positions.length) / 3;
    counts.triangles += (times * indices.length) / 3;
  }
  return counts;
}
