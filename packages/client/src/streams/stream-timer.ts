/** The one timer of a stream. */
import type { Clock } from "../clock/clock.ts";
import type { StreamSettings } from "./stream-options.ts";
import type { StreamTimer } from "./stream-steps.ts";

/** The event that is awaited. */
export interface Alarm {
  readonly timer: StreamTimer;
  /** Consecutive lost connections: they lengthen the delay before the next. */
  readonly lost: number;
  /** Returns the time of the last received data; called whenever the timer might be due. */
  readonly lastHeard: () => number;
}

/**
 * Resolves when the timer is due.
 *
 * @returns Whether it is due: false if the signal was aborted before.
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
        // Frames do not rearm the timer: it checks the time of the last one.
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
