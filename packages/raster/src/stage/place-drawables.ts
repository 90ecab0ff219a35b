/** The shapes of a stage as items of the renderer. */
import type { Drawable, Geometry, SurfaceMaterial } from "@usdkit/geometry";
import { affineOf } from "../prepare/affine-of.ts";
import type { PlacedScene } from "../prepare/pack-items.ts";
import type { DrawnAsset, PlacedItem } from "../prepare/placed-item.ts";
import type { LeftOut } from "../prepare/prepare-data.ts";
import { geometryAsset } from "./geometry-asset.ts";
import { surfaceLook, type SurfaceLook } from "./surface-look.ts";
import type { FindImage } from "./texture-images.ts";

/** Items, and the prims of which no instance can be drawn. */
export interface PlacedDrawables extends PlacedScene {
  readonly leftOut: readonly LeftOut[];
}

/** Places each drawable once for each of its matrices; those that share a shape share an asset. */
export function placeDrawables(drawables: readonly Drawable[], find: FindImage): PlacedDrawables {
  const assets = new AssetsOfShapes(find);
  const indices = new Map<string, number>();
  const items: PlacedItem[] = [];
  const leftOut: LeftOut[] = [];
  for (const { path, geometry, materials, matrices } of drawables) {
    let reason: LeftOut["reason"] | undefined;
    for (const matrix of matrices) {
      const toWorld = affineOf(matrix);
      if (typeof toWorld === "string") {
        reason = toWorld;
        continue;
      }
      const asset = assets.of(geometry, materials);
      const prim = indices.get(path) ?? indices.size;
      indices.set(path, prim);
      items.push({ path, prim, asset, toWorld, local: null });
    }
    if (reason !== undefined) leftOut.push({ primPath: path, meshId: null, reason });
  }
  return { prims: [...indices.keys()], items, leftOut };
}

/** The assets of shapes, each once for the materials that it has. */
class AssetsOfShapes {
  readonly #find: FindImage;
  readonly #looks = new Map<SurfaceMaterial, Map<boolean, SurfaceLook>>();
  readonly #assets = new Map<Geometry, { materials: Drawable["materials"]; asset: DrawnAsset }[]>();

  constructor(find: FindImage) {
    this.#find = find;
  }

  of(geometry: Geometry, materials: Drawable["materials"]): DrawnAsset {
    const known = this.#assets.get(geometry) ?? [];
    const same = known.find((each) => each.materials.every((material, i) => material === materials[i]));
    if (same !== undefined) return same.asset;
    const isDoubleSided = geometry.type === "triangles" && geometry.isDoubleSided;
    const looks = materials.map((material) => (material === null ? null : this.#look(material, isDoubleSided)));
    const asset = geometryAsset(geometry, looks);
    this.#assets.set(geometry, [...known, { materials, asset }]);
    return asset;
  }

  #look(material: SurfaceMaterial, isDoubleSided: boolean): SurfaceLook {
    const bySides = this.#looks.get(material) ?? new Map<boolean, SurfaceLook>();
    this.#looks.set(material, bySides);
    const look = bySides.get(isDoubleSided) ?? surfaceLook(material, isDoubleSided, this.#find);
    bySides.set(isDoubleSided, look);
    return look;
  }
}
