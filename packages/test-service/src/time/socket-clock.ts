/**
 * A virtual clock for real sockets: it advances to the next timer when both sides are idle, so that a minute of
 * waiting takes no time, and no timeout fires while an answer is in flight.
 *
 * Idle means: every pending request of the client is held or delayed by the service on purpose, and nothing has
 * changed for several rounds of the event loop. Both sides share that loop, and data written to loopback arrives in
 * its next round.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceRecord } from "../record/record.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Rounds without a change. */
const ROUNDS = 6;
/** Milliseconds: no record counts the data in flight on a WebSocket, so it gets a moment to arrive. */
const SOCKET_PAUSE = 4;

export class SocketClock extends VirtualClock {
  #pending = 0;
  #moves = 0;

  /** The platform's `fetch`, tracked until the answer's last byte is read. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.#pending++;
    this.#moves++;
    const done = (): void => {
      this.#pending--;
      this.#moves++;
    };
    try {
      const response = await fetch(url, init);
      if (response.body !== null) return new Response(this.#watch(response.body, done), response);
      done();
      return response;
    } catch (error) {
      done();
      throw error;
    }
  };

  /** Advances until the promise settles, and returns its value or error. */
  async outcomeOf<Value>(
    record: ServiceRecord,
    promise: Promise<Value>,
  ): Promise<{ readonly value?: Value; readonly error?: unknown }> {
    let outcome: { readonly value?: Value; readonly error?: unknown } | undefined;
    promise.then(
      (value) => (outcome = { value }),
      (error: unknown) => (outcome = { error }),
    );
    for (;;) {
      await this.#rest(record, () => outcome !== undefined);
      if (outcome !== undefined) return outcome;
      this.step();
    }
  }

  #watch(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const piece = await reader.read();
            this.#moves++;
            if (!piece.done) controller.enqueue(piece.value);
            else {
              controller.close();
              done();
            }
          } catch (error) {
            controller.error(error);
            done();
          }
        },
        cancel: async (reason) => {
          done();
          await reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  async #rest(record: ServiceRecord, isOver: () => boolean): Promise<void> {
    let seen = "";
    for (let quiet = 0; quiet < ROUNDS && !isOver(); quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (quiet === ROUNDS - 1 && record.sockets.length > 0) await sleep(SOCKET_PAUSE);
      const ends = record.requests.map(({ end }) => end);
      const held = ends.filter((end) => end === "held" || end === "delayed").length;
      const now = `${this.#moves} ${record.moves}`;
      if (now !== seen || ends.includes("open") || this.#pending > held) quiet = 0;
      seen = now;
    }
  }
}
