/** What joints do to points. */
import { invertMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { skeletonSpace, type Skeleton } from "@usdkit/usd/skel";

/**
 * Returns of each joint the matrix that moves points from where they were bound to where the joint is, in the space of the skeleton.
 * Undefined if the skeleton has no bind transforms, or one of them has no inverse.
 */
export function skinningTransforms(
  { parents, bindTransforms }: Skeleton,
  local: readonly RowMatrix[],
): RowMatrix[] | undefined {
  if (bindTransforms === null) return undefined;
  const result: RowMatrix[] = [];
  for (const [i, matrix] of skeletonSpace(parents, local).entries()) {
    const inverse = invertMatrix(bindTransforms[i]);
    if (inverse === undefined) return undefined;
    result.push(multiplyMatrices(inverse, matrix));
  }
  return result;
}
