/** Which prims are seen where two images differ. */

/** What an image shows at each pixel, as `render` gives it with the outputs `primId` and `depth`. */
export interface SeenPrims {
  /** Index into `prims` for each pixel; beyond its end where nothing is seen. */
  readonly primId: Uint32Array | undefined;
  readonly prims: readonly string[];
  /** Distance for each pixel. */
  readonly depth: Float32Array | undefined;
}

/** How a prim differs between two images. */
export interface PrimDifference {
  readonly path: string;
  /** Pixels that differ and count for the prim: the sum of the others. */
  readonly pixels: number;
  /** Pixels that show it in both images: it looks otherwise, or what covers it by half does. */
  readonly changed: number;
  /** Pixels that show it in the second image alone. */
  readonly appeared: number;
  /** Pixels that showed it in the first image alone. */
  readonly vanished: number;
}

interface Counts {
  changed: number;
  appeared: number;
  vanished: number;
}

/**
 * Counts differing pixels by prim. One that shows another prim than before counts for the nearer of the two where both images
 * have `depth`, else for both.
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

/** By path: two scenes number their prims differently. */
function seenAt({ primId, prims }: Partial<SeenPrims>, pixel: number): string | undefined {
  return primId === undefined ? undefined : prims?.[primId[pixel]];
}
