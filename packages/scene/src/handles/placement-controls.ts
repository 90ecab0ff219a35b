/** Calls that place a prim. */
import {
  identityMatrix,
  invertMatrix,
  multiplyMatrices,
  scaleMatrix,
  translationMatrix,
  type RowMatrix,
  type Vector3,
} from "@usdkit/schema";
import { checkGivenMatrix, checkMatrix } from "../placement/check-matrix.ts";
import { lookAtMatrix, type LookAt } from "../placement/look-at.ts";
import { anyRotation, axisRotation, type Quaternion } from "../placement/rotation.ts";
import { checkVector, type VectorLike } from "../placement/vectors.ts";
import { misfit, refusal } from "../check/scene-error.ts";
import { Controls } from "./controls.ts";

/**
 * What has a place. Calls apply in reading order, each in the space that those before it left: `translate` and then `rotateY`
 * moves within the parent first, and then turns where it stands. All of them together are written as one
 * `matrix4d xformOp:transform`.
 *
 * Every call throws a SceneError, and changes nothing, where the place would not be finite or not be invertible.
 */
export abstract class PlacementControls extends Controls {
  /** From the prim's space to its parent's: row vectors, the translation in the fourth row. */
  get matrix(): RowMatrix {
    return this.subject.placement().matrix;
  }

  /** From the prim's space to the world's, as the service reads the scene. */
  get worldMatrix(): RowMatrix {
    const { matrix } = this.subject.placement();
    const parent = this.subject.parentWorld();
    return parent === identityMatrix ? matrix : multiplyMatrices(matrix, parent);
  }

  /** Moves by x, y and z, in scene units. */
  translate(by: VectorLike): this {
    return this.#then(translationMatrix(checkVector(this.subject, "translate", by)));
  }

  /** Turns about the x axis, in degrees, counterclockwise for who looks against it. */
  rotateX(degrees: number): this {
    return this.#then(axisRotation(this.subject, 0, degrees));
  }

  /** Turns about the y axis, in degrees, counterclockwise for who looks against it. */
  rotateY(degrees: number): this {
    return this.#then(axisRotation(this.subject, 1, degrees));
  }

  /** Turns about the z axis, in degrees, counterclockwise for who looks against it. */
  rotateZ(degrees: number): this {
    return this.#then(axisRotation(this.subject, 2, degrees));
  }

  /**
   * Turns about an axis of any length, in degrees; or as a quaternion says, which need not have the length 1.
   *
   * @example
   * chair.rotate([1, 1, 0], 45);
   * chair.rotate({ x: 0, y: 0.7071, z: 0, w: 0.7071 });
   */
  rotate(axis: VectorLike, degrees: number): this;
  rotate(quaternion: Quaternion): this;
  rotate(turn: VectorLike | Quaternion, degrees?: number): this {
    return this.#then(anyRotation(this.subject, turn, degrees));
  }

  /** Scales by one number, or along x, y and z. Negative numbers mirror. None may be 0. */
  scale(by: number | VectorLike): this {
    const factors: Vector3 = typeof by === "number" ? [by, by, by] : checkVector(this.subject, "scale", by);
    if (!factors.every((each) => Number.isFinite(each) && each !== 0)) {
      throw misfit(this.path, "scale", by, "a finite number other than 0, or three of them");
    }
    return this.#then(scaleMatrix(factors));
  }

  /**
   * Places as a matrix says, after the calls before it as all others do.
   *
   * @param matrix For row vectors, translation in the fourth row: from `rowMatrix(numbers)`, or from
   * `rowMatrixFromColumnMajor(m)` for a `mat4` of gl-matrix or a `Matrix4` of three.js.
   * @throws SceneError also for a matrix with its translation in the fourth column: it is transposed
   * @example
   * chair.transform(rowMatrixFromColumnMajor(mat4.fromTranslation(mat4.create(), [1, 0, 0])));
   */
  transform(matrix: RowMatrix): this {
    return this.#then(checkGivenMatrix(this.subject, matrix));
  }

  /**
   * Stands at `eye` and looks at `target` down the -Z axis, whatever was placed before. Later calls go on from there:
   * `translate([0, 0, 1])` then steps back.
   *
   * @throws SceneError where eye and target are one point, or `up` is parallel to the view
   * @example
   * camera.lookAt({ eye: [3, 2, 4], target: [0, 0.5, 0] });
   * camera.lookAt({ eye: [3, 2, 4], target: [0, 0.5, 0], space: "world" });
   */
  lookAt(view: LookAt): this {
    const pose = lookAtMatrix(this.subject, view);
    const { space = "parent" } = view;
    if (space === "parent") return this.#place(pose);
    if (space !== "world") throw misfit(this.path, "lookAt.space", space, '"parent" or "world"');
    const parent = this.subject.parentWorld();
    if (parent === identityMatrix) return this.#place(pose);
    const fromWorld = invertMatrix(parent);
    if (fromWorld === undefined) {
      throw refusal(
        this.path,
        "the places of the prims above are singular, so nothing under them can be placed in the world",
      );
    }
    return this.#place(multiplyMatrices(pose, fromWorld));
  }

  /** Forgets all placing: the prim is where its parent is. */
  resetPlace(): this {
    this.subject.tell({ placement: { matrix: identityMatrix, resets: false } });
    return this;
  }

  #then(matrix: RowMatrix): this {
    const before = this.subject.placement().matrix;
    return this.#place(before === identityMatrix ? matrix : multiplyMatrices(matrix, before));
  }

  #place(matrix: RowMatrix): this {
    const { resets } = this.subject.placement();
    this.subject.tell({ placement: { matrix: checkMatrix(this.subject, matrix), resets } });
    return this;
  }
}
