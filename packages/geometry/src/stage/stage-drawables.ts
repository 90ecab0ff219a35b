/** What a stage looks like at a time: the shapes of its prims, where they are. */
import type { RowMatrix } from "@usdkit/transforms";
import type { Geometry, VertexPrimvars } from "../model/geometry.ts";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { SurfaceMaterial } from "../model/surface-material.ts";

/** A prim that is drawn. */
export interface Drawable {
  /** Path of the prim; of an instance below a PointInstancer that of the outermost one. */
  readonly path: string;
  /** Path of the prim whose shape it is: of an instance below a PointInstancer a prim of the prototype. */
  readonly source: string;
  /** Type of that prim. */
  readonly type: string;
  /** In the space of that prim; drawables with the same shape have the same object, at other times too. */
  readonly geometry: Geometry;
  /** For each group of triangles its material, otherwise one material; null without one that can be drawn. */
  readonly materials: readonly (SurfaceMaterial | null)[];
  /** From the space of the geometry to the world; several below a PointInstancer. */
  readonly matrices: readonly RowMatrix[];
  /** Primvars of the instances of PointInstancers, one value for each matrix; those that the geometry has itself are stronger. */
  readonly instancePrimvars: VertexPrimvars;
}

/** A visible prim that has a shape, and is not drawn. */
export interface UndrawnPrim {
  readonly path: string;
  readonly type: string;
  /** `unsupported`: its type; `empty`: it has no faces, points, curves or instances that can be drawn; `limit`: there are too many. */
  readonly reason: "unsupported" | "empty" | "limit";
}

/** Prims that are not looked at, as nobody wants to see them. */
export interface HiddenPrims {
  /** The number of invisible prims; what is below them is not counted. */
  readonly invisible: number;
  /** Each purpose that is not drawn → the number of visible prims with a shape that have it. */
  readonly purposes: ReadonlyMap<string, number>;
}

/** The shapes of a stage. */
export interface StageDrawables {
  /** In the order of the stage. */
  readonly drawables: readonly Drawable[];
  readonly notDrawn: readonly UndrawnPrim[];
  readonly hidden: HiddenPrims;
  readonly problems: readonly GeometryProblem[];
}
