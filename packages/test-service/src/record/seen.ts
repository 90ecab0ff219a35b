/** The data of the record: plain data, so that it can be compared and printed. */
import type { HostName } from "../messages/received-request.ts";

/** How a request ended, as seen by the service. */
export type RequestEnd =
  | "open"
  /** The answer was sent completely. */
  | "answered"
  /** A fault ended the connection, or part of the answer is missing. */
  | "broken"
  /** The sender left before its request or the answer was complete. */
  | "left"
  /** A fault holds it: no answer will be sent. */
  | "held"
  /** A fault delays it. */
  | "delayed";

export interface SeenRequest {
  /** Counts from 1 over all hosts. */
  readonly number: number;
  /** The service's time when its head arrived. */
  readonly at: number;
  readonly host: HostName;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The id of its endpoint; `null` if there is none. */
  readonly endpoint: string | null;
  readonly body: { readonly size: number; readonly sha256: string; readonly json: unknown } | null;
  /** The name of the script's fault; `ok` if there is none. */
  readonly fault: string;
  /** Whether it took effect (or was rejected by the service's own rules). */
  readonly landed: boolean;
  readonly status: number | null;
  readonly end: RequestEnd;
}

/** A realtime session. */
export interface SeenSession {
  readonly sessionId: string;
  readonly requestId: string;
  readonly openedAt: number;
  readonly ended: "delete" | "service" | null;
  /** The texts of the patches that landed. */
  readonly patches: readonly string[];
}

/** A WebSocket connection. */
export interface SeenSocket {
  readonly number: number;
  readonly sessionId: string | null;
  readonly plan: string;
  /** Text messages of the client, in order: the first is the handshake. */
  readonly messages: readonly string[];
  readonly handshake: "none" | "good" | "bad";
  /** A plan stopped reading it: the service learns of its end only when the service itself ends. */
  readonly isDeaf: boolean;
  /** Number of frames sent. */
  readonly frames: number;
  /** The client's close code: 1005 without a code, 1006 without a close frame; `null` while it is open. */
  readonly closedWith: number | null;
  /** The side that ended it first. */
  readonly closedBy: "client" | "service" | null;
}

/** Events of sessions and their sockets, in order. */
export interface SeenEvent {
  readonly kind:
    | "session-created"
    | "session-active"
    | "push"
    | "delete"
    | "socket-open"
    | "socket-handshake"
    | "socket-closed";
  readonly sessionId: string;
  readonly at: number;
}
