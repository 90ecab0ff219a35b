/** What the record keeps: plain data, so that it can be compared and printed. */
import type { HostName } from "../http/received-request.ts";

/** How a request ended, as the service saw it. */
export type RequestEnd =
  | "open"
  /** The answer went out whole. */
  | "answered"
  /** A fault ended the connection, or part of the answer is missing. */
  | "broken"
  /** The sender left before its request was there, or before the answer was. */
  | "left"
  /** A fault holds it: no answer will come. */
  | "held"
  /** A fault makes it wait. */
  | "delayed";

export interface SeenRequest {
  /** Counts from 1 over all hosts. */
  readonly number: number;
  /** The service's time when its head was there. */
  readonly at: number;
  readonly host: HostName;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The id of its endpoint; `null` where there is none. */
  readonly endpoint: string | null;
  readonly body: { readonly size: number; readonly sha256: string; readonly json: unknown } | null;
  /** The name of what the script did to it; `ok` where nothing. */
  readonly fault: string;
  /** Whether it took effect (or was refused by the service's own rules). */
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
  /** A plan made it read nothing any more: of its end it learns only when the service does. */
  readonly isDeaf: boolean;
  /** Frames that went out. */
  readonly frames: number;
  /** The code that the client closed with, or answered with: 1005 without one, 1006 without a close frame; `null` while it is open. */
  readonly closedWith: number | null;
  /** Who ended it first. */
  readonly closedBy: "client" | "service" | null;
}

/** What happened to sessions and their sockets, in order: what came before what. */
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
