/** Animations of nodes. */

/** How values between two key times are made: `cubic` by Hermite splines with tangents. */
export type KeyInterpolation = "step" | "linear" | "cubic";

/** What a channel changes. Rotations have the real part first; weights are those of all morph targets. */
export type ChannelTarget = "translation" | "rotation" | "scale" | "weights";

/** Values of one property of a node over time. */
export interface AnimationChannel {
  /** The place in the input. */
  readonly source: string;
  /** Index into the nodes of the scene. */
  readonly node: number;
  readonly target: ChannelTarget;
  /** Seconds, ascending. */
  readonly times: Float32Array;
  /** Numbers of one value: 3, 4, or as many as there are morph targets. */
  readonly size: number;
  /** Flat, a value for each time; `cubic`: incoming tangent, value and outgoing tangent for each time. */
  readonly values: Float32Array;
  readonly interpolation: KeyInterpolation;
}

/** Channels that are played together. */
export interface AnimationModel {
  readonly name: string;
  readonly source: string;
  readonly channels: readonly AnimationChannel[];
}
