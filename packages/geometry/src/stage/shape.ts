/** What of a prim is drawn. */
import type { RowMatrix } from "@usdkit/transforms";
import type { PrimNode } from "@usdkit/usd";
import type { Geometry } from "../model/geometry.ts";
import type { SurfaceMaterial } from "../model/surface-material.ts";
import type { WantedPrimvars } from "./stage-prim.ts";

/** A shape with the materials of its groups. */
export interface Shape {
  readonly geometry: Geometry;
  readonly materials: readonly (SurfaceMaterial | null)[];
  /** Primvars that the materials read. */
  readonly wanted: WantedPrimvars;
  /** The space that it is in. */
  readonly space: ShapeSpace;
}

/** The space of a prim, or one in it: points have its matrix first. */
export interface ShapeSpace {
  readonly prim: PrimNode;
  readonly matrix: RowMatrix | undefined;
}
