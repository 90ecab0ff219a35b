import type { Transport } from "../transport/transport.ts";
import { Gate } from "./gate.ts";
import { TimerWheel } from "./timer-wheel.ts";

/** Maximum concurrent polls of a client: more would only wait in the service's queue, and each takes a connection. */
const POLLS_AT_ONCE = 64;

/**
 * Milliseconds between the first polls of operations that are resumed together; their later polls keep that interval.
 */
const FIRST_POLLS_APART = 2;

/** State shared by the followed operations of a client. */
export class Poller {
  readonly transport: Transport;
  readonly wheel: TimerWheel;
  readonly gate: Gate = new Gate(POLLS_AT_ONCE);
  #lastFirstPoll = -Infinity;

  constructor(transport: Transport) {
    this.transport = transport;
    this.wheel = new TimerWheel(transport.clock);
  }

  /** Returns when to poll an operation without a known state: now, unless many are polled. */
  takeFirstPoll(): number {
    this.#lastFirstPoll = Math.max(this.transport.clock.now(), this.#lastFirstPoll + FIRST_POLLS_APART);
    return this.#lastFirstPoll;
  }
}
