import type { Transport } from "../transport/transport.ts";
import { Gate } from "./gate.ts";
import { TimerWheel } from "./timer-wheel.ts";

/** Polls of a client on their way at once: more would only wait in the service's queue, and each takes a connection. */
const POLLS_AT_ONCE = 64;

/** Milliseconds between the first polls of operations that are taken up together; their later polls keep that distance. */
const FIRST_POLLS_APART = 2;

/** What the followed operations of a client share. */
export class Poller {
  readonly transport: Transport;
  readonly wheel: TimerWheel;
  readonly gate: Gate = new Gate(POLLS_AT_ONCE);
  #lastFirstPoll = -Infinity;

  constructor(transport: Transport) {
    this.transport = transport;
    this.wheel = new TimerWheel(transport.clock);
  }

  /** When an operation of which nothing is known is asked for: now, unless many are. */
  takeFirstPoll(): number {
    this.#lastFirstPoll = Math.max(this.transport.clock.now(), this.#lastFirstPoll + FIRST_POLLS_APART);
    return this.#lastFirstPoll;
  }
}
