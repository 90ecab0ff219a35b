/** Several clouds of splats as one. */
import type { SplatAsset } from "@usdkit/assets";
import { finishSplats, harmonicFloats, makeContext, makeSplatArrays, SkipCounter } from "@usdkit/assets/reading";
import { isFiniteMatrix, isIdentityMatrix, type RowMatrix } from "@usdkit/transforms";
import type { Losses } from "../errors/losses.ts";
import type { SplatCloud } from "../model/splats.ts";
import { transformSplats } from "./transform-splats.ts";

/** Splats where they are. */
export interface PlacedSplats {
  readonly cloud: SplatCloud;
  readonly matrix: RowMatrix;
  /** The place in the input. */
  readonly at: string;
}

/** Returns all splats in one space. A single cloud that nothing transforms stays as it is. */
export function joinSplats(placed: readonly PlacedSplats[], losses: Losses): SplatCloud {
  const [first] = placed;
  if (placed.length === 1 && isIdentityMatrix(first.matrix)) return first.cloud;
  const moved = placed.flatMap(({ cloud: { splats }, matrix, at }) => {
    if (isFiniteMatrix(matrix)) return [isIdentityMatrix(matrix) ? splats : transformSplats(splats, matrix)];
    losses.add(at, "Its transform is not finite: it is left out");
    return [];
  });
  return { splats: joined(moved), origin: null };
}

/** Returns the splats of several clouds. */
function joined(clouds: readonly SplatAsset[]): SplatAsset {
  const [first] = clouds;
  if (clouds.length === 1) return first;
  const count = clouds.reduce((sum, cloud) => sum + cloud.count, 0);
  const degree = Math.max(0, ...clouds.map((cloud) => cloud.degree)) as 0 | 1 | 2 | 3;
  const width = harmonicFloats(degree);
  const { budget } = makeContext({ limits: { decodedBytes: Number.MAX_SAFE_INTEGER } });
  const all = makeSplatArrays(count, degree, budget, "");
  let from = 0;
  for (const cloud of clouds) {
    all.positions.set(cloud.positions, 3 * from);
    all.orientations.set(cloud.orientations, 4 * from);
    all.scales.set(cloud.scales, 3 * from);
    all.opacities.set(cloud.opacities, from);
    const own = harmonicFloats(cloud.degree);
    for (let i = 0; i < cloud.count; i++) {
      all.harmonics.set(cloud.harmonics.subarray(own * i, own * (i + 1)), width * (from + i));
    }
    from += cloud.count;
  }
  all.count = count;
  return finishSplats(all, degree, new SkipCounter());
}
