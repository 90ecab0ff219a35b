/** The camera that a patch changes. */
import {
  identityMatrix,
  plainData,
  type AttributeData,
  type PrimDefinition,
  type RowMatrix,
} from "@usdkit/service-scene";
import type { PrimState } from "../model/prim-state.ts";
import type { Placement, Subject, Authored } from "../model/subject.ts";

/** Stores the opinions of the patch: the scene does not change. */
export class PatchSubject implements Subject {
  readonly camera: PrimState;
  /** A patch adds opinions and replaces none. */
  readonly originPrim: undefined = undefined;
  #authored: Authored = { attributes: [] };

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

  get definition(): PrimDefinition | undefined {
    return this.camera.definition;
  }

  get authored(): Authored {
    return this.#authored;
  }

  author(change: Partial<Authored>): void {
    this.camera.checkInPlace();
    this.#authored = { ...this.#authored, ...change };
  }

  /** A patch contains the whole pose, relative to the parent, so that its result does not depend on earlier patches. */
  placement(): Placement {
    return this.#authored.placement ?? { matrix: identityMatrix, resets: this.camera.placement().resets };
  }

  parentWorld(): RowMatrix {
    return this.camera.parentWorld();
  }

  attribute(name: string): AttributeData | undefined {
    const authored = this.#authored.attributes.find(({ definition }) => definition.name === name);
    return authored === undefined ? this.camera.attribute(name) : plainData(authored.value);
  }
}
