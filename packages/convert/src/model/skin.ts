import type { RowMatrix } from "@usdkit/transforms";

/** Joints that move the vertices of meshes. */
export interface SkinModel {
  readonly name: string;
  readonly source: string;
  /** Indices into the nodes of the scene. */
  readonly joints: readonly number[];
  /** Of each joint: from the mesh to the joint at rest. */
  readonly inverseBindMatrices: readonly RowMatrix[];
}
