import { limits } from "@usdkit/contract";
import { InvalidRequestError } from "../errors/errors.ts";
import type { SessionProgress } from "./session.ts";
import type { StreamRules } from "./stream-machine.ts";
import type { StreamStateChange } from "./stream-state.ts";
import type { StreamStatus } from "./stream-status.ts";

/** How frames are given: `bytes` as `Uint8Array`, `blob` as `Blob`, which browsers make images of without a copy. */
export type FrameForm = "bytes" | "blob";

/** The data of a frame by its form. */
export type FrameData<Form extends FrameForm> = Form extends "blob" ? Blob : Uint8Array;

/** How a lost connection is made again. */
export interface ReconnectPolicy {
  /** In a row, without a frame in between; default 3. 0 for none. */
  readonly attempts: number;
  /** Milliseconds; the wait before a connection is drawn from 0 to this, doubled each time; default 500. */
  readonly baseDelay: number;
  /** Milliseconds; default 20,000. */
  readonly maxDelay: number;
}

/** How one stream differs from the defaults. Times are milliseconds. */
export interface ConnectOptions<Form extends FrameForm = "bytes"> {
  /** Closes the stream and ends the session, whenever it is aborted; iterators and callers get its reason. */
  readonly signal?: AbortSignal | undefined;
  /** From the call until the session is ready to be connected to; default 120,000. */
  readonly timeout?: number | undefined;
  /** Between two polls; default 2,000. */
  readonly interval?: number | undefined;
  /** That one HTTP attempt may take. */
  readonly attemptTimeout?: number | undefined;
  /** The W3C trace context header, passed through. */
  readonly traceparent?: string | undefined;
  /** From the first byte to the WebSocket to the answer to the handshake; default 10,000. */
  readonly handshakeTimeout?: number | undefined;
  /**
   * That a connection may be silent before a new one is made; default 30,000, `Infinity` for ever. A host that sends an image
   * only when something changes sends one to a new connection, so nothing is lost but the time.
   */
  readonly idleTimeout?: number | undefined;
  /** That the other side may take to close the WebSocket, and a patch on its way to arrive; default 2,000, and no more. */
  readonly closeTimeout?: number | undefined;
  readonly reconnect?: Partial<ReconnectPolicy> | undefined;
  /** A larger frame ends the stream; default 64 MiB. */
  readonly maxFrameBytes?: number | undefined;
  /** Default `bytes`. */
  readonly frames?: Form | undefined;
  /** Whether the session ends with the stream; default true. */
  readonly endSession?: boolean | undefined;
  /** Called once, as soon as the session's id is known: before it is ready. */
  readonly onSession?: ((sessionId: string) => void) | undefined;
  /** Called for each poll that finds the session not ready. */
  readonly onProgress?: ((progress: SessionProgress) => void) | undefined;
  /** Called for each text message of the rendering host: engine errors (2001, 2002) and unknown codes too. */
  readonly onStatus?: ((status: StreamStatus) => void) | undefined;
  /** Called whenever the stream comes to another state. */
  readonly onState?: ((change: StreamStateChange) => void) | undefined;
}

/** What {@link ConnectOptions} come to. */
export interface StreamSettings extends StreamRules {
  readonly retryAmbiguous: boolean | undefined;
  readonly timeout: number;
  readonly interval: number;
  readonly attemptTimeout: number | undefined;
  readonly traceparent: string | undefined;
  readonly handshakeTimeout: number;
  readonly idleTimeout: number;
  readonly closeTimeout: number;
  /** That a create may still take after the stream was given up: its answer holds the id to end it by. */
  readonly createGrace: number;
  readonly reconnect: ReconnectPolicy;
  readonly maxFrameBytes: number;
  readonly frames: FrameForm;
  readonly onSession: ((sessionId: string) => void) | undefined;
  readonly onProgress: ((progress: SessionProgress) => void) | undefined;
  readonly onStatus: ((status: StreamStatus) => void) | undefined;
  readonly onState: ((change: StreamStateChange) => void) | undefined;
}

/** The longest wait for a close (client-behaviour 12). */
const MAX_CLOSE_MS = 2000;
const MAY_BE_ZERO = new Set(["attempts", "reconnects", "baseDelay", "maxDelay"]);
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** @throws InvalidRequestError For times and numbers that are none. */
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
    idleTimeout: options.idleTimeout ?? 30_000,
    closeTimeout: Math.min(options.closeTimeout ?? MAX_CLOSE_MS, MAX_CLOSE_MS),
    createGrace: 10_000,
    reconnect,
    maxFrameBytes: options.maxFrameBytes ?? MAX_FRAME_BYTES,
    frames: options.frames ?? "bytes",
    onSession: options.onSession,
    onProgress: options.onProgress,
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
