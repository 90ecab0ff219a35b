/**
 * A buffer for one item: a new item replaces an untaken one. A slow reader therefore never has more than one waiting,
 * and always takes the newest.
 */
export class Mailbox<Item> {
  #item: { readonly value: Item } | undefined;
  readonly #takers: Taker<Item>[] = [];
  #end: { readonly error: unknown } | undefined;
  #taken = 0;

  get taken(): number {
    return this.#taken;
  }

  get isFull(): boolean {
    return this.#item !== undefined;
  }

  put(value: Item): void {
    if (this.#end !== undefined) return;
    const taker = this.#takers.shift();
    if (taker !== undefined) {
      this.#taken++;
      taker.resolve(value);
      return;
    }
    this.#item = { value };
  }

  /** Returns the newest item as soon as there is one; undefined after the end. Readers are served in order. */
  take(): Promise<Item | undefined> {
    const item = this.#item;
    if (item !== undefined) {
      this.#item = undefined;
      this.#taken++;
      return Promise.resolve(item.value);
    }
    if (this.#end !== undefined) {
      return this.#end.error === undefined ? Promise.resolve(undefined) : rejected(this.#end.error);
    }
    return new Promise((resolve, reject) => this.#takers.push({ resolve, reject }));
  }

  /** Discards the waiting item. */
  discard(): void {
    this.#item = undefined;
  }

  /** Ends the mailbox: readers get the remaining item, then `error`, or undefined if there is no error. */
  end(error?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    for (const { resolve, reject } of this.#takers.splice(0)) {
      if (error === undefined) resolve(undefined);
      else reject(error as Error);
    }
  }
}

interface Taker<Item> {
  readonly resolve: (item: Item | undefined) => void;
  readonly reject: (error: Error) => void;
}

function rejected(error: unknown): Promise<never> {
  return Promise.reject(error);
}
