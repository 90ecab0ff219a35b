/** The transformation that a text authors for a prim. */
import {
  bakedTransform,
  definitionOf,
  identityMatrix,
  serviceMatrix,
  transformOps,
  xformableTypes,
  type PrimTypes,
} from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";
import type { Placement } from "./subject.ts";

/** The placement of a prim that nothing moves. */
export const unmoved: Placement = { matrix: identityMatrix, resets: false };

/**
 * Returns the product of all ops of the prim at the default time, as in the format; the identity for types that the format does
 * not transform. A matrix counts even if `xformOpOrder` lists no op, as the service reads it and a placing call lists it.
 *
 * Source: UsdGeomXformable, UsdGeomXformCache::GetLocalToWorldTransform.
 */
export function authoredPlacement(prim: PrimSpec, primTypes: PrimTypes): Placement {
  if (!isPlaced(prim, primTypes)) return unmoved;
  const { ops, resetsXformStack: resets } = transformOps(prim);
  const matrix = ops.length === 0 ? serviceMatrix(prim, primTypes) : bakedTransform(prim).matrix;
  return { matrix, resets };
}

/** An `over` without a type counts, as the prim that it changes may be transformable. */
function isPlaced(prim: PrimSpec, primTypes: PrimTypes): boolean {
  const definition = definitionOf(prim, primTypes);
  if (definition !== undefined) return definition.isTransformable;
  return prim.typeName === "" ? prim.specifier === "over" : xformableTypes.has(prim.typeName);
}
