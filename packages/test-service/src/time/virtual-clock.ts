import type { TimeSource } from "./service-clock.ts";

interface Timer {
  readonly time: number;
  readonly order: number;
  fire(): void;
}

/**
 * A clock that advances only in steps. Timers fire in the order of their times, each after all work started by the
 * previous one is idle, so that every run is the same.
 */
export class VirtualClock implements TimeSource {
  readonly random: () => number;
  #now: number;
  #order = 0;
  /** A heap, the next timer first. */
  readonly #timers: Timer[] = [];
  readonly #stopped = new Set<Timer>();

  constructor(random: () => number = () => 0.5, start = 1_800_000_000_000) {
    this.random = random;
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Number of waiting timers. */
  get waiting(): number {
    return this.#timers.length - this.#stopped.size;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        this.#stopped.add(timer);
        reject(signal?.reason as Error);
      };
      const timer = this.#add(milliseconds, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      });
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Calls back after that time. */
  after(milliseconds: number, fire: () => void): void {
    this.#add(milliseconds, fire);
  }

  /** Returns the time of the next timer; undefined if there is none. */
  get next(): number | undefined {
    for (;;) {
      const timer = this.#timers[0];
      if (timer === undefined) return undefined;
      if (!this.#stopped.delete(timer)) return timer.time;
      this.#take();
    }
  }

  /** Advances to the next timer and fires it; returns false if there is none. Work that it starts has not run yet. */
  step(): boolean {
    if (this.next === undefined) return false;
    const timer = this.#take();
    if (timer === undefined) return false;
    this.#now = Math.max(this.#now, timer.time);
    timer.fire();
    return true;
  }

  /** Advances by that time. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (let { next } = this; next !== undefined && next <= end; { next } = this) {
      this.step();
      await settle();
    }
    this.#now = end;
  }

  /**
   * Advances until the promise settles, and returns its value. @throws Error if nothing is left that could settle it.
   */
  async run<Value>(promise: Promise<Value>): Promise<Value> {
    let open = true;
    promise.then(
      () => (open = false),
      () => (open = false),
    );
    await settle();
    while (open) {
      if (!this.step()) throw new Error("The virtual clock has no timer left, and the promise is still open");
      await settle();
    }
    return promise;
  }

  #add(milliseconds: number, fire: () => void): Timer {
    const timer = { time: this.#now + Math.max(0, milliseconds), order: this.#order++, fire };
    const heap = this.#timers;
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (isBefore(above, timer)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
    return timer;
  }

  #take(): Timer | undefined {
    const heap = this.#timers;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      const below = heap[child];
      if (isBefore(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

/** Waits until all pending work has run: promises continue before the event loop's next round. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
