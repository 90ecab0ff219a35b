import type { Transport } from "../transport/transport.ts";
import { Gate } from "./gate.ts";
import { TimerWheel } from "./timer-wheel.ts";

/** Polls of a client on their way at once: more would only wait in the service's queue, and each takes a connection. */
const POLLS_AT_ONCE = 64;

/** What the followed operations of a client share. */
export class Poller {
  readonly transport: Transport;
  readonly wheel: TimerWheel;
  readonly gate: Gate = new Gate(POLLS_AT_ONCE);

  constructor(transport: Transport) {
    this.transport = transport;
    this.wheel = new TimerWheel(transport.clock);
  }
}
