/** The product of the ops of a prim. */
import { identityMatrix, multiplyMatrices, type RowMatrix } from "../matrix/row-matrix.ts";

/** An op of a prim with its matrix. */
export interface OpMatrix {
  /** Ops of the same attribute are inverses of each other if one of them is an inverse op. */
  readonly attributeName: string;
  readonly isInverse: boolean;
  /** Already inverted for an inverse op. */
  readonly matrix: RowMatrix;
}

/**
 * Returns the product of the ops of a prim, in the order of `xformOpOrder`: the last one is applied first. Skips an op next to its
 * own inverse, as `UsdGeomXformable::GetLocalTransformation` does: its matrix may be singular.
 */
export function multiplyOps(ops: readonly OpMatrix[]): RowMatrix {
  let matrix = identityMatrix;
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = ops[i];
    const before = ops[i - 1] as OpMatrix | undefined;
    if (before !== undefined && before.attributeName === op.attributeName && before.isInverse !== op.isInverse) i--;
    else if (op.matrix !== identityMatrix) matrix = multiplyMatrices(matrix, op.matrix);
  }
  return matrix;
}
