import { isAffineMatrix, isFiniteMatrix, type RowMatrix } from "@usdkit/service-scene";
import { invertAffine } from "./affine.ts";
import type { Affine } from "./scene-data.ts";

/** Returns the affine part of a matrix, or why it cannot be drawn with. */
export function affineOf(matrix: RowMatrix): Affine | "nonFiniteMatrix" | "projectiveMatrix" | "singularMatrix" {
  if (!isFiniteMatrix(matrix)) return "nonFiniteMatrix";
  if (!isAffineMatrix(matrix)) return "projectiveMatrix";
  const m = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14].map((i) => matrix[i]);
  return invertAffine(m) === undefined ? "singularMatrix" : m;
}
