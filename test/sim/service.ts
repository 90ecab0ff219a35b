import { findEndpoint, limits, makeApiError, type BusinessCodeName } from "@usdkit/contract";
import type { SimRandom } from "./random.ts";
import { readForm, SimUploadHost } from "./upload-host.ts";

/** A request as it arrives. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly key: string | undefined;
  /** Which call of the client it belongs to: its trace context. */
  readonly call: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Of the upload host. */
  readonly token: string | undefined;
  readonly contentType: string;
  /** What is no JSON, as soon as it is read. */
  bytes: Buffer;
}

/** What the service answers. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
}

/** A job that was accepted, and so is rendered. */
export interface Job {
  readonly id: string;
  readonly call: string;
  readonly requestId: string;
  readonly doneAt: number;
  readonly succeeds: boolean;
}

/** A session that was opened. */
export interface Session {
  readonly id: string;
  readonly call: string;
  readonly readyAt: number;
  open: boolean;
  /** Whether the service ends it by itself. */
  readonly endsAt: number;
}

/** A world or a task. */
export interface Task {
  readonly id: string;
  readonly call: string;
  readonly name: string;
  readonly begun: number;
  readonly doneAt: number;
  readonly succeeds: boolean;
}

/**
 * The service as the specification has it, on a virtual clock, with its guard of one minute. It makes no mistakes itself. In
 * half of the runs it remembers the ids of submissions that it rejected, too.
 */
export class SimService {
  readonly jobs: Map<string, Job> = new Map();
  readonly sessions: Map<string, Session> = new Map();
  readonly worlds: Map<string, Task> = new Map();
  readonly uploads: SimUploadHost;
  /** The key that callers read now. */
  key = "sim-key-number-0";
  /** Still good as well: what was on its way when the key was changed arrives with it. */
  formerKey: string | undefined;
  /** Whether the ids of rejected submissions are remembered like those of accepted ones. */
  readonly remembersRejected: boolean;
  readonly #random: SimRandom;
  readonly #now: () => number;
  /** When each `requestId` was accepted, or is remembered, last. */
  readonly #remembered = new Map<string, number>();

  constructor(random: SimRandom, now: () => number, problems: string[]) {
    this.uploads = new SimUploadHost(random, problems);
    this.remembersRejected = random.chance(0.5);
    this.#random = random;
    this.#now = now;
  }

  /** The service is too busy for a request, or fails before it takes effect. */
  reject({ path, json, key }: Arrival): void {
    const { requestId } = json;
    const isKnown = key === this.key || key === this.formerKey;
    if (!this.remembersRejected || !isKnown || typeof requestId !== "string" || !path.endsWith("/jobs")) return;
    this.#remembered.set(requestId, this.#now());
  }

