import type { Extras } from "./extras.ts";

/** A camera that looks along −z, with y up. Lengths are in metres, angles in radians. */
export interface CameraModel {
  readonly name: string;
  readonly source: string;
  readonly projection:
    | {
        readonly kind: "perspective";
        readonly verticalAngle: number;
        /** Width by height; null: that of the image. */
        readonly aspectRatio: number | null;
      }
    | {
        readonly kind: "orthographic";
        /** Of the whole image. */
        readonly width: number;
        readonly height: number;
      };
  readonly near: number;
  /** Infinity: everything beyond `near` is seen. */
  readonly far: number;
  readonly extras: Extras;
}
