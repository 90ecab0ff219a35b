/** The calls that a stream makes to the service, apart from the WebSocket. */

/** A session that is ready for connections: the fields of its `result` that the WebSocket needs. */
export interface ActiveSession {
  readonly sessionId: string;
  /** `name[:port]` of the rendering host. */
  readonly host: string;
  readonly nodeId: string;
  readonly streamId: string;
  /** Token for the WebSocket. The client polls for another one before each further connection. */
  readonly token: string;
}

/** The state of a session that is not ready yet. */
export interface SessionProgress {
  /** The service's status (`QUEUED`, `STARTING`); undefined if it reports none. */
  readonly status: string | undefined;
  /** Queue position, from 1; 0 if the session is not queued; undefined if the service reports none. */
  readonly queuePosition: number | undefined;
}

/** The calls that a stream makes. Each throws what its transport throws. */
export interface SessionService {
  /** Resolves with the session's id, and with the session itself if it is already ready. */
  create(signal: AbortSignal): Promise<{ readonly sessionId: string; readonly active: ActiveSession | undefined }>;
  /** Polls until the session is ready. Each call has the whole timeout. */
  follow(sessionId: string, signal: AbortSignal): Promise<ActiveSession>;
  push(sessionId: string, patch: string, signal: AbortSignal): Promise<void>;
  /** Ends the session; a session that no longer exists counts as ended. */
  end(sessionId: string): Promise<void>;
}
