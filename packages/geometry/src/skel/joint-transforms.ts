/** What joints do to points. */
import { invertMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { skeletonSpace, type Skeleton } from "@usdkit/usd/skel";

/**
 * Returns of each joint the matrix that moves points from where they were bound to where the joint is, in the space of the skeleton:
 * without bind transforms, as in the reference, from its origin. Undefined if one of them has no inverse.
 */
export function skinningTransforms(
  { parents, bindTransforms }: Skeleton,
  local: readonly RowMatrix[],
): RowMatrix[] | undefined {
  const posed = skeletonSpace(parents, local);
  if (bindTransforms === null) return posed;
  const result: RowMatrix[] = [];
  for (const [i, matrix] of posed.entries()) {
    const inverse = invertMatrix(bindTransforms[i]);
    if (inverse === undefined) return undefined;
    result.push(multiplyMatrices(inverse, matrix));
  }
  return result;
}
