/**
 * The geometry of a stage at a time, as plain data.
 *
 * @packageDocumentation
 */
export type {
  Geometry,
  GeometryProblem,
  PointGeometry,
  SplatGeometry,
  TriangleGeometry,
  TriangleGroup,
} from "./model/drawable.ts";
export { drawStage } from "./stage/draw-stage.ts";
export type { DrawStageOptions } from "./stage/draw-stage.ts";
export type { Drawable, StageDrawables, UndrawnPrim } from "./stage/stage-drawables.ts";
export type {
  SurfaceInput,
  SurfaceInputName,
  SurfaceMaterial,
  TextureFile,
  TextureInput,
} from "./model/surface-material.ts";
export { drawableTypes } from "./prims/drawable-types.ts";
