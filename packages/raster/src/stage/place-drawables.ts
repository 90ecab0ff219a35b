/** The shapes of a stage as items of the renderer. */
import type { Drawable, Geometry, GeometryProblem, SurfaceMaterial, VertexPrimvars } from "@usdkit/geometry";
import { affineOf } from "../prepare/affine-of.ts";
import type { PlacedScene } from "../prepare/pack-items.ts";
import type { DrawnAsset, PlacedItem } from "../prepare/placed-item.ts";
import type { LeftOut } from "../prepare/prepare-data.ts";
import { drawnGeometry, geometryAsset } from "./geometry-asset.ts";
import { ignoredInputs, readsPrimvars, resolveSurface } from "./resolved-surface.ts";
import { displayLook, surfaceLook, type SurfaceLook } from "./surface-look.ts";
import type { FindImage } from "./texture-images.ts";

/** Items, and the prims of which no instance can be drawn. */
export interface PlacedDrawables extends PlacedScene {
  readonly leftOut: readonly LeftOut[];
  /** What of shapes and materials is drawn in another way. */
  readonly problems: readonly GeometryProblem[];
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
      const asset = assets.of(path, geometry, materials);
      const prim = indices.get(path) ?? indices.size;
      indices.set(path, prim);
      items.push({ path, prim, asset, toWorld, local: null });
    }
    if (reason !== undefined) leftOut.push({ primPath: path, meshId: null, reason });
  }
  return { prims: [...indices.keys()], items, leftOut, problems: assets.problems };
}

/** The assets of shapes, each once for the materials that it has. */
class AssetsOfShapes {
  readonly problems: GeometryProblem[] = [];
  readonly #find: FindImage;
  /** Of materials that look the same on all prims. */
  readonly #looks = new Map<SurfaceMaterial, Map<boolean, SurfaceLook>>();
  readonly #assets = new Map<Geometry, { materials: Drawable["materials"]; asset: DrawnAsset }[]>();

  constructor(find: FindImage) {
    this.#find = find;
  }

  of(path: string, geometry: Geometry, materials: Drawable["materials"]): DrawnAsset {
    const known = this.#assets.get(geometry) ?? [];
    const same = known.find((each) => each.materials.every((material, i) => material === materials[i]));
    if (same !== undefined) return same.asset;
    const drawn = drawnGeometry(geometry);
    if (drawn.type === "points" && drawn.widths !== null) {
      this.problems.push({ path, property: "widths", message: "So many points are drawn without their widths" });
    }
    const looks = drawn.type === "triangles" ? materials.map((material) => this.#look(path, material, drawn)) : [];
    const asset = geometryAsset(drawn, looks);
    this.#assets.set(geometry, [...known, { materials, asset }]);
    return asset;
  }

  #look(path: string, material: SurfaceMaterial | null, { primvars, isDoubleSided }: LookOwner): SurfaceLook {
    if (material === null) return displayLook(primvars, isDoubleSided);
    const bySides = this.#looks.get(material) ?? this.#newMaterial(material);
    const known = bySides.get(isDoubleSided);
    if (known !== undefined) return known;
    const resolved = resolveSurface(material, primvars);
    for (const name of resolved.notDrawn) {
      const message = `The material ${material.path} has a primvar for "${name}" that differs over the surface: it is drawn with a constant`;
      this.problems.push({ path, property: "", message });
    }
    const look = surfaceLook(resolved, isDoubleSided, this.#find);
    if (!readsPrimvars(material)) bySides.set(isDoubleSided, look);
    return look;
  }

  #newMaterial(material: SurfaceMaterial): Map<boolean, SurfaceLook> {
    for (const name of ignoredInputs(material)) {
      this.problems.push({ path: material.path, property: `inputs:${name}`, message: "This input is not drawn" });
    }
    const looks = new Map<boolean, SurfaceLook>();
    this.#looks.set(material, looks);
    return looks;
  }
}

interface LookOwner {
  readonly primvars: VertexPrimvars;
  readonly isDoubleSided: boolean;
}
