/** The state of an image being rendered, shared by all threads. */
import { blocksOf, type BandGroup, type Bins } from "./bins.ts";
import type { BandLayout } from "./layout.ts";
import type { FrameCamera } from "../camera/frame-camera.ts";
import type { Backdrop } from "../light/backdrop.ts";
import type { Lighting } from "../light/shade.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import { sharedBytes, sharedDoubles, sharedFloats, sharedInts, sharedWords } from "../prepare/shared-arrays.ts";
import type { PointData, SceneData } from "../prepare/scene-data.ts";

/** Numbers of a vertex in `Frame.vertices`: x and y in units of {@link SUBPIXEL}, then its inverse depth (minus the depth of an orthographic camera). */
const VERTEX_STRIDE = 3;
/** Subpixel steps per sample: vertices are snapped to them, so that edge functions are exact. */
export const SUBPIXEL = 256;
/** The bits of those steps. */
export const SUBPIXEL_BITS = 8;
/**
 * The guard band: vertices are at most this many samples from the origin, and triangles that extend further are clipped. Products
 * of two distances are then below 2^51 and their sums below 2^53: exact in doubles.
 */
export const GUARD: number = 1 << 16;

/** Numbers of a splat in `Frame.splats`; see `splats/splat-record.ts`. */
export const SPLAT_STRIDE = 12;

/**
 * Returns how many numbers a point or line has in `Frame.points`: x and y in samples, then its inverse depth (minus the depth of an orthographic
 * camera); where there are lines, the same of their ends (NaN for points), and the shares of the whole line at which the part before
 * the camera begins and ends.
 */
export function pointStride({ ends }: PointData): number {
  return ends.positions.length > 0 ? 8 : 3;
}

/** Counters shared by the threads. */
export const counters = {
  /** The next task. */
  next: 0,
  /** Not 0: stop. */
  abort: 1,
  trianglesDrawn: 2,
  splatsDrawn: 3,
  pointsDrawn: 4,
  nonFiniteTriangles: 5,
  fragmentsLeftOut: 6,
  bandsDone: 7,
  overdrawLeftOut: 8,
  size: 9,
} as const;

/** The index of the front primitive at a sample: triangles first, then points; this value is the background. */
export const NOTHING = 0xffffffff;

export interface Outputs {
  /** RGBA, straight alpha. */
  readonly color: Uint8Array;
  readonly alpha: Float32Array | null;
  readonly depth: Float32Array | null;
  readonly primId: Uint32Array | null;
  readonly normal: Float32Array | null;
}

/** The full look: its lights, and its features, each of which may be switched off. */
export interface FrameLook {
  readonly lighting: Lighting;
  /** That lights refer to. */
  readonly shadows: readonly ShadowMap[];
  /** Index of the light whose shadow also hides the sky; −1 without. */
  readonly skyShadow: number;
  readonly normalMaps: boolean;
  readonly occlusion: boolean;
  readonly emissive: boolean;
  readonly transmission: boolean;
  readonly toneMapping: "neutral" | "none";
  /** Factor of the light before tone mapping. */
  readonly exposure: number;
  /** What is seen through transmitting surfaces; null if there are none. */
  readonly backdrops: Backdrops | null;
}

/** Images behind transmitting surfaces: without them, and with their back faces (null if there are no double-sided ones). */
export interface Backdrops {
  readonly opaque: Backdrop;
  readonly behind: Backdrop | null;
}

export interface Frame {
  /** Null is the plain look. */
  readonly look: FrameLook | null;
  readonly scene: SceneData;
  readonly camera: FrameCamera;
  readonly layout: BandLayout;
  /** sRGB and alpha, 0 to 1. */
  readonly background: Float64Array;
  /** Side of a point's square, in pixels. */
  readonly pointSize: number;
  /** Maximum number of translucent fragments of a tile and of a band. */
  readonly tileFragments: number;
  readonly bandFragments: number;
  /** Samples of a band that may be tested once its triangles are drawn front to back. */
  readonly bandOverdraw: number;
  readonly vertices: Float64Array;
  readonly splats: Float32Array;
  readonly points: Float64Array;
  readonly triangleBins: Bins;
  readonly splatBins: Bins;
  readonly pointBins: Bins;
  /** Unit normals of splats by element, in asset space; null unless normals are an output. */
  readonly splatNormals: Float32Array | null;
  readonly outputs: Outputs;
  readonly counters: Int32Array;
}

/** The lists of a group of bands. */
export interface GroupLists {
  readonly group: BandGroup;
  readonly triangles: Uint32Array;
  readonly splats: Uint32Array;
  readonly points: Uint32Array;
}

/** The buffers of a frame, reused for the next one of the same size. */
export type FrameMemory = Pick<
  Frame,
  "vertices" | "splats" | "points" | "triangleBins" | "splatBins" | "pointBins" | "outputs" | "counters"
>;

/** Optional outputs in addition to color. */
export type FrameOutput = "alpha" | "depth" | "primId" | "normal";

export function frameMemory(
  { meshes, splats, points }: SceneData,
  layout: BandLayout,
  wanted: readonly FrameOutput[],
): FrameMemory {
  const pixels = layout.width * layout.height;
  const has = (name: FrameOutput): boolean => wanted.includes(name);
  return {
    vertices: sharedDoubles(VERTEX_STRIDE * meshes.vertices),
    splats: sharedFloats(SPLAT_STRIDE * splats.count),
    points: sharedDoubles(pointStride(points) * points.count),
    triangleBins: makeBins(meshes.triangles, layout),
    splatBins: makeBins(splats.count, layout),
    pointBins: makeBins(points.count, layout),
    outputs: {
      color: sharedBytes(4 * pixels),
      alpha: has("alpha") ? sharedFloats(pixels) : null,
      depth: has("depth") ? sharedFloats(pixels) : null,
      primId: has("primId") ? sharedWords(pixels) : null,
      normal: has("normal") ? sharedFloats(3 * pixels) : null,
    },
    counters: sharedInts(counters.size),
  };
}

function makeBins(elements: number, { bands }: BandLayout): Bins {
  const blocks = blocksOf(elements);
  return {
    spans: sharedWords(elements),
    places: sharedWords(blocks * bands),
    starts: sharedWords(bands),
    lengths: sharedWords(bands),
    elements,
    blocks,
  };
}
