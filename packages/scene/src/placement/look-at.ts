/** The matrix of a camera that looks at a point. */
import { rowMatrix, type RowMatrix, type Vector3 } from "@usdkit/service-scene";
import { invalidValue, rejection, type Named } from "../check/scene-error.ts";
import { checkVector, cross, normalized, type VectorLike } from "./vectors.ts";

/** A position and the point to look at, in scene units. */
export interface LookAt {
  readonly eye: VectorLike;
  readonly target: VectorLike;
  /** The up direction of the image, of any length; default `[0, 1, 0]`. */
  readonly up?: VectorLike | undefined;
  /** The space of all three: the parent's (default), or the world's, which accounts for the parents' transforms. */
  readonly space?: "parent" | "world" | undefined;
}

/** Sines of angles below this are rounding: `up` and the view are parallel. */
const PARALLEL = 1e-9;

/**
 * Returns the matrix of a prim at `eye` whose -Z axis points to `target`, with +Y as close to `up` as possible.
 *
 * @throws SceneError if a point is not finite, eye = target, or up is parallel to the view
 */
export function lookAtMatrix(at: Named, { eye, target, up = [0, 1, 0] }: LookAt): RowMatrix {
  const from = checkVector(at, "lookAt.eye", eye);
  const to = checkVector(at, "lookAt.target", target);
  const upward = normalized(checkVector(at, "lookAt.up", up));
  if (upward === undefined) throw invalidValue(at.path, "lookAt.up", up, "a direction with a length");
  // Halves: the difference of two finite numbers may overflow.
  const back = normalized([from[0] / 2 - to[0] / 2, from[1] / 2 - to[1] / 2, from[2] / 2 - to[2] / 2]);
  if (back === undefined) throw invalidValue(at.path, "lookAt.target", target, "a point other than the eye");
  const side = cross(upward, back);
  if (!(Math.hypot(...side) > PARALLEL)) {
    throw rejection(at.path, "lookAt.up is parallel to the view from eye to target: give another up, as [0, 0, -1]", {
      property: "lookAt.up",
      value: up,
      expected: "a direction that is not parallel to the view",
    });
  }
  const right = normalized(side) as Vector3;
  const [x, y, z] = cross(back, right);
  return rowMatrix([...right, 0, x, y, z, 0, ...back, 0, ...from, 1].map((each) => each + 0));
}
