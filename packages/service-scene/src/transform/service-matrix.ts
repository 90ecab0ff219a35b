/** The transformation that the service reads: `xformOp:transform` alone. */
import type { PrimSpec } from "@usdkit/layer";
import { attributeValue, definitionOf } from "../prims/attribute-value.ts";
import { identityMatrix, multiplyMatrices, unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";
import type { PrimTypes } from "../prims/definition.ts";
import { resetsXformStack } from "./transform-ops.ts";

/**
 * Returns the matrix from the prim's space to its parent's, as the service reads it: `matrix4d xformOp:transform`, whether
 * `xformOpOrder` lists it or not, and whatever else it lists; the identity if none is authored, it is `None`, or has another
 * type. Numbers are returned as they are, NaN and infinities too.
 *
 * Only prims of transformable types have one (spec 2.8: Xform, Mesh, ParticleField3DGaussianSplat, Camera), and an `over`
 * without a type, which may apply to any of them.
 */
export function serviceMatrix(prim: PrimSpec, primTypes?: PrimTypes): RowMatrix {
  if (!isTransformable(prim, primTypes)) return identityMatrix;
  const numbers = attributeValue(prim, "xformOp:transform", "matrix4d");
  return numbers === undefined ? identityMatrix : unsafeRowMatrix(numbers as readonly number[]);
}

/** Returns whether the service reads the prim's matrix. */
export function isTransformable(prim: PrimSpec, primTypes?: PrimTypes): boolean {
  const definition = definitionOf(prim, primTypes);
  if (definition !== undefined) return definition.isTransformable;
  return prim.typeName === "" && prim.specifier === "over";
}

/** Returns whether the prim is transformable and ignores the transformations of its parents. */
function ignoresParents(prim: PrimSpec, primTypes: PrimTypes | undefined): boolean {
  return isTransformable(prim, primTypes) && resetsXformStack(prim);
}

/** Cache of world matrices: one map per layer. */
export type WorldMatrixCache = Map<PrimSpec, RowMatrix>;

/**
 * Returns the matrix from the prim's space to the world's, as the service reads it: the product of the matrices of the prim and
 * of its ancestors, up to one that has `!resetXformStack!`.
 *
 * @param cache Avoids walking to the root again for several prims.
 * @example
 * const cache = new Map();
 * for (const prim of traverse(layer)) console.log(prim.path, worldMatrix(prim, cache));
 */
export function worldMatrix(prim: PrimSpec, cache?: WorldMatrixCache, primTypes?: PrimTypes): RowMatrix {
  const chain: PrimSpec[] = [];
  let world = identityMatrix;
  for (let above = ownerPrim(prim); above !== undefined; above = ownerPrim(above.parent)) {
    const known = cache?.get(above);
    if (known !== undefined) {
      world = known;
      break;
    }
    chain.push(above);
    if (ignoresParents(above, primTypes)) break;
  }
  for (const each of chain.toReversed()) {
    world = worldMatrixBelow(each, world, primTypes);
    cache?.set(each, world);
  }
  return world;
}

/** Returns the world matrix of a prim whose parent has the given one. */
export function worldMatrixBelow(prim: PrimSpec, parentWorld: RowMatrix, primTypes?: PrimTypes): RowMatrix {
  const local = serviceMatrix(prim, primTypes);
  if (parentWorld === identityMatrix || ignoresParents(prim, primTypes)) return local;
  return local === identityMatrix ? parentWorld : multiplyMatrices(local, parentWorld);
}

/** The prim itself, or the one that a variant belongs to. */
function ownerPrim(spec: PrimSpec["parent"]): PrimSpec | undefined {
  let owner: PrimSpec["parent"] | PrimSpec = spec;
  while (owner.specType === "variant") owner = owner.parent.parent;
  return owner.specType === "prim" ? owner : undefined;
}
