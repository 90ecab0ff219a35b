/** What a stream asks of the service, apart from the WebSocket. */

/** A session that is ready to be connected to: `result` of its poll, as far as the WebSocket needs it. */
export interface ActiveSession {
  readonly sessionId: string;
  /** `name[:port]` of the host that renders. */
  readonly host: string;
  readonly nodeId: string;
  readonly streamId: string;
  /** Opens the WebSocket. It is good for one connection; a further one asks the service again. */
  readonly token: string;
}

/** What is known of a session that is not ready yet. */
export interface SessionProgress {
  /** As the service says it (`QUEUED`, `STARTING`); undefined where it says none. */
  readonly status: string | undefined;
  /** From 1 on; 0 or undefined where it does not queue. */
  readonly queuePosition: number | undefined;
}

/** The calls that a stream makes. Each throws what its transport throws. */
export interface SessionService {
  /** Resolves with the session's id, and with the session itself where it is ready already. */
  create(signal: AbortSignal): Promise<{ readonly sessionId: string; readonly active: ActiveSession | undefined }>;
  /** Polls until the session is ready. Each call has the whole of the deadline. */
  follow(sessionId: string, signal: AbortSignal): Promise<ActiveSession>;
  push(sessionId: string, patch: string, signal: AbortSignal): Promise<void>;
  /** Ends the session; one that is gone already counts as ended. */
  end(sessionId: string): Promise<void>;
}
