import type { SceneLimits } from "./scene-limits.ts";
import type { DrawnAsset } from "./placed-item.ts";

/** What limits count of the assets that a scene draws. */
export type CountedOfAssets = Pick<SceneLimits, "draws" | "vertices" | "triangles" | "splats" | "points">;

const COUNTED = ["draws", "vertices", "triangles", "splats", "points"] as const;

/** Counts what a scene draws, up to its limits. */
export class SceneTotals {
  readonly #limits: CountedOfAssets;
  readonly #counts: Map<DrawnAsset, CountedOfAssets> = new Map();
  readonly #totals: Record<keyof CountedOfAssets, number> = {
    draws: 0,
    vertices: 0,
    triangles: 0,
    splats: 0,
    points: 0,
  };

  constructor(limits: CountedOfAssets) {
    this.#limits = limits;
  }

  /** Adds an asset once more, unless a limit forbids it: returns which one, and what the total would be. */
  add(asset: DrawnAsset): { readonly limit: keyof CountedOfAssets; readonly total: number } | null {
    const known = this.#counts.get(asset);
    const counts = known ?? countsOf(asset);
    if (known === undefined) this.#counts.set(asset, counts);
    for (const name of COUNTED) {
      const total = this.#totals[name] + counts[name];
      if (total > this.#limits[name]) return { limit: name, total };
    }
    for (const name of COUNTED) this.#totals[name] += counts[name];
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
