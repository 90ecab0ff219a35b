/** Functions that are called in turn, each of an owner that is left out when it throws. */

/** The callbacks of one kind, in the order of their owners. */
export class Callbacks<Owner, Call extends (first: never, second: never, third: never) => void> {
  /**
   * Calls all with the same arguments: three, the most that any has, as a list made for each call costs more than they do.
   * One block catches what any of them throws: one around each would take a tenth of the time of a check.
   */
  readonly call: Call;
  readonly #calls: Call[] = [];
  readonly #owners: Owner[] = [];

  /** `onThrow` takes what a callback throws, and removes its owner from here and from other kinds, or throws. */
  constructor(onThrow: (owner: Owner, error: unknown) => void) {
    const calls = this.#calls;
    const callAll = (first: never, second: never, third: never): void => {
      let next = 0;
      while (next < calls.length) {
        try {
          for (; next < calls.length; next++) calls[next](first, second, third);
        } catch (error) {
          // Without the owner, the callback after its own has its index.
          onThrow(this.#owners[next], error);
        }
      }
    };
    // Its parameters are those of the callbacks.
    this.call = callAll as Call;
  }

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  add(owner: Owner, call: Call | undefined): void {
    if (call === undefined) return;
    this.#calls.push(call);
    this.#owners.push(owner);
  }

  remove(owner: Owner): void {
    const at = this.#owners.indexOf(owner);
    if (at < 0) return;
    this.#calls.splice(at, 1);
    this.#owners.splice(at, 1);
  }
}
