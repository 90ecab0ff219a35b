/** Calls that scenes and patches share. */
import { identityMatrix, type CameraAttributes, type RowMatrix } from "@usdkit/service-scene";
import type { Subject } from "../model/subject.ts";
import type { Quaternion } from "../placement/rotation.ts";
import type { LookAt } from "../placement/look-at.ts";
import type { VectorLike } from "../placement/vectors.ts";
import { depthOfField, lensOf, orthographic, setLens } from "./lens.ts";
import { lookAt, place, rotate, rotateAxis, scale, transform, translate, worldOf } from "./place.ts";
import type {
  CameraControls,
  DepthOfField,
  FieldOfViewAngle,
  LensOptions,
  OrthographicView,
  PlacementControls,
} from "./types.ts";

/** Path, transformation and lens of a prim. Whether the prim has these is decided by the definition of its type. */
export abstract class SubjectControls implements PlacementControls, CameraControls {
  /** @internal */
  protected readonly subject: Subject;

  /** @internal Handles come from a scene, a container or a patch. */
  constructor(subject: Subject) {
    this.subject = subject;
  }

  get path(): string {
    return this.subject.path;
  }

  get name(): string {
    return this.subject.name;
  }

  get typeName(): string {
    return this.subject.typeName;
  }

  get matrix(): RowMatrix {
    return this.subject.placement().matrix;
  }

  get worldMatrix(): RowMatrix {
    return worldOf(this.subject);
  }

  translate(by: VectorLike): this {
    translate(this.subject, by);
    return this;
  }

  rotateX(degrees: number): this {
    rotateAxis(this.subject, 0, degrees);
    return this;
  }

  rotateY(degrees: number): this {
    rotateAxis(this.subject, 1, degrees);
    return this;
  }

  rotateZ(degrees: number): this {
    rotateAxis(this.subject, 2, degrees);
    return this;
  }

  rotate(rotation: VectorLike | Quaternion, degrees?: number): this {
    rotate(this.subject, rotation, degrees);
    return this;
  }

  scale(by: number | VectorLike): this {
    scale(this.subject, by);
    return this;
  }

  transform(matrix: RowMatrix): this {
    transform(this.subject, matrix);
    return this;
  }

  lookAt(view: LookAt): this {
    lookAt(this.subject, view);
    return this;
  }

  resetPlace(): this {
    place(this.subject, { matrix: identityMatrix, resets: false });
    return this;
  }

  lens(): CameraAttributes;
  lens(options: LensOptions): this;
  lens(...given: readonly LensOptions[]): CameraAttributes | this {
    if (given.length === 0) return lensOf(this.subject);
    setLens(this.subject, given[0]);
    return this;
  }

  focalLength(millimetres: number): this {
    return this.lens({ focalLength: millimetres });
  }

  aperture(horizontal: number, vertical: number): this {
    return this.lens({ horizontalAperture: horizontal, verticalAperture: vertical });
  }

  /** Sets the distances of the near and the far plane in scene units. */
  clippingRange(near: number, far: number): this;
  /** Sets the distances of the near and the far plane in scene units. */
  clippingRange(range: readonly [near: number, far: number]): this;
  clippingRange(near: number | readonly [number, number], far?: number): this {
    return this.lens({ clippingRange: far === undefined ? (near as [number, number]) : [near as number, far] });
  }

  fieldOfView(angle: FieldOfViewAngle): this {
    return this.lens({ fieldOfView: angle });
  }

  depthOfField(options: DepthOfField): this {
    depthOfField(this.subject, options);
    return this;
  }

  orthographic(view?: OrthographicView): this {
    orthographic(this.subject, view);
    return this;
  }

  perspective(): this {
    return this.lens({ projection: "perspective" });
  }
}
