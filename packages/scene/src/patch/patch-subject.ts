/** The camera that a patch is about. */
import { identityMatrix, plainData, type AttributeData, type RowMatrix } from "@usdkit/schema";
import type { PrimState } from "../model/prim-state.ts";
import type { Placement, Subject, Told } from "../model/subject.ts";

/** Keeps what is told for itself: the scene does not change. */
export class PatchSubject implements Subject {
  readonly camera: PrimState;
  #told: Told = { attributes: [] };

  constructor(camera: PrimState) {
    this.camera = camera;
  }

  get path(): string {
    return this.camera.path;
  }

  get name(): string {
    return this.camera.name;
  }

  get typeName(): string {
    return this.camera.typeName;
  }

  get told(): Told {
    return this.#told;
  }

  tell(change: Partial<Told>): void {
    this.camera.checkInPlace();
    this.#told = { ...this.#told, ...change };
  }

  /** A patch says the whole pose, so that it means the same whatever patches were sent before: it begins at the parent. */
  placement(): Placement {
    return this.#told.placement ?? { matrix: identityMatrix, resets: this.camera.placement().resets };
  }

  parentWorld(): RowMatrix {
    return this.camera.parentWorld();
  }

  attribute(name: string): AttributeData | undefined {
    const told = this.#told.attributes.find(({ definition }) => definition.name === name);
    return told === undefined ? this.camera.attribute(name) : plainData(told.value);
  }
}
