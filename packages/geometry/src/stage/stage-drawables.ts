/** What a stage looks like at a time: the shapes of its prims, where they are. */
import type { RowMatrix } from "@usdkit/transforms";
import type { Geometry, GeometryProblem } from "../model/drawable.ts";
import type { SurfaceMaterial } from "../model/surface-material.ts";

/** A prim that is drawn. */
export interface Drawable {
  /** Of an instance below a PointInstancer: the path of that one. */
  readonly path: string;
  readonly type: string;
  /** In the space of the prim, or of the prototype; instances of one prototype have the same object. */
  readonly geometry: Geometry;
  /** For each group of triangles its material; null without one that can be drawn. Empty for other geometry. */
  readonly materials: readonly (SurfaceMaterial | null)[];
  /** From that space to the world; several below a PointInstancer. */
  readonly matrices: readonly RowMatrix[];
}

/** A visible prim that has a shape, and is not drawn. */
export interface UndrawnPrim {
  readonly path: string;
  readonly type: string;
  /** `unsupported`: its type; `empty`: it has no faces, points or curves that can be drawn. */
  readonly reason: "unsupported" | "empty";
}

/** The shapes of a stage. */
export interface StageDrawables {
  /** In the order of the stage. */
  readonly drawables: readonly Drawable[];
  readonly notDrawn: readonly UndrawnPrim[];
  readonly problems: readonly GeometryProblem[];
}
