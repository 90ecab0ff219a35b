import { multiplyMatrices, quaternionMatrix, scaleMatrix, translationMatrix, type RowMatrix } from "@usdkit/transforms";
import type { NodeTransform } from "./scene.ts";

/** Returns the matrix of a node's transform: scale, then rotation, then translation. */
export function nodeMatrix(transform: NodeTransform): RowMatrix {
  if (transform.kind === "matrix") return transform.matrix;
  const { translation, rotation, scale } = transform;
  return multiplyMatrices(
    multiplyMatrices(scaleMatrix(scale), quaternionMatrix(rotation)),
    translationMatrix(translation),
  );
}
