/** Reports which prims of a scene are drawn, and which are not. */
import { drawableTypes, type HiddenPrims } from "@usdkit/geometry";
import { traverseScene } from "@usdkit/service-scene";
import { addedCount, arcFields, type FieldValue, type Layer, type PrimSpec } from "@usdkit/layer";
import type { LeftOut } from "../prepare/prepare-data.ts";
import type { SceneData } from "../prepare/scene-data.ts";
import { hiddenPrims } from "../time/hidden-prims.ts";

/** A prim that is drawn. */
export interface DrawnPrim {
  readonly path: string;
  /** 0 for splats and points. */
  readonly triangles: number;
}

/**
 * Why a prim is not drawn: `unsupported`, its type is not drawn yet; `composition`, its arcs (of the prim at `/`, the sublayers) are not
 * followed yet; `emptyAsset`, its file has nothing to draw; `empty`, it has no faces, curves or points that can be drawn; `light`, a light of a stage in which nothing else is drawn; `limit`, with it the scene exceeds a limit; otherwise see {@link LeftOut}.
 */
export type NotDrawnReason = LeftOut["reason"] | "emptyAsset" | "empty" | "light" | "unsupported" | "composition";

/** A visible prim that is not drawn. */
export interface NotDrawnPrim {
  /** `/` for the layer. */
  readonly path: string;
  /** "" if no type is authored. */
  readonly type: string;
  readonly reason: NotDrawnReason;
}

/** What an image of a scene has, whatever the camera sees. */
export interface DrawingReport {
  readonly drawn: readonly DrawnPrim[];
  /** In the order of the traversal. */
  readonly notDrawn: readonly NotDrawnPrim[];
  /** Type → number of prims that the scene traverses; the type is "" for prims without one. */
  readonly types: ReadonlyMap<string, number>;
  readonly hidden: HiddenPrims;
}

/** A layer at a time, and what is drawn of it then. */
export interface ReportedScene {
  readonly layer: Layer;
  readonly data: SceneData;
  readonly leftOut: readonly LeftOut[];
}

/** Returns the report of a scene. */
export function drawingReport({ layer, data, leftOut }: ReportedScene): DrawingReport {
  const triangles = trianglesByPrim(data);
  const reasons = new Map<string, NotDrawnReason>(leftOut.map(({ primPath, reason }) => [primPath, reason]));
  const prepared = new Set(data.prims);
  const hidden = hiddenPrims(layer);
  const drawn: DrawnPrim[] = [];
  const notDrawn: NotDrawnPrim[] = [];
  const types = new Map<string, number>();
  if (hasItems(layer.root.fields.get("subLayers")?.value)) {
    notDrawn.push({ path: "/", type: "", reason: "composition" });
  }
  for (const prim of traverseScene(layer)) {
    const { path, typeName: type } = prim;
    types.set(type, (types.get(type) ?? 0) + 1);
    const count = triangles.get(path);
    if (count !== undefined) {
      drawn.push({ path, triangles: count });
      continue;
    }
    const reason = reasons.get(path) ?? (hidden.has(path) ? undefined : reasonOf(prim, prepared));
    if (reason !== undefined) notDrawn.push({ path, type, reason });
  }
  return { drawn, notDrawn, types, hidden: { invisible: hidden.size, purposes: new Map() } };
}

/** Path of each drawn prim → its number of triangles. */
export function trianglesByPrim({ prims, meshes, splats, points }: SceneData): ReadonlyMap<string, number> {
  const triangles = new Map<string, number>();
  for (const { prim, part } of meshes.draws) {
    const path = prims[prim];
    const count = meshes.parts[part].triangles;
    if (count > 0) triangles.set(path, (triangles.get(path) ?? 0) + count);
  }
  for (const { prim, count } of [...splats.draws, ...points.draws]) {
    const path = prims[prim];
    if (count > 0) triangles.set(path, triangles.get(path) ?? 0);
  }
  return triangles;
}

function reasonOf(prim: PrimSpec, prepared: ReadonlySet<string>): NotDrawnReason | undefined {
  if (prepared.has(prim.path)) return "emptyAsset";
  if (drawableTypes.has(prim.typeName)) return "unsupported";
  return hasArcs(prim) ? "composition" : undefined;
}

/** Returns whether other layers, prims or variants may add prims below a prim. */
function hasArcs({ fields, variantSets }: PrimSpec): boolean {
  if (variantSets.length > 0) return true;
  return [...arcFields.keys()].some((name) => hasItems(fields.get(name)?.value));
}

function hasItems(value: FieldValue | undefined): boolean {
  return value !== undefined && addedCount(value) > 0;
}
