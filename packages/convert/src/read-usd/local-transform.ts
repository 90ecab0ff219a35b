/** Transforms of prims as scale, rotation and translation. */
import { identityMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import type { PrimNode, StageTime, XformOp, XformQueries } from "@usdkit/usd";
import { matrixParts, type TransformParts } from "../model/transform-parts.ts";
import type { NodeTransform } from "../model/scene.ts";

type Kind = "translate" | "rotate" | "scale";

/** Kinds of ops in the order in which parts of a node have them. */
const ORDER: readonly Kind[] = ["translate", "rotate", "scale"];

function kindOf({ type }: XformOp): Kind | undefined {
  if (type.startsWith("translate")) return "translate";
  if (type.startsWith("scale")) return "scale";
  return type.startsWith("rotate") || type === "orient" ? "rotate" : undefined;
}

/**
 * Returns the parts of a prim's local transform at a time. Ops that are translations, rotations and scales in this order are taken as they
 * are, also if a scale is zero; others are taken from their product.
 */
export function localParts(queries: XformQueries, prim: PrimNode, time: StageTime): TransformParts {
  const { ops } = queries.query(prim);
  const products: Record<Kind, RowMatrix> = {
    translate: identityMatrix,
    rotate: identityMatrix,
    scale: identityMatrix,
  };
  let at = 0;
  for (const op of ops) {
    const kind = kindOf(op);
    const place = kind === undefined ? -1 : ORDER.indexOf(kind);
    if (kind === undefined || place < at) return matrixParts(queries.localTransformation(prim, time));
    at = place;
    products[kind] = multiplyMatrices(queries.opTransform(op, time), products[kind]);
  }
  const { translate: t, rotate, scale: s } = products;
  return {
    translation: [t[12], t[13], t[14]],
    rotation: matrixParts(rotate).rotation,
    scale: [s[0], s[5], s[10]],
    isWhole: true,
  };
}

/** Returns the local transform of a prim at a time. */
export function localTransform(queries: XformQueries, prim: PrimNode, time: StageTime): NodeTransform {
  const parts = localParts(queries, prim, time);
  if (!parts.isWhole) return { kind: "matrix", matrix: queries.localTransformation(prim, time) };
  const { translation, rotation, scale } = parts;
  return { kind: "trs", translation, rotation, scale };
}

/** Returns a matrix as the transform of a node. */
export function matrixTransform(matrix: RowMatrix): NodeTransform {
  const { isWhole, ...parts } = matrixParts(matrix);
  return isWhole ? { kind: "trs", ...parts } : { kind: "matrix", matrix };
}