  handle(arrival: Arrival): Answer {
    const match = find(arrival);
    if (match.kind !== "found") return problem("not-found");
    const { endpoint, path } = match;
    if (endpoint.access === "key" && ![this.key, this.formerKey].includes(arrival.key ?? ""))
      return problem("not-logged-in");
    if (endpoint.access === "upload-token" && !this.uploads.hasToken(arrival.token ?? "")) return { status: 401 };
    const { json, call } = arrival;
    switch (endpoint.id) {
      case "jobs.submit":
        return this.#submit(String(json["requestId"]), call);
      case "jobs.get":
        return this.#job(String(json["operationId"]));
      case "streams.create":
        return this.#open(call);
      case "streams.get":
        return this.#session(String(json["operationId"]));
      case "streams.push":
        return this.#push(path["sessionId"] ?? "");
      case "streams.close":
        return this.#close(path["sessionId"] ?? "");
      case "worlds.generate":
        return this.#begin(String(json["name"]), call);
      case "worlds.get":
        return this.#world(path["worldId"] ?? "");
      case "worlds.list":
        return {
          status: 200,
          json: { result: [...this.worlds.values()].map((world) => this.#row(world)), hasMore: false },
        };
      case "assets.token":
        return { status: 200, json: this.uploads.issueToken() };
      default:
        return endpoint.host === "upload" ? this.#upload(endpoint.id, arrival) : problem("not-found");
    }
  }

  /** Whether a session is there: what is open ends by itself now and then. */
  isOpen(id: string): boolean {
    const session = this.sessions.get(id);
    if (session !== undefined && this.#now() >= session.endsAt) session.open = false;
    return session?.open === true;
  }

  #upload(id: string, { token = "", query, contentType, bytes }: Arrival): Answer {
    const payload = (): unknown => {
      switch (id) {
        case "assets.uploadSingle":
          return this.uploads.single(token, readForm(contentType, bytes).get("file"));
        case "assets.uploadInit":
          return this.uploads.init(token, new URLSearchParams(query));
        case "assets.uploadPart":
          return this.uploads.part(readForm(contentType, bytes));
        default:
          return this.uploads.status(token);
      }
    };
    const d = payload();
    return { status: 200, json: d === undefined ? { c: 4000, d: null, m: "refused" } : { c: 0, d } };
  }

  #submit(requestId: string, call: string): Answer {
    const now = this.#now();
    const before = this.#remembered.get(requestId);
    if (before !== undefined && now - before < limits.duplicateGuardMs) {
      if (this.remembersRejected) this.#remembered.set(requestId, now);
      return problem("already-exists");
    }
    this.#remembered.set(requestId, now);
    const id = `job-${this.jobs.size + 1}`;
    this.jobs.set(id, { id, call, requestId, ...this.#fate(now) });
    return { status: 202, json: operation(id) };
  }

  #job(id: string): Answer {
    const job = this.jobs.get(id);
    if (job === undefined) return problem("not-found");
    if (this.#now() < job.doneAt) return { status: 200, json: operation(id) };
    const outcome = job.succeeds
      ? { result: { taskId: id, resultUrl: `https://files.example/${id}.png` } }
      : { error: { code: 500, message: `${id} broke`, status: "INTERNAL" } };
    return { status: 200, json: { ...operation(id), done: true, ...outcome } };
  }

  #open(call: string): Answer {
    const id = `session-${this.sessions.size + 1}`;
    const now = this.#now();
    const readyAt = now + this.#random.between(0, this.#random.pick([100, 20_000]));
    const endsAt = this.#random.chance(0.05) ? now + this.#random.between(0, 30_000) : Infinity;
    this.sessions.set(id, { id, call, readyAt, endsAt, open: true });
    return { status: 202, json: operation(id) };
  }

  #session(id: string): Answer {
    const session = this.sessions.get(id);
    if (session === undefined || !this.isOpen(id)) return problem("not-found");
    if (this.#now() < session.readyAt) return { status: 200, json: operation(id) };
    const result = { status: "ACTIVE", host: "h", nodeId: "n", streamId: "s", token: `token-of-${id}` };
    return { status: 200, json: { ...operation(id), done: true, result } };
  }

  #push(id: string): Answer {
    const session = this.sessions.get(id);
    if (session === undefined || !this.isOpen(id)) return problem("not-found");
    if (this.#now() < session.readyAt) return problem("session-not-active");
    return { status: 200, json: { ...operation(id), done: true, result: { sessionId: id, status: "ACTIVE" } } };
  }

  #close(id: string): Answer {
    const session = this.sessions.get(id);
    if (session === undefined || !this.isOpen(id)) return problem("not-found");
    session.open = false;
    return { status: 204 };
  }

  #begin(name: string, call: string): Answer {
    const now = this.#now();
    const id = `world-${this.worlds.size + 1}`;
    this.worlds.set(id, { id, call, name, begun: now, ...this.#fate(now) });
    return { status: 200, json: { worldId: id } };
  }

  #world(id: string): Answer {
    const world = this.worlds.get(id);
    return world === undefined ? problem("not-found") : { status: 200, json: this.#row(world) };
  }

  #row({ id, name, begun, doneAt, succeeds }: Task): object {
    const isDone = this.#now() >= doneAt;
    const status = isDone
      ? succeeds
        ? "SUCCEEDED"
        : "FAILED"
      : this.#random.pick(["RUNNING", "RUNNING", "POLISHING"]);
    return { worldId: id, name, createTime: begun, status, progress: isDone ? 1 : 0.5 };
  }

  #fate(now: number): { readonly doneAt: number; readonly succeeds: boolean } {
    return {
      doneAt: now + this.#random.between(0, this.#random.pick([100, 5000, 30_000])),
      succeeds: this.#random.chance(0.8),
    };
  }
}

/** Routes that were found; ids repeat from run to run, so there are few. */
const routes = new Map<string, ReturnType<typeof findEndpoint>>();

function find({ method, path, json }: Arrival): ReturnType<typeof findEndpoint> {
  const route = `${method} ${path} ${"operationId" in json}`;
  let match = routes.get(route);
  if (match === undefined) routes.set(route, (match = findEndpoint(method, path, json)));
  return match;
}

function operation(operationId: string): { readonly operationId: string; readonly done: boolean } {
  return { operationId, done: false };
}

function problem(name: BusinessCodeName): Answer {
  const json = makeApiError({ name, domain: "rendercloud" });
  return { status: json.code, json };
}
