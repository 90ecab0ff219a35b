/** The shapes of a stage as items of the renderer. */
import type { Drawable, Geometry } from "@usdkit/geometry";
import { affineOf } from "../prepare/affine-of.ts";
import type { PlacedScene } from "../prepare/pack-items.ts";
import type { DrawnAsset, PlacedItem } from "../prepare/placed-item.ts";
import type { LeftOut } from "../prepare/prepare-data.ts";
import { geometryAsset } from "./geometry-asset.ts";

/** Items, and the prims of which no instance can be drawn. */
export interface PlacedDrawables extends PlacedScene {
  readonly leftOut: readonly LeftOut[];
}

/** Places each drawable once for each of its matrices; those that share a shape share an asset. */
export function placeDrawables(drawables: readonly Drawable[]): PlacedDrawables {
  const assets = new Map<Geometry, DrawnAsset>();
  const indices = new Map<string, number>();
  const items: PlacedItem[] = [];
  const leftOut: LeftOut[] = [];
  for (const { path, geometry, matrices } of drawables) {
    let reason: LeftOut["reason"] | undefined;
    for (const matrix of matrices) {
      const toWorld = affineOf(matrix);
      if (typeof toWorld === "string") {
        reason = toWorld;
        continue;
      }
      const asset = assets.get(geometry) ?? geometryAsset(geometry);
      assets.set(geometry, asset);
      const prim = indices.get(path) ?? indices.size;
      indices.set(path, prim);
      items.push({ path, prim, asset, toWorld, local: null });
    }
    if (reason !== undefined) leftOut.push({ primPath: path, meshId: null, reason });
  }
  return { prims: [...indices.keys()], items, leftOut };
}
