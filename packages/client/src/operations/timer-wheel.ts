import type { Clock } from "../clock/clock.ts";

/** Milliseconds of a tick: nothing fires sooner than it should, and at most so much later. */
const TICK = 50;

/** Slots of a turn: 25.6 s. What is due later stays in its slot for as many turns as it takes. */
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
  /** The last tick that was gone through. */
  #last: number;
  /** The tick that is slept for, and what ends that sleep. */
  #sleep: { readonly tick: number; readonly cancel: AbortController } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = Math.floor(clock.now() / TICK);
  }

  /** Entries that wait. */
  get size(): number {
    return this.#size;
  }

  /**
   * Calls `fire` once, when it is `time` or a little later.
   *
   * @returns What takes it back; of no effect after it has fired.
   */
  add(time: number, fire: () => void): () => void {
    // Nothing waits: the ticks that went by meanwhile are no matter.
    if (this.#size === 0) this.#last = Math.floor(this.#clock.now() / TICK);
    const tick = Math.max(Math.ceil(time / TICK), this.#last + 1);
    const entry: Entry = { tick, fire };
    (this.#slots[tick % SLOTS] ??= new Set()).add(entry);
    this.#size++;
    if (this.#sleep === undefined || tick < this.#sleep.tick) this.#sleepUntil(tick);
    return () => {
      if (this.#slots[tick % SLOTS]?.delete(entry) !== true) return;
      this.#size--;
      // Without entries no timer may keep the process alive. One that is too early does no harm.
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
    // Every slot once at most, however long the machine slept.
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
    // What fired may have added some, and so have set the next sleep.
    if (this.#size > 0 && this.#sleep === undefined) this.#sleepUntil(this.#nextTick());
  }

  #nextTick(): number {
    for (let tick = this.#last + 1; tick <= this.#last + SLOTS; tick++) {
      const slot = this.#slots[tick % SLOTS];
      if (slot === undefined || slot.size === 0) continue;
      for (const entry of slot) if (entry.tick === tick) return tick;
    }
    // All are more than a turn away.
    return this.#last + SLOTS;
  }
}

/** One for all: a new exception each time costs a stack trace. */
const STOPPED = new Error("stopped");
