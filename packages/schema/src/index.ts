/**
 * What the rendering service knows of OpenUSD: prim types as data, matrices and cameras, and what it reads of a layer.
 *
 * @packageDocumentation
 */
export { primDefinitions } from "./prims/index.ts";
export type { NumberRange, PrimDefinition, PropertyDefinition } from "./prims/definition.ts";
export { applyOrder, childrenInOrder, isActive, traverse } from "./read/traverse.ts";
export type {
  IgnoredSpec,
  PlannedCamera,
  PlannedItem,
  PlannedRenderSettings,
  RowMatrix,
  ScenePlan,
} from "./read/types.ts";
