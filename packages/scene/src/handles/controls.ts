/** What everything that can be set has. */
import type { Subject } from "../model/subject.ts";

/** A prim of a scene or a patch, named by its path. */
export abstract class Controls {
  /** @internal */
  protected readonly subject: Subject;

  /** @internal Handles come from a scene, a container or a patch. */
  constructor(subject: Subject) {
    this.subject = subject;
  }

  /** `/World/Chair`. */
  get path(): string {
    return this.subject.path;
  }

  /** The last part of the path. */
  get name(): string {
    return this.subject.name;
  }

  /** The type as the text names it, `Mesh`; "" for a prim without one. */
  get typeName(): string {
    return this.subject.typeName;
  }
}
