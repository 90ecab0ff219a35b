import { limits } from "@usdkit/contract";
import { InvalidRequestError } from "../errors/errors.ts";
import type { PollOutage } from "../operations/follow-options.ts";
import type { SessionProgress } from "./session.ts";
import type { StreamRules } from "./stream-machine.ts";
import type { StreamStateChange } from "./stream-state.ts";
import type { StreamStatus } from "./stream-status.ts";

/** Format of frames: `bytes` as `Uint8Array`, `blob` as `Blob`, which browsers decode without a copy. */
export type FrameForm = "bytes" | "blob";

/** The data type of a frame by its format. */
export type FrameData<Form extends FrameForm> = Form extends "blob" ? Blob : Uint8Array;

/** Options of reconnecting. */
export interface ReconnectPolicy {
  /** Maximum consecutive attempts without a frame in between; default 3. 0 disables reconnecting. */
  readonly attempts: number;
  /** Milliseconds; the delay is random between 0 and this value, which doubles each time; default 500. */
  readonly baseDelay: number;
  /** Maximum delay, in milliseconds; default 20,000. */
  readonly maxDelay: number;
}

/** Options of one stream. Times are in milliseconds. */
export interface ConnectOptions<Form extends FrameForm = "bytes"> {
  /** Closes the stream and ends the session when aborted; iterators and callers get its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time from the call until the session is ready for connections; default 120,000. */
  readonly timeout?: number | undefined;
  /** Interval between polls; default 2,000. */
  readonly interval?: number | undefined;
  /** Timeout of one HTTP attempt. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through unchanged. */
  readonly traceparent?: string | undefined;
  /** Timeout of connecting, up to the answer to the handshake; default 10,000. */
  readonly handshakeTimeout?: number | undefined;
  /**
   * Maximum silence of a connection before it is replaced; default 60,000, `Infinity` to disable. Frames, messages,
   * pings and pongs end the silence. After half of the time a ping is sent, and the connection is replaced if the other
   * half passes without an answer.
   *
   * Browsers can neither send pings nor see them: there the time applies to frames and messages, and has no default, as
   * a host may send an image only after a change.
   */
  readonly idleTimeout?: number | undefined;
  /** Maximum wait for the other side to close the WebSocket, and for a patch in flight; default and maximum 2,000. */
  readonly closeTimeout?: number | undefined;
  /**
   * Time by which everything is over, the end of the session included: milliseconds since the epoch. A session that is
   * not known to have ended by then is reported as `notEnded`. Abort `signal` some seconds earlier. Default: none, and
   * ending a session takes as many attempts as any call.
   */
  readonly endBy?: number | undefined;
  readonly reconnect?: Partial<ReconnectPolicy> | undefined;
  /** Maximum frame size; a larger frame ends the stream; default 64 MiB. */
  readonly maxFrameBytes?: number | undefined;
  /** Default `bytes`. */
  readonly frames?: Form | undefined;
  /** Whether the session ends with the stream; default true. */
  readonly endSession?: boolean | undefined;
  /** Called once, as soon as the session's id is known, before the session is ready. */
  readonly onSession?: ((sessionId: string) => void) | undefined;
  /** Called for each poll that finds the session not ready. */
  readonly onProgress?: ((progress: SessionProgress) => void) | undefined;
  /** Called when polls have failed for 10 s: see `FollowOptions.onOutage`. */
  readonly onOutage?: ((outage: PollOutage) => void) | undefined;
  /** Called for each text message of the rendering host, including engine errors (2001, 2002) and unknown codes. */
  readonly onStatus?: ((status: StreamStatus) => void) | undefined;
  /** Called whenever the state of the stream changes. */
  readonly onState?: ((change: StreamStateChange) => void) | undefined;
}

/** {@link ConnectOptions} with defaults applied. */
export interface StreamSettings extends StreamRules {
  readonly retryAmbiguous: boolean | undefined;
  readonly timeout: number;
  readonly interval: number;
  readonly attemptTimeout: number | undefined;
  readonly traceparent: string | undefined;
  readonly handshakeTimeout: number;
  /** Undefined: the default of a WebSocket that sends pings, no limit for another. */
  readonly idleTimeout: number | undefined;
  readonly closeTimeout: number;
  /** Maximum time of a create after the stream was abandoned: its answer contains the id needed to end the session. */
  readonly createGrace: number;
  readonly endBy: number | undefined;
  readonly reconnect: ReconnectPolicy;
  readonly maxFrameBytes: number;
  readonly frames: FrameForm;
  readonly onSession: ((sessionId: string) => void) | undefined;
  readonly onProgress: ((progress: SessionProgress) => void) | undefined;
  readonly onOutage: ((outage: PollOutage) => void) | undefined;
  readonly onStatus: ((status: StreamStatus) => void) | undefined;
  readonly onState: ((change: StreamStateChange) => void) | undefined;
}

/** Maximum wait for a close (client-behaviour 12). */
const MAX_CLOSE_MS = 2000;
const MAY_BE_ZERO = new Set(["attempts", "reconnects", "baseDelay", "maxDelay"]);
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** @throws InvalidRequestError If a time or number is invalid. */
export function streamSettings(options: ConnectOptions<FrameForm>): StreamSettings {
  const reconnect: ReconnectPolicy = { attempts: 3, baseDelay: 500, maxDelay: 20_000, ...options.reconnect };
  const settings: StreamSettings = {
    reconnects: reconnect.attempts,
    endsSession: options.endSession ?? true,
    // Recommended by the specification (8).
    timeout: options.timeout ?? limits.streamPollTimeoutMs,
    interval: options.interval ?? limits.streamPollIntervalMs,
    attemptTimeout: options.attemptTimeout,
    retryAmbiguous: "retryAmbiguous" in options && options.retryAmbiguous === true,
    traceparent: options.traceparent,
    handshakeTimeout: options.handshakeTimeout ?? 10_000,
    idleTimeout: options.idleTimeout,
    closeTimeout: Math.min(options.closeTimeout ?? MAX_CLOSE_MS, MAX_CLOSE_MS),
    createGrace: 10_000,
    endBy: options.endBy,
    reconnect,
    maxFrameBytes: options.maxFrameBytes ?? MAX_FRAME_BYTES,
    frames: options.frames ?? "bytes",
    onSession: options.onSession,
    onProgress: options.onProgress,
    onOutage: options.onOutage,
    onStatus: options.onStatus,
    onState: options.onState,
  };
  for (const [name, value] of Object.entries({ ...settings, ...reconnect })) {
    if (typeof value !== "number") continue;
    const least = MAY_BE_ZERO.has(name) ? 0 : 1;
    if (!(value >= least)) throw new InvalidRequestError(`${name}: expected ${least} or more; found ${value}.`);
  }
  return settings;
}
