/** Placing prims. */
import {
  identityMatrix,
  invertMatrix,
  multiplyMatrices,
  scaleMatrix,
  translationMatrix,
  type RowMatrix,
  type Vector3,
} from "@usdkit/service-scene";
import type { Placement, Subject } from "../model/subject.ts";
import { checkGivenMatrix, checkMatrix } from "../placement/check-matrix.ts";
import { lookAtMatrix, type LookAt } from "../placement/look-at.ts";
import { anyRotation, axisRotation, type Quaternion } from "../placement/rotation.ts";
import { checkVector, type VectorLike } from "../placement/vectors.ts";
import { invalidValue, rejection, type Named } from "../check/scene-error.ts";
import { lostByPlacing } from "./lost-by-placing.ts";

export function translate(subject: Subject, by: VectorLike): void {
  thenPlace(subject, translationMatrix(checkVector(subject, "translate", by)));
}

export function rotateAxis(subject: Subject, axis: 0 | 1 | 2, degrees: number): void {
  thenPlace(subject, axisRotation(subject, axis, degrees));
}

export function rotate(subject: Subject, rotation: VectorLike | Quaternion, degrees: number | undefined): void {
  thenPlace(subject, anyRotation(subject, rotation, degrees));
}

export function scale(subject: Subject, by: number | VectorLike): void {
  const factors: Vector3 = typeof by === "number" ? [by, by, by] : checkVector(subject, "scale", by);
  if (!factors.every((each) => Number.isFinite(each) && each !== 0)) {
    throw invalidValue(subject.path, "scale", by, "a finite number other than 0, or three of them");
  }
  thenPlace(subject, scaleMatrix(factors));
}

export function transform(subject: Subject, matrix: RowMatrix): void {
  thenPlace(subject, checkGivenMatrix(subject, matrix));
}

export function lookAt(subject: Subject, view: LookAt): void {
  const pose = lookAtMatrix(subject, view);
  const { space = "parent" } = view;
  if (space === "parent") return placeAt(subject, pose);
  if (space !== "world") throw invalidValue(subject.path, "lookAt.space", space, '"parent" or "world"');
  return placeAt(subject, fromWorld(subject, pose, subject.parentWorld()));
}

/** Returns the matrix from the prim's space to the world's. */
export function worldOf(subject: Subject): RowMatrix {
  const { matrix } = subject.placement();
  const parent = subject.parentWorld();
  return parent === identityMatrix ? matrix : multiplyMatrices(matrix, parent);
}

/**
 * Returns the placement that keeps a prim where it is in the world below another parent.
 *
 * @throws SceneError if the prim cannot be placed there
 */
export function placementBelow(state: Subject, target: Subject): Placement {
  checkTransformable(state);
  checkNothingLost(state);
  const { matrix, resets } = state.placement();
  const kept = resets ? matrix : fromWorld(state, worldOf(state), worldOf(target));
  return { matrix: checkMatrix(state, kept), resets };
}

/** Returns the matrix in the space of a parent with the given world matrix. */
function fromWorld(at: Named, world: RowMatrix, parentWorld: RowMatrix): RowMatrix {
  if (parentWorld === identityMatrix) return world;
  const inverse = invertMatrix(parentWorld);
  if (inverse === undefined) {
    throw rejection(
      at.path,
      "the matrices of the prims above are singular: nothing below them can be placed in the world",
    );
  }
  return multiplyMatrices(world, inverse);
}

/** Applies the matrix after the previous placing calls. */
function thenPlace(subject: Subject, matrix: RowMatrix): void {
  const before = subject.placement().matrix;
  placeAt(subject, before === identityMatrix ? matrix : multiplyMatrices(matrix, before));
}

function placeAt(subject: Subject, matrix: RowMatrix): void {
  checkNothingLost(subject);
  const { resets } = subject.placement();
  place(subject, { matrix: checkMatrix(subject, matrix), resets });
}

/** @throws SceneError if the text has ops that one matrix cannot express, unless a call discarded or replaced them before */
function checkNothingLost({ path, authored, originPrim }: Subject): void {
  if (authored.placement !== undefined || originPrim === undefined) return;
  const lost = lostByPlacing(originPrim);
  if (lost.length === 0) return;
  const [first, ...others] = lost;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  throw rejection(
    path,
    `placing writes one matrix and would lose ${first}${more}; call resetPlace() before to discard all ops`,
  );
}

/** @throws SceneError if prims of the type are not transformable */
export function place(subject: Subject, placement: Placement): void {
  checkTransformable(subject);
  subject.author({ placement });
}

function checkTransformable({ path, typeName, definition }: Subject): void {
  if (definition?.isTransformable === true) return;
  throw rejection(path, `${typeName || "a prim without a type"} is not transformable`);
}
