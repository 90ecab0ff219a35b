/** Something of a stage that the scene does not have. */
export interface Dropped {
  /** Path of the prim. */
  readonly path: string;
  /** What is missing, and why. */
  readonly reason: string;
}

/** Collects what is dropped; the same reason at the same prim counts once. */
export class DroppedList {
  readonly #found = new Map<string, Dropped>();

  add(path: string, reason: string): void {
    this.#found.set(`${path}\n${reason}`, { path, reason });
  }

  /** Returns all, in the order in which they were found. */
  list(): readonly Dropped[] {
    return [...this.#found.values()];
  }
}
