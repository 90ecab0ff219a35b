/** Attributes differences between two images to prims. */

/** The prims and depths of an image, as `render` returns them with the outputs `primId` and `depth`. */
export interface SeenPrims {
  /** Index into `prims` for each pixel; beyond its end for the background. */
  readonly primId: Uint32Array | undefined;
  readonly prims: readonly string[];
  /** Distance for each pixel. */
  readonly depth: Float32Array | undefined;
}

/** The differences of a prim between two images. */
export interface PrimDifference {
  readonly path: string;
  /** Number of differing pixels counted for the prim: the sum of the others. */
  readonly pixels: number;
  /** Pixels that show it in both images, with another color. */
  readonly changed: number;
  /** Pixels that show it only in the second image. */
  readonly appeared: number;
  /** Pixels that show it only in the first image. */
  readonly vanished: number;
}

interface Counts {
  changed: number;
  appeared: number;
  vanished: number;
}

/**
 * Counts differing pixels by prim. A pixel that shows another prim than before counts for the nearer of the two if both images
 * have `depth`, otherwise for both.
 */
export function attributeDifferences(
  before: Partial<SeenPrims> & { readonly width: number; readonly height: number },
  after: Partial<SeenPrims>,
  isDifferent: (pixel: number) => boolean,
): PrimDifference[] {
  const counts = new Map<string, Counts>();
  const add = (path: string | undefined, kind: keyof Counts): void => {
    if (path === undefined) return;
    const of = counts.get(path) ?? { changed: 0, appeared: 0, vanished: 0 };
    counts.set(path, of);
    of[kind]++;
  };
  for (let pixel = 0; pixel < before.width * before.height; pixel++) {
    if (!isDifferent(pixel)) continue;
    const old = seenAt(before, pixel);
    const now = seenAt(after, pixel);
    if (old === now) {
      add(old, "changed");
      continue;
    }
    const [oldDepth, nowDepth] = [before.depth?.[pixel], after.depth?.[pixel]];
    const isKnown = oldDepth !== undefined && nowDepth !== undefined;
    if (!isKnown || oldDepth <= nowDepth) add(old, "vanished");
    if (!isKnown || nowDepth <= oldDepth) add(now, "appeared");
  }
  return Array.from(counts, ([path, { changed, appeared, vanished }]) => {
    return { path, pixels: changed + appeared + vanished, changed, appeared, vanished };
  }).toSorted((a, b) => b.pixels - a.pixels || (a.path < b.path ? -1 : 1));
}

/** Keyed by path: two scenes number their prims differently. */
function seenAt({ primId, prims }: Partial<SeenPrims>, pixel: number): string | undefined {
  return primId === undefined ? undefined : prims?.[primId[pixel]];
}
