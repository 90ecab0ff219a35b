/** Everything that the service received, and the rules that its callers broke. */
import { createHash } from "node:crypto";
import type { HostName } from "../messages/received-request.ts";
import type { SeenEvent, SeenRequest, SeenSession, SeenSocket } from "./seen.ts";

type Writable<Type> = { -readonly [Property in keyof Type]: Type[Property] };
export type OpenRequest = Writable<SeenRequest>;
export type OpenSession = Writable<SeenSession> & { patches: string[] };
export type OpenSocket = Writable<SeenSocket> & { messages: string[] };

export class ServiceRecord {
  readonly #requests: OpenRequest[] = [];
  readonly #sessions: OpenSession[] = [];
  readonly #sockets: OpenSocket[] = [];
  readonly #events: SeenEvent[] = [];
  readonly #renders = new Map<string, number>();
  readonly #violations: string[] = [];
  readonly #parts = new Map<string, number>();
  #mostParts = 0;
  #repeatedParts = 0;
  #watchers: (() => void)[] = [];
  #moves = 0;

  /** All requests except preflights, in the order in which their heads arrived. */
  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  of(endpoint: string): readonly SeenRequest[] {
    return this.#requests.filter((request) => request.endpoint === endpoint);
  }

  /** How often each `requestId` was accepted as a job: 1 is correct, 2 was paid for twice. */
  get renders(): ReadonlyMap<string, number> {
    return this.#renders;
  }

  get sessions(): readonly SeenSession[] {
    return this.#sessions;
  }

  get openSessions(): readonly SeenSession[] {
    return this.#sessions.filter((session) => session.ended === null);
  }

  get sockets(): readonly SeenSocket[] {
    return this.#sockets;
  }

  get openSockets(): readonly SeenSocket[] {
    return this.#sockets.filter((socket) => socket.closedWith === null);
  }

  get events(): readonly SeenEvent[] {
    return this.#events;
  }

  /** The maximum of parts of one file in flight: 2 are allowed. */
  get mostPartsAtOnce(): number {
    return this.#mostParts;
  }

  /** Parts that were sent again although the upload host had them: correct only after a lost answer. */
  get repeatedParts(): number {
    return this.#repeatedParts;
  }

  /**
   * Rules of the specification that a caller broke, each as a sentence; empty for a correct client, whatever went
   * wrong.
   */
  get violations(): readonly string[] {
    return this.#violations;
  }

  /** Requests that have not ended. */
  get inFlight(): readonly SeenRequest[] {
    return this.#requests.filter((request) => request.end === "open");
  }

  /** Resolves as soon as the condition on the record is met. Waits forever otherwise: a test has its own timeout. */
  async until(wanted: (record: this) => boolean): Promise<void> {
    while (!wanted(this)) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  begin(facts: {
    at: number;
    host: HostName;
    method: string;
    path: string;
    query: string;
    headers: Record<string, string>;
  }): OpenRequest {
    const request: OpenRequest = {
      number: this.#requests.length + 1,
      ...facts,
      endpoint: null,
      body: null,
      fault: "ok",
      landed: false,
      status: null,
      end: "open",
    };
    this.#requests.push(request);
    this.changed();
    return request;
  }

  addRender(requestId: string): void {
    this.#renders.set(requestId, (this.#renders.get(requestId) ?? 0) + 1);
  }

  addSession(facts: { sessionId: string; requestId: string; openedAt: number }): OpenSession {
    const session: OpenSession = { ...facts, ended: null, patches: [] };
    this.#sessions.push(session);
    this.addEvent("session-created", facts.sessionId, facts.openedAt);
    return session;
  }

  addPatch(sessionId: string, patch: string, at: number): void {
    this.#sessions.find((session) => session.sessionId === sessionId)?.patches.push(patch);
    this.addEvent("push", sessionId, at);
  }

  endSession(sessionId: string, by: "delete" | "service", at: number): void {
    const session = this.#sessions.find((each) => each.sessionId === sessionId);
    if (session !== undefined) session.ended = by;
    if (by === "delete") this.addEvent("delete", sessionId, at);
    else this.changed();
  }

  addSocket(facts: { sessionId: string | null; plan: string }): OpenSocket {
    const number = this.#sockets.length + 1;
    const socket: OpenSocket = {
      number,
      ...facts,
      messages: [],
      handshake: "none",
      isDeaf: false,
      frames: 0,
      closedWith: null,
      closedBy: null,
    };
    this.#sockets.push(socket);
    this.changed();
    return socket;
  }

  addEvent(kind: SeenEvent["kind"], sessionId: string, at: number): void {
    this.#events.push({ kind, sessionId, at });
    this.changed();
  }

  addViolation(sentence: string): void {
    this.#violations.push(sentence);
    this.changed();
  }

  /** Counts a part of `file` as in flight until the returned function is called with whether it was answered. */
  addPart(file: string): (isAnswered: boolean) => void {
    this.#parts.set(file, (this.#parts.get(file) ?? 0) + 1);
    let isCounted = false;
    const count = (): void => {
      if (isCounted) return;
      isCounted = true;
      const inFlight = this.#parts.get(file) ?? 0;
      this.#mostParts = Math.max(this.#mostParts, inFlight);
      this.changed();
      if (inFlight > 2) this.addViolation(`${inFlight} parts of one file are in flight: 2 are allowed (spec 8)`);
    };
    // One turn later: the end of an aborted connection may arrive after the request that replaces it.
    setImmediate(count);
    return (isAnswered) => {
      if (isAnswered) count();
      isCounted = true;
      this.#parts.set(file, (this.#parts.get(file) ?? 1) - 1);
    };
  }

  addRepeatedPart(): void {
    this.#repeatedParts++;
  }

  /** Increases with every event. */
  get moves(): number {
    return this.#moves;
  }

  changed(): void {
    this.#moves++;
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const watcher of watchers) watcher();
  }

  /** Returns the record as JSON. */
  toJSON(): object {
    return {
      requests: this.#requests,
      renders: Object.fromEntries(this.#renders),
      sessions: this.#sessions,
      sockets: this.#sockets,
      events: this.#events,
      mostPartsAtOnce: this.#mostParts,
      repeatedParts: this.#repeatedParts,
      violations: this.#violations,
    };
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
