/** Realtime sessions: spec 2.7, 4.3, 4.4, and the tokens that open their WebSockets, spec 5 and 6. */
import type { Course } from "./course.ts";
import { errorReply } from "./errors.ts";
import { failed, processing, succeeded } from "./operation.ts";
import { textOf, type ServiceReply, type ServiceRequest } from "./request.ts";
import { readScene } from "./scene-text.ts";
import type { ServiceChoices, Surroundings } from "./surroundings.ts";

export interface Session {
  readonly id: string;
  readonly user: string;
  readonly nodeId: string;
  readonly streamId: string;
  readonly course: Course;
  state: "waiting" | "active" | "failed" | "ended";
  /** The current token for a WebSocket: each poll makes a new one, and it is valid for one connection. */
  token: string | undefined;
  polls: number;
  /** Texts of the accepted patches. */
  readonly patches: string[];
}

export class SessionStates {
  readonly sessions: Map<string, Session> = new Map();
  readonly #around: Surroundings;
  readonly #choices: ServiceChoices;

  constructor(around: Surroundings, choices: ServiceChoices) {
    this.#around = around;
    this.#choices = choices;
  }

  /** Create mode. The requestId is required (spec 2.7), and not guarded: spec 4.3 has no 409 for streams. */
  create(request: ServiceRequest, user: string): ServiceReply {
    const requestId = textOf(request.json, "requestId");
    const usdContent = textOf(request.json, "usdContent");
    if (requestId === undefined) return errorReply("invalid", "requestId is missing");
    if (usdContent === undefined || readScene(usdContent) === undefined)
      return errorReply("invalid", "usdContent is not Base64 of a scene");
    // Spec 4.3: the operationId is the sessionId.
    const id = this.#around.id("session");
    this.sessions.set(id, {
      id,
      user,
      nodeId: `node/${id}+1`,
      streamId: this.#around.id("stream"),
      course: this.#around.course("streams"),
      state: "waiting",
      token: undefined,
      polls: 0,
      patches: [],
    });
    this.#around.happened({ kind: "session-created", id, requestId, request });
    return { status: 202, json: processing(id) };
  }

  /** Poll mode. */
  poll({ json }: ServiceRequest, user: string): ServiceReply {
    const session = this.#find(textOf(json, "operationId") ?? "", user);
    return session === undefined ? unknown() : { status: 200, json: this.advance(session) };
  }

  /** Returns the reply of a session's poll. */
  advance(session: Session): object {
    const { id, course, nodeId, streamId } = session;
    session.polls++;
    const { state, status } = course.poll();
    if (state === "failed") {
      if (session.state !== "failed") this.#around.happened({ kind: "session-ended", id, by: "service" });
      session.state = "failed";
      return failed(id, course.failure);
    }
    if (state === "running") {
      // Spec 2.7: result is set when the operation is done with success.
      if (this.#choices.queueInResult !== true) return processing(id);
      const currentQueuePosition = Math.max(this.#choices.queue - session.polls + 1, 0);
      const waiting = currentQueuePosition > 0 ? "QUEUED" : "STARTING";
      return processing(id, { sessionId: id, status: status ?? waiting, currentQueuePosition });
    }
    if (session.state === "waiting") {
      session.state = "active";
      this.#around.happened({ kind: "session-active", id });
    }
    session.token = this.#around.secret("node-token");
    return succeeded(id, {
      sessionId: id,
      status: "ACTIVE",
      currentQueuePosition: 0,
      host: this.#around.nodeHost(),
      nodeId,
      streamId,
      token: session.token,
    });
  }

  /** Spec 4.4: a patch scene of `over` prims. The reply is ours. */
  push({ json }: ServiceRequest, id: string, user: string): ServiceReply {
    const session = this.#find(id, user);
    if (session === undefined) return unknown();
    if (session.state !== "active") return errorReply("notActive", "session is not active");
    const text = readScene(textOf(json, "usdContent") ?? "");
    // Spec 2.8, rule 9: realtime patches use over.
    if (text === undefined || !/\bover\b/.test(text)) return errorReply("invalid", "usdContent is not a patch");
    session.patches.push(text);
    this.#around.happened({ kind: "session-patched", id, patch: text });
    return { status: 200, json: succeeded(id, { sessionId: id, status: "ACTIVE" }) };
  }

  /** Spec 4.4: ends the session. The reply is ours. */
  close(id: string, user: string): ServiceReply {
    const session = this.#find(id, user);
    if (session === undefined) return unknown();
    this.end(id, "delete");
    return { status: 204 };
  }

  /** Returns a session that has not ended. */
  get(id: string): Session | undefined {
    const session = this.sessions.get(id);
    return session?.state === "ended" ? undefined : session;
  }

  /** @param by Who ends it: the caller's DELETE, or the service. */
  end(id: string, by: "delete" | "service"): void {
    const session = this.get(id);
    if (session === undefined) return;
    session.state = "ended";
    this.#around.happened({ kind: "session-ended", id, by });
  }

  /** Returns the session of a WebSocket's URL (spec 6), and uses up its token. */
  takeByToken(nodeId: string, token: string): Session | undefined {
    for (const session of this.sessions.values()) {
      if (session.state !== "active" || session.nodeId !== nodeId || session.token !== token) continue;
      session.token = undefined;
      return session;
    }
    return undefined;
  }

  #find(id: string, user: string): Session | undefined {
    const session = this.get(id);
    return session?.user === user ? session : undefined;
  }
}

// Spec 7.3: 404 if the session is unknown.
function unknown(): ServiceReply {
  return errorReply("notFound", "unknown session");
}
