/** Where the service puts a prim: by `xformOp:transform` alone. */
import type { PrimSpec } from "@usdkit/layer";
import { attributeValue, definitionOf } from "../authored/attribute-value.ts";
import { identityMatrix, multiplyMatrices, unsafeRowMatrix, type RowMatrix } from "../matrix/row-matrix.ts";
import { resetsXformStack } from "./transform-ops.ts";

/**
 * From the prim's space to its parent's, as the service reads it: `matrix4d xformOp:transform`, whether `xformOpOrder` lists
 * it or not, and whatever else is listed; the identity where none is authored, it is `None`, or has another type. Numbers are
 * given as they are, NaN and infinities too.
 *
 * Only Xform, Mesh, ParticleField3DGaussianSplat and Camera have a place (spec 2.8), and an `over` without a type, which
 * may be about any of them.
 */
export function serviceMatrix(prim: PrimSpec): RowMatrix {
  if (!hasPlace(prim)) return identityMatrix;
  const numbers = attributeValue(prim, "xformOp:transform", "matrix4d");
  return numbers === undefined ? identityMatrix : unsafeRowMatrix(numbers as readonly number[]);
}

/** Whether the prim's matrix counts. */
export function hasPlace(prim: PrimSpec): boolean {
  const definition = definitionOf(prim);
  if (definition !== undefined) return definition.isTransformable;
  return prim.typeName === "" && prim.specifier === "over";
}

/** Whether the prim has a place, and says that those of its parents do not count. */
export function resetsPlace(prim: PrimSpec): boolean {
  return hasPlace(prim) && resetsXformStack(prim);
}

/** World matrices that are known already: one map a layer, for as long as somebody asks for more. */
export type WorldMatrixCache = Map<PrimSpec, RowMatrix>;

/**
 * From the prim's space to the world's, as the service reads it: the matrices of the prim and of everything above it, up to one
 * that says `!resetXformStack!`.
 *
 * @param cache Spares the way up where several prims are asked for.
 * @example
 * const cache = new Map();
 * for (const prim of traverse(layer)) console.log(prim.path, worldMatrix(prim, cache));
 */
export function worldMatrix(prim: PrimSpec, cache?: WorldMatrixCache): RowMatrix {
  const chain: PrimSpec[] = [];
  let world = identityMatrix;
  for (let above = ownerPrim(prim); above !== undefined; above = ownerPrim(above.parent)) {
    const known = cache?.get(above);
    if (known !== undefined) {
      world = known;
      break;
    }
    chain.push(above);
    if (resetsPlace(above)) break;
  }
  for (const each of chain.toReversed()) {
    world = placeIn(each, world);
    cache?.set(each, world);
  }
  return world;
}

/** The world matrix of a prim whose parent has the given one. */
export function placeIn(prim: PrimSpec, parentWorld: RowMatrix): RowMatrix {
  const local = serviceMatrix(prim);
  if (parentWorld === identityMatrix || resetsPlace(prim)) return local;
  return local === identityMatrix ? parentWorld : multiplyMatrices(local, parentWorld);
}

/** The prim itself, or the one that a variant belongs to. */
function ownerPrim(spec: PrimSpec["parent"]): PrimSpec | undefined {
  let owner: PrimSpec["parent"] | PrimSpec = spec;
  while (owner.specType === "variant") owner = owner.parent.parent;
  return owner.specType === "prim" ? owner : undefined;
}
