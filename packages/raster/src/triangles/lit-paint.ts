import type { MapName } from "@usdkit/assets";
import type { FrameCamera } from "../camera/frame-camera.ts";
import type { Backdrop } from "../light/backdrop.ts";
import type { Lighting } from "../light/shade.ts";
import type { ShadePoint } from "../light/shade-point.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import type { PreparedPhysical } from "../prepare/scene-data.ts";
import type { Paint } from "./paint-run.ts";
import type { LitMap, MapTaps } from "./sample-map.ts";
import type { SurfaceSample } from "./surface-sample.ts";

/**
 * A pass over the surfaces of an image. `opaque` draws the backdrop of transmitting surfaces, `behind` adds their back faces to it, and
 * `final` draws the image itself.
 */
export interface PassOptions {
  readonly name: "opaque" | "behind" | "final";
  /** What is seen through transmitting surfaces; null if there is none. */
  readonly backdrop: Backdrop | null;
}

/** Constants of a draw in the full look, in addition to {@link Paint}. */
export interface LitPaint extends Paint {
  readonly physical: PreparedPhysical | null;
  readonly taps: MapTaps;
  readonly base: LitMap | null;
  readonly maps: Readonly<Partial<Record<MapName, LitMap>>>;
  readonly lighting: Lighting;
  /** By the numbers of lights. */
  readonly shadows: readonly ShadowMap[];
  /** Index of the light whose shadow also hides the sky; −1 without. */
  readonly skyShadow: number;
  /** The part of each light that reaches the sample. */
  readonly visible: Float64Array;
  readonly isToneMapped: boolean;
  /** Factor of the light. */
  readonly exposure: number;
  /** Whether colors are written as light rather than as sRGB values. */
  readonly isLinear: boolean;
  readonly isTransmitting: boolean;
  readonly hasPosition: boolean;
  /** Lengths of the axes of the part in world space, for thicknesses. */
  readonly scale: readonly [number, number, number];
  readonly backdrop: Backdrop | null;
  readonly camera: FrameCamera;
  /** Of the image, in samples. */
  readonly size: readonly [width: number, height: number];
  /** From a sample to the eye, in world space: `x·v[k] + y·v[3+k] + v[6+k]`, not of length 1. */
  readonly toEye: Float64Array;
  /** The sample that is painted; the same object for all draws, as is the point. */
  readonly sample: SurfaceSample;
  readonly point: ShadePoint;
}
