/** The one timer of a stream. */
import type { Clock } from "../clock/clock.ts";
import type { StreamSettings } from "./stream-options.ts";
import type { StreamTimer } from "./stream-steps.ts";

/** What is waited for. */
export interface Alarm {
  readonly timer: StreamTimer;
  /** Connections lost in a row: the more, the longer until the next. */
  readonly lost: number;
  /** When something came last; asked for again whenever it might be time. */
  readonly lastHeard: () => number;
}

/**
 * Resolves when it is time.
 *
 * @returns Whether it is: false where the signal was aborted before.
 */
export async function waitFor(
  { timer, lost, lastHeard }: Alarm,
  clock: Clock,
  settings: StreamSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const { idleTimeout, handshakeTimeout, createGrace, closeTimeout, reconnect } = settings;
  try {
    switch (timer) {
      case "idle":
        // Frames do not wind the timer up again each: it looks when the last came.
        for (let left = idleTimeout; left > 0; left = lastHeard() + idleTimeout - clock.now()) {
          if (left === Number.POSITIVE_INFINITY) return false;
          await clock.sleep(left, signal);
        }
        break;
      case "reconnect": {
        // Full jitter (client-behaviour 7).
        const { baseDelay, maxDelay } = reconnect;
        await clock.sleep(clock.random() * Math.min(maxDelay, baseDelay * 2 ** (lost - 1)), signal);
        break;
      }
      case "handshake":
        await clock.sleep(handshakeTimeout, signal);
        break;
      case "create":
        await clock.sleep(createGrace, signal);
        break;
      case "close":
        await clock.sleep(closeTimeout, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
