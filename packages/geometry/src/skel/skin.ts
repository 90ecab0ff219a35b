/** Skeletons and what they do to the points of prims, as plain data. */

import type { RowMatrix } from "@usdkit/transforms";

/** Which joints move each point of a prim, and how much. */
export interface Influences {
  /** Numbers of indices and weights of each point. */
  readonly perPoint: number;
  /** Of each influence: the joint of the skeleton. */
  readonly joints: Int32Array;
  readonly weights: Float32Array;
  /** Whether one set of influences moves the whole prim. */
  readonly isRigid: boolean;
}

/** How a prim is bound to a skeleton. */
export interface Skin {
  /** Path of the Skeleton prim. */
  readonly skeleton: string;
  readonly influences: Influences;
  readonly method: "classicLinear" | "dualQuaternion";
  /** From the space of the prim to that of the skeleton when it was bound. */
  readonly geomBindTransform: RowMatrix;
}

/** A shape to which points can be moved, with shapes on the way to it. */
export interface BlendShape {
  /** Its name in the animation. */
  readonly name: string;
  /** Points that have offsets; null: all, in order. */
  readonly pointIndices: Int32Array | null;
  /** By weight, in ascending order; the last one, or one before it, has the weight 1. */
  readonly shapes: readonly WeightedShape[];
}

/** Offsets of points at a weight. */
export interface WeightedShape {
  readonly weight: number;
  /** Flat, three numbers an offset. */
  readonly offsets: Float32Array;
  /** Offsets of normals; empty without any. */
  readonly normalOffsets: Float32Array;
}
