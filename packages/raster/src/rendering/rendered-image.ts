import type { SkippedCounts } from "@usdkit/assets";
import { counters } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import type { LeftOut } from "../prepare/prepare-data.ts";

/** How many there are, and how many of them may be seen: they touch the image, whatever hides them. */
export interface DrawnCount {
  readonly total: number;
  readonly drawn: number;
}

/** What an image took. Times and threads differ from run to run, all else does not. */
export interface RenderStats {
  readonly threads: number;
  readonly milliseconds: number;
  readonly triangles: DrawnCount;
  readonly splats: DrawnCount;
  readonly points: DrawnCount;
  /** Prims that were not drawn. */
  readonly leftOut: readonly LeftOut[];
  /** Reason → how many were left out, when the scene was prepared and now. */
  readonly skipped: SkippedCounts;
}

/** A finished image: rows from the top, pixels from the left. */
export interface RenderedImage {
  readonly width: number;
  readonly height: number;
  /** RGBA, sRGB, straight alpha; flat length 4 · width · height. */
  readonly data: Uint8Array;
  /** If it was asked for: opacity, unrounded. */
  readonly alpha?: Float32Array | undefined;
  /** If it was asked for: distance along the view in scene units; infinite if nothing is seen. */
  readonly depth?: Float32Array | undefined;
  /** If it was asked for: index into `prims`, {@link NO_PRIM} where nothing is seen. */
  readonly primId?: Uint32Array | undefined;
  /** If it was asked for: unit vectors in the world's space, flat length 3 · width · height; zeros if nothing is seen. */
  readonly normal?: Float32Array | undefined;
  /** If it was asked for: how much of each pixel the edges of triangles cover that are seen, 0 to 255. */
  readonly edges?: Uint8Array | undefined;
  /** Paths of prims. */
  readonly prims: readonly string[];
  readonly stats: RenderStats;
}

/** What `primId` holds where nothing is seen. */
export const NO_PRIM = 0xffffffff;

/** Copies what a frame wrote: its memory is shared, and used for the next one. */
export function toRenderedImage(
  frame: Frame,
  given: Pick<RenderStats, "threads" | "milliseconds" | "leftOut" | "skipped">,
): RenderedImage {
  const { layout, outputs, scene, counters: counts } = frame;
  const { color, alpha, depth, primId, normal } = outputs;
  const skipped = { ...given.skipped };
  const add = (reason: string, count: number): void => {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count;
  };
  add("nonFinite", counts[counters.nonFiniteTriangles]);
  add("tooManyFragments", counts[counters.fragmentsLeftOut]);
  add("tooMuchOverdraw", counts[counters.overdrawLeftOut]);
  return {
    width: layout.width,
    height: layout.height,
    // `new` and not `slice`, which would give shared memory again.
    data: new Uint8Array(color),
    ...(alpha === null ? {} : { alpha: new Float32Array(alpha) }),
    ...(depth === null ? {} : { depth: new Float32Array(depth) }),
    ...(primId === null ? {} : { primId: new Uint32Array(primId) }),
    ...(normal === null ? {} : { normal: new Float32Array(normal) }),
    prims: scene.prims,
    stats: {
      ...given,
      triangles: { total: scene.meshes.triangles, drawn: counts[counters.trianglesDrawn] },
      splats: { total: scene.splats.count, drawn: counts[counters.splatsDrawn] },
      points: { total: scene.points.count, drawn: counts[counters.pointsDrawn] },
      skipped,
    },
  };
}
