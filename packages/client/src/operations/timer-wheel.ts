import type { Clock } from "../platform/clock.ts";

/** Milliseconds of a tick: an entry fires never early, and at most one tick late. */
const TICK = 50;

/** Slots of a turn: 25.6 s. Entries due later stay in their slot for several turns. */
const SLOTS = 512;

interface Entry {
  readonly tick: number;
  readonly fire: () => void;
}

/** Many timers on one: a client that follows a thousand operations sets one timer at a time. */
export class TimerWheel {
  readonly #clock: Clock;
  readonly #slots: (Set<Entry> | undefined)[] = [];
  #size = 0;
  /** The last tick that was processed. */
  #last: number;
  /** The tick of the current sleep, and the function that ends the sleep. */
  #sleep: { readonly tick: number; readonly cancel: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = Math.floor(clock.now() / TICK);
  }

  /** Number of waiting entries. */
  get size(): number {
    return this.#size;
  }

  /**
   * Calls `fire` once, at `time` or slightly later.
   *
   * @returns A function that cancels it; it has no effect after firing.
   */
  add(time: number, fire: () => void): () => void {
    // Nothing waits: the ticks in between can be skipped.
    if (this.#size === 0) this.#last = Math.floor(this.#clock.now() / TICK);
    const tick = Math.max(Math.ceil(time / TICK), this.#last + 1);
    const entry: Entry = { tick, fire };
    (this.#slots[tick % SLOTS] ??= new Set()).add(entry);
    this.#size++;
    if (this.#sleep === undefined || tick < this.#sleep.tick) this.#sleepUntil(tick);
    return () => {
      if (this.#slots[tick % SLOTS]?.delete(entry) !== true) return;
      this.#size--;
      // Without entries no timer may keep the process alive. A timer that fires early is harmless.
      if (this.#size === 0) this.#stop();
    };
  }

  #sleepUntil(tick: number): void {
    this.#stop();
    const cancel = new AbortController();
    this.#sleep = { tick, cancel };
    this.#clock.sleep(tick * TICK - this.#clock.now(), cancel.signal).then(
      () => this.#turn(),
      () => {},
    );
  }

  #stop(): void {
    this.#sleep?.cancel.abort(STOPPED);
    this.#sleep = undefined;
  }

  #turn(): void {
    this.#sleep = undefined;
    const now = Math.floor(this.#clock.now() / TICK);
    const due: Entry[] = [];
    // Every slot at most once, however long the machine slept.
    for (let tick = Math.max(this.#last + 1, now - SLOTS + 1); tick <= now; tick++) {
      const slot = this.#slots[tick % SLOTS];
      if (slot === undefined) continue;
      for (const entry of slot) {
        if (entry.tick > now) continue;
        slot.delete(entry);
        due.push(entry);
      }
    }
    this.#last = Math.max(this.#last, now);
    this.#size -= due.length;
    due.sort((a, b) => a.tick - b.tick);
    for (const { fire } of due) fire();
    // Callbacks may have added entries, and so have started the next sleep.
    if (this.#size > 0 && this.#sleep === undefined) this.#sleepUntil(this.#nextTick());
  }

  #nextTick(): number {
    for (let tick = this.#last + 1; tick <= this.#last + SLOTS; tick++) {
      const slot = this.#slots[tick % SLOTS];
      if (slot === undefined || slot.size === 0) continue;
      for (const entry of slot) if (entry.tick === tick) return tick;
    }
    // All entries are more than one turn away.
    return this.#last + SLOTS;
  }
}

/** Shared by all: a new exception each time costs a stack trace. */
const STOPPED = new Error("stopped");
