/** The one timer of a stream. */
import type { Clock } from "../platform/clock.ts";
import type { StreamSettings } from "./stream-options.ts";
import type { StreamTimer } from "./stream-steps.ts";

/** Milliseconds, for a WebSocket that sends pings. */
const DEFAULT_IDLE_TIMEOUT = 60_000;

/** The event that is awaited. */
export interface Alarm {
  readonly timer: StreamTimer;
  /** Consecutive lost connections: they lengthen the delay before the next. */
  readonly lost: number;
  /** Returns the time of the last sign of life; called whenever the timer might be due. */
  readonly lastHeard: () => number;
  /** Sends a ping to the host; undefined if the WebSocket cannot. */
  readonly ping: (() => void) | undefined;
}

/**
 * Resolves when the timer is due.
 *
 * @returns Whether it is due: false if the signal was aborted before.
 */
export async function waitFor(
  { timer, lost, lastHeard, ping }: Alarm,
  clock: Clock,
  settings: StreamSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const time = settings.idleTimeout ?? (ping === undefined ? Number.POSITIVE_INFINITY : DEFAULT_IDLE_TIMEOUT);
  // Each step of closing leaves time for the next ones.
  const left = settings.endBy === undefined ? Number.POSITIVE_INFINITY : Math.max(0, settings.endBy - clock.now());
  const { handshakeTimeout, createGrace, closeTimeout, reconnect } = settings;
  try {
    switch (timer) {
      case "idle":
        // Frames do not rearm the timer: it checks the time of the last one.
        if (time === Number.POSITIVE_INFINITY) return false;
        await (ping === undefined
          ? silence(lastHeard, { clock, signal, time })
          : unanswered(lastHeard, ping, { clock, signal, time }));
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
        await clock.sleep(Math.min(createGrace, left / 2), signal);
        break;
      case "close":
        await clock.sleep(Math.min(closeTimeout, left / 4), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

interface Wait {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly time: number;
}

/** Resolves when nothing was heard for the given time. */
async function silence(lastHeard: () => number, { clock, signal, time }: Wait): Promise<void> {
  const left = (): number => lastHeard() + time - clock.now();
  for (let rest = left(); rest > 0; rest = left()) await clock.sleep(rest, signal);
}

/** Resolves when a ping, sent after half of the time without a sign of life, is unanswered for the other half. */
async function unanswered(lastHeard: () => number, ping: () => void, wait: Wait): Promise<void> {
  const { clock, signal } = wait;
  const time = wait.time / 2;
  for (;;) {
    await silence(lastHeard, { clock, signal, time });
    const asked = clock.now();
    ping();
    await clock.sleep(time, signal);
    if (lastHeard() < asked) return;
  }
}
