import { isAffineMatrix, isFiniteMatrix, type RowMatrix } from "@usdkit/service-scene";
import { invertAffine } from "./affine.ts";
import type { Affine } from "./scene-data.ts";

/** Returns the affine part of a matrix, or why it cannot be drawn with. */
export function affineOf(matrix: RowMatrix): Affine | "nonFiniteMatrix" | "projectiveMatrix" | "singularMatrix" {
  if (!isFiniteMatrix(matrix)) return "nonFiniteMatrix";
  if (!isAffineMatrix(matrix)) return "projectiveMatrix";
  const m = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 4; row++) for (let k = 0; k < 3; k++) m[3 * row + k] = matrix[4 * row + k];
  return invertAffine(m) === undefined ? "singularMatrix" : m;
}
