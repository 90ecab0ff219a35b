/** What can happen to a stream, and what is to be done about it: the words of `stream-machine.ts`. */
import type { Frame } from "./frame.ts";
import type { ActiveSession } from "./session.ts";
import type { StreamStatus } from "./stream-status.ts";

/**
 * The phase of a stream.
 *
 * | phase | what is under way |
 * |---|---|
 * | `creating` | the session is requested; its id is not known |
 * | `queued` | it is polled until it is ready |
 * | `connecting` | the WebSocket opens |
 * | `initializing` | the handshake was sent; waits for code `0` |
 * | `ready` | frames come |
 * | `waiting` | a connection was lost; a moment before the next |
 * | `refreshing` | polled again, for a fresh host and token |
 * | `draining` | it closes: the patch that is on its way |
 * | `disconnecting` | it closes: the WebSocket |
 * | `ending` | it closes: the session |
 * | `closed` | nothing any more |
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

/** Why a stream closes. `asked` is no error: its iterators end. */
export type StreamEnding =
  | { readonly cause: "asked" }
  /** `error` is the reason of the caller's signal, or what went wrong. */
  | { readonly cause: "aborted" | "failed"; readonly error: unknown };

export interface StreamState {
  readonly phase: StreamPhase;
  readonly sessionId: string | undefined;
  /** Counts the connections; what is heard of an earlier one is late. 0 before the first. */
  readonly connection: number;
  /** Whether there is a WebSocket that did not close yet. */
  readonly hasSocket: boolean;
  /** The newest frame that came before code `0`; delivered once the stream is ready. */
  readonly early: Frame<Uint8Array | Blob> | undefined;
  /** Connections lost since the last frame. */
  readonly lost: number;
  /** The patch on its way, and the newest of those that wait for it. */
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
  /** The WebSocket closed, or did not open. `error` says how, without its URL. */
  | { readonly type: "lost"; readonly connection: number; readonly error: unknown }
  /** The connection carries what cannot be taken, or a callback of the caller threw. */
  | { readonly type: "broken"; readonly error: unknown }
  /** The timer of the phase ran out. */
  | { readonly type: "timeout" }
  | { readonly type: "push"; readonly ticket: number }
  | { readonly type: "pushed"; readonly outcome: PushSettlement }
  | { readonly type: "close"; readonly ending: StreamEnding }
  /** The session is ended; with `error`, that is not known. */
  | { readonly type: "ended"; readonly error?: unknown };

/** What became of a patch; `failed` rejects. */
export type PushSettlement =
  | { readonly result: "sent" | "superseded" | "closed" }
  | { readonly result: "failed"; readonly error: unknown };

export type StreamTimer = "create" | "handshake" | "idle" | "reconnect" | "close";

export type StreamEffect =
  | { readonly type: "follow"; readonly sessionId: string }
  | { readonly type: "connect"; readonly connection: number; readonly session: ActiveSession }
  | { readonly type: "shakeHands" }
  /** Close the WebSocket; that it closed comes as `lost`, if it is waited for. */
  | { readonly type: "hangUp" }
  /** Close it, and wait for nothing. */
  | { readonly type: "cutOff" }
  /** There is one timer: arming it again replaces it. `lost` chooses the wait before a connection. */
  | { readonly type: "arm"; readonly timer: StreamTimer; readonly lost: number }
  | { readonly type: "disarm" }
  /** Give up the create or the poll that is under way; its end is heard of as ever. */
  | { readonly type: "abandonCall" }
  | { readonly type: "send"; readonly ticket: number; readonly sessionId: string }
  | { readonly type: "abandonPush" }
  | { readonly type: "settle"; readonly ticket: number; readonly outcome: PushSettlement }
  | { readonly type: "deliver"; readonly frame: Frame<Uint8Array | Blob> }
  | { readonly type: "report"; readonly status: StreamStatus }
  /** The first time that it is ready. */
  | { readonly type: "open" }
  | { readonly type: "end"; readonly sessionId: string }
  | { readonly type: "finish"; readonly ending: StreamEnding; readonly endError: unknown };
