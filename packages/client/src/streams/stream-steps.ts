/** Events and effects of a stream, for `stream-machine.ts`. */
import type { Frame } from "./frame.ts";
import type { ActiveSession } from "./session.ts";
import type { StreamStatus } from "./stream-status.ts";

/**
 * The phase of a stream.
 *
 * | phase | activity |
 * |---|---|
 * | `creating` | the session is requested; its id is not known |
 * | `queued` | it is polled until it is ready |
 * | `connecting` | the WebSocket opens |
 * | `initializing` | the handshake was sent; waits for code `0` |
 * | `ready` | frames arrive |
 * | `waiting` | a connection was lost; delay before the next |
 * | `refreshing` | polls again, for a new host and token |
 * | `draining` | closing: waits for the patch in flight |
 * | `disconnecting` | closing: the WebSocket |
 * | `ending` | closing: the session |
 * | `closed` | final |
 */
export type StreamPhase =
  | "creating"
  | "queued"
  | "connecting"
  | "initializing"
  | "ready"
  | "waiting"
  | "refreshing"
  | "draining"
  | "disconnecting"
  | "ending"
  | "closed";

/** Why a stream closes. `asked` is not an error: its iterators end. */
export type StreamEnding =
  | { readonly cause: "asked" }
  /** `error` is the reason of the caller's signal, or the failure. */
  | { readonly cause: "aborted" | "failed"; readonly error: unknown };

export interface StreamState {
  readonly phase: StreamPhase;
  readonly sessionId: string | undefined;
  /** Number of the connection; events of earlier ones are late. 0 before the first. */
  readonly connection: number;
  /** Whether there is a WebSocket that has not closed yet. */
  readonly hasSocket: boolean;
  /** The newest frame received before code `0`; delivered once the stream is ready. */
  readonly early: Frame<Uint8Array | Blob> | undefined;
  /** Connections lost since the last frame. */
  readonly lost: number;
  /** The patch in flight, and the newest one that waits for it. */
  readonly sending: number | undefined;
  readonly pending: number | undefined;
  readonly ending: StreamEnding | undefined;
}

export type StreamEvent =
  | { readonly type: "created"; readonly sessionId: string; readonly active: ActiveSession | undefined }
  | { readonly type: "createFailed"; readonly error: unknown }
  | { readonly type: "active"; readonly session: ActiveSession }
  | { readonly type: "followFailed"; readonly error: unknown }
  | { readonly type: "opened"; readonly connection: number }
  | { readonly type: "status"; readonly connection: number; readonly status: StreamStatus }
  | { readonly type: "frame"; readonly connection: number; readonly frame: Frame<Uint8Array | Blob> }
  /** The first frame of a connection that was received before, from an earlier connection. */
  | { readonly type: "repeated"; readonly connection: number }
  /** The WebSocket closed, or did not open. `error` describes how, without its URL. */
  | { readonly type: "lost"; readonly connection: number; readonly error: unknown }
  /** The connection delivered invalid data, or a callback of the caller threw. */
  | { readonly type: "broken"; readonly error: unknown }
  /** The timer of the phase fired. */
  | { readonly type: "timeout" }
  | { readonly type: "push"; readonly ticket: number }
  | { readonly type: "pushed"; readonly outcome: PushSettlement }
  | { readonly type: "close"; readonly ending: StreamEnding }
  /** The session is ended; with `error`, that is not known. */
  | { readonly type: "ended"; readonly error?: unknown };

/** The outcome of a patch; `failed` rejects. */
export type PushSettlement =
  | { readonly result: "sent" | "superseded" | "closed" }
  | { readonly result: "failed"; readonly error: unknown };

export type StreamTimer = "create" | "handshake" | "idle" | "reconnect" | "close";

export type StreamEffect =
  | { readonly type: "follow"; readonly sessionId: string }
  | { readonly type: "connect"; readonly connection: number; readonly session: ActiveSession }
  | { readonly type: "shakeHands" }
  /** Close the WebSocket; a `lost` event follows if it is awaited. */
  | { readonly type: "hangUp" }
  /** Close it without waiting. */
  | { readonly type: "cutOff" }
  /** There is one timer: arming it again replaces it. `lost` determines the delay before a connection. */
  | { readonly type: "arm"; readonly timer: StreamTimer; readonly lost: number }
  | { readonly type: "disarm" }
  /** Abort the running create or poll; its end is still reported. */
  | { readonly type: "abandonCall" }
  | { readonly type: "send"; readonly ticket: number; readonly sessionId: string }
  | { readonly type: "abandonPush" }
  | { readonly type: "settle"; readonly ticket: number; readonly outcome: PushSettlement }
  | { readonly type: "deliver"; readonly frame: Frame<Uint8Array | Blob> }
  | { readonly type: "report"; readonly status: StreamStatus }
  /** The stream is ready for the first time. */
  | { readonly type: "open" }
  | { readonly type: "end"; readonly sessionId: string }
  | { readonly type: "finish"; readonly ending: StreamEnding; readonly endError: unknown };
