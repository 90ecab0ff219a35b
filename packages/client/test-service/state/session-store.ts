/** Realtime sessions: from the queue to their end, and the tokens that open their WebSocket. */
import type { Course } from "../script/outcome.ts";
import type { OpenSession } from "../record/record.ts";
import { failed, processing, succeeded } from "./render-operation.ts";
import { newCourse, type Parts } from "./parts.ts";

export interface Session {
  readonly sessionId: string;
  readonly user: string;
  readonly nodeId: string;
  readonly streamId: string;
  readonly course: Course;
  readonly seen: OpenSession;
  state: "waiting" | "active" | "failed" | "ended";
  /** The one token that opens a WebSocket: each poll makes another, and it opens one connection. */
  token: string | undefined;
  polls: number;
}

export class SessionStore {
  readonly #parts: Parts;
  readonly #sessions = new Map<string, Session>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(user: string, requestId: string): Session {
    const { clock, names, record, settings } = this.#parts;
    const sessionId = names.next("session");
    const session: Session = {
      sessionId,
      user,
      nodeId: `node/${sessionId}+1`,
      streamId: names.next("stream"),
      // As many polls as the queue is long, and one that finds it starting.
      course: newCourse(this.#parts, "streams", { polls: settings.queue + 1 }),
      seen: record.addSession({ sessionId, requestId, openedAt: clock.now() }),
      state: "waiting",
      token: undefined,
      polls: 0,
    };
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** One that has not ended. */
  get(sessionId: string): Session | undefined {
    const session = this.#sessions.get(sessionId);
    return session?.state === "ended" ? undefined : session;
  }

  poll(session: Session): object {
    const { sessionId, course, nodeId, streamId } = session;
    session.polls++;
    const { state, status } = course.poll();
    if (state === "failed") {
      session.state = "failed";
      session.seen.ended = "service";
      return failed(sessionId, course.outcome.failure ?? { code: 500, message: "" });
    }
    if (state === "running") {
      const position = Math.max(this.#parts.settings.queue - session.polls + 1, 0);
      return processing(sessionId, {
        sessionId,
        status: status ?? (position > 0 ? "QUEUED" : "STARTING"),
        currentQueuePosition: position,
      });
    }
    if (session.state === "waiting") {
      session.state = "active";
      this.#parts.record.addEvent("session-active", sessionId, this.#parts.clock.now());
    }
    session.token = this.#parts.names.secret("node-token");
    return succeeded(sessionId, {
      sessionId,
      status: "ACTIVE",
      currentQueuePosition: 0,
      host: this.#parts.nodeAuthority(),
      nodeId,
      streamId,
      token: session.token,
    });
  }

  push(session: Session, patch: string): object {
    const { sessionId } = session;
    session.seen.patches.push(patch);
    this.#parts.record.addEvent("push", sessionId, this.#parts.clock.now());
    return succeeded(sessionId, { sessionId, status: "ACTIVE" });
  }

  /** @param by Who ended it: the client's DELETE, or the service of its own accord. */
  end(session: Session, by: "delete" | "service"): void {
    session.state = "ended";
    session.seen.ended = by;
    const { clock, record } = this.#parts;
    if (by === "delete") record.addEvent("delete", session.sessionId, clock.now());
    else record.changed();
  }

  /** The session that a WebSocket's URL is for; its token is used up. */
  takeByToken(nodeId: string, token: string): Session | undefined {
    for (const session of this.#sessions.values()) {
      if (session.state !== "active" || session.nodeId !== nodeId || session.token !== token) continue;
      session.token = undefined;
      return session;
    }
    return undefined;
  }
}
