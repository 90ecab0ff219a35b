import { readForm } from "@usdkit/test-service/messages/multipart-form";
import type { Area, Course, Failure, RunState } from "@usdkit/test-service/states/course";
import type { ServiceForm, ServiceReply, ServiceRequest } from "@usdkit/test-service/states/request";
import { findSpecified, type SpecifiedMatch } from "@usdkit/test-service/states/routes";
import { ServiceStates } from "@usdkit/test-service/states/service-states";
import type { Session as SessionState } from "@usdkit/test-service/states/session-states";
import type { PublishedFile, ServiceEvent, Surroundings } from "@usdkit/test-service/states/surroundings";
import type { SimRandom } from "./random.ts";

/** A request as it arrives. */
export interface Arrival {
  readonly method: string;
  readonly isUploadHost: boolean;
  readonly path: string;
  readonly query: string;
  readonly key: string | undefined;
  /** Which call of the client it belongs to: its trace context. */
  readonly call: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Of the upload host. */
  readonly token: string | undefined;
  readonly contentType: string;
  /** A body that is not JSON, once it is read. */
  bytes: Buffer;
}

/** A started operation: its kind, and the client's call that started it. */
interface Begun {
  readonly id: string;
  readonly call: string;
  readonly doneAt: number;
  readonly succeeds: boolean;
}

/** A job that was accepted, and so is rendered. */
export interface Job extends Begun {
  readonly requestId: string;
}

/** A session that was opened. */
export interface Session extends Begun {
  /** When the service ends it. */
  readonly endsAt: number;
}

/** Where files are published. */
const FILES = "https://files.example/";
const NO_QUERY = new URLSearchParams();

/**
 * The service as specified, on a virtual clock. It makes no mistakes itself. In half of the runs it remembers the ids of
 * submissions that it rejected, too.
 */
export class SimService {
  readonly jobs: Map<string, Job> = new Map();
  readonly sessions: Map<string, Session> = new Map();
  readonly worlds: Map<string, Begun> = new Map();
  /** The key that callers read now. */
  key = "sim-key-number-0";
  /** Still valid: what was under way when the key was changed arrives with it. */
  formerKey: string | undefined;
  /** Whether the ids of rejected submissions are remembered like those of accepted ones. */
  readonly remembersRejected: boolean;
  readonly #states: ServiceStates;
  readonly #random: SimRandom;
  readonly #now: () => number;
  readonly #problems: string[];
  readonly #files = new Map<string, Uint8Array>();
  #count = 0;
  /** The call whose request is being answered. */
  #call = "";

  constructor(random: SimRandom, now: () => number, problems: string[]) {
    this.remembersRejected = random.chance(0.5);
    this.#random = random;
    this.#now = now;
    this.#problems = problems;
    this.#states = new ServiceStates(this.#surroundings(), {
      // So few bytes that most files have several parts.
      blockSize: random.between(10, 60),
      deduplicates: random.chance(0.8),
      keepsUploads: true,
      queue: 0,
      remembersRejected: this.remembersRejected,
      queueInResult: random.chance(0.3),
    });
  }

  /** Rejects a request before it takes effect, as a busy service does. */
  reject(arrival: Arrival): void {
    this.#states.reject(requestOf(arrival), find(arrival));
  }

  handle(arrival: Arrival): ServiceReply {
    for (const { id, endsAt } of this.sessions.values()) if (endsAt < Infinity) this.isOpen(id);
    this.#call = arrival.call;
    return this.#states.answer(requestOf(arrival), find(arrival));
  }

  /** Whether a session has not ended: some end by themselves. */
  isOpen(id: string): boolean {
    if (this.#now() >= (this.sessions.get(id)?.endsAt ?? Infinity)) this.#states.sessions.end(id, "service");
    return this.#states.sessions.get(id) !== undefined;
  }

  /** Returns the session that a WebSocket's URL is for, and uses up its token. */
  takeByToken(nodeId: string, token: string): SessionState | undefined {
    return this.#states.sessions.takeByToken(nodeId, token);
  }

  /** Ends all upload tokens. */
  expireUploadTokens(): void {
    this.#states.uploads.expireTokens();
  }

  /** The upload host restarts, and loses parts that it had not written. */
  loseParts(): void {
    this.#states.uploads.loseParts(() => this.#random.chance(0.3));
  }

  /** Returns the bytes behind a public URL. */
  file(url: string): Uint8Array | undefined {
    return this.#files.get(url);
  }

  #surroundings(): Surroundings {
    return {
      now: this.#now,
      id: (kind) => this.#name(kind),
      secret: (kind) => `sim-${this.#name(kind)}`,
      userOf: (key) => (key === this.key || key === this.formerKey ? "user" : undefined),
      course: (area) => this.#course(area),
      publish: (file) => this.#publish(file),
      happened: (event) => this.#happened(event),
      uploadUrl: () => "https://upload.example",
      nodeHost: () => "node.example",
    };
  }

  #name(kind: string): string {
    return `${kind}-${++this.#count}`;
  }

  #publish(file: PublishedFile): string {
    const url = FILES + (file.kind === "upload" ? this.#name("file") : file.name);
    if (file.kind === "upload") this.#files.set(url, file.bytes);
    return url;
  }

  #course(area: Area): Course {
    const random = this.#random;
    if (area === "uploads") return new ChanceCourse(random);
    const longest = area === "streams" ? random.pick([100, 20_000]) : random.pick([100, 5000, 30_000]);
    const doneAt = this.#now() + random.between(0, longest);
    const succeeds = area === "streams" || random.chance(0.8);
    const isOdd = area === "worlds";
    return new TimedCourse({ now: this.#now, random, doneAt, succeeds, isOdd });
  }

  #happened(event: ServiceEvent): void {
    switch (event.kind) {
      case "job-accepted": {
        const { id, requestId } = event;
        this.jobs.set(id, { ...this.#begun(id, this.#states.jobs.jobs.get(id)?.course), requestId });
        break;
      }
      case "session-created": {
        const { id } = event;
        const endsAt = this.#random.chance(0.05) ? this.#now() + this.#random.between(0, 30_000) : Infinity;
        this.sessions.set(id, { ...this.#begun(id, this.#states.sessions.get(id)?.course), endsAt });
        break;
      }
      case "task-begun":
        this.worlds.set(event.id, this.#begun(event.id, this.#states.worlds.worlds.get(event.id)?.course));
        break;
      case "violation":
        this.#problems.push(event.sentence);
        break;
      case "upload-failed":
        this.#problems.push(`${event.id}: ${event.reason}`);
        break;
      default:
    }
  }

  #begun(id: string, course: Course | undefined): Begun {
    const { doneAt = 0, succeeds = true } = course instanceof TimedCourse ? course : {};
    return { id, call: this.#call, doneAt, succeeds };
  }
}

/** An operation that is over at a time. */
class TimedCourse implements Course {
  readonly doneAt: number;
  readonly succeeds: boolean;
  readonly #now: () => number;
  readonly #random: SimRandom;
  readonly #isOdd: boolean;

  /** @param facts With `isOdd`, it has statuses that the specification does not name. */
  constructor(facts: { now: () => number; random: SimRandom; doneAt: number; succeeds: boolean; isOdd: boolean }) {
    this.doneAt = facts.doneAt;
    this.succeeds = facts.succeeds;
    this.#now = facts.now;
    this.#random = facts.random;
    this.#isOdd = facts.isOdd;
  }

  get failure(): Failure | undefined {
    return this.succeeds ? undefined : { code: 500, message: "it broke" };
  }

  get now(): RunState {
    if (this.#now() >= this.doneAt) return { state: this.succeeds ? "succeeded" : "failed", progress: 1 };
    const status = this.#isOdd && this.#random.chance(0.3) ? "POLISHING" : undefined;
    return { state: "running", progress: 0.5, status };
  }

  poll(): RunState {
    return this.now;
  }
}

/** An upload that is assembled after some polls. */
class ChanceCourse implements Course {
  readonly failure = undefined;
  readonly now: RunState = { state: "running", progress: 1 };
  readonly #random: SimRandom;

  constructor(random: SimRandom) {
    this.#random = random;
  }

  poll(): RunState {
    return this.#random.chance(0.4) ? this.now : { state: "succeeded", progress: 1 };
  }
}

/** Routes that were found; ids repeat from run to run, so there are few. */
const routes = new Map<string, SpecifiedMatch | undefined>();

function find(arrival: Arrival): SpecifiedMatch | undefined {
  const { method, path, json, isUploadHost } = arrival;
  const key = `${method} ${path} ${"operationId" in json}`;
  if (!routes.has(key)) {
    routes.set(key, findSpecified({ host: isUploadHost ? "upload" : "gateway", method, path, json }));
  }
  return routes.get(key);
}

function requestOf({
  method,
  path,
  query,
  key,
  token,
  json,
  isUploadHost,
  contentType,
  bytes,
}: Arrival): ServiceRequest {
  return {
    host: isUploadHost ? "upload" : "gateway",
    method,
    path,
    query: query === "" ? NO_QUERY : new URLSearchParams(query),
    authorization: key,
    uploadToken: token,
    json,
    form: bytes.length === 0 ? undefined : formOf(contentType, bytes),
  };
}

function formOf(contentType: string, bytes: Buffer): ServiceForm | undefined {
  const parts = readForm(contentType, bytes);
  if (parts === undefined) return undefined;
  const file = parts.find(({ name }) => name === "file");
  const fields = new Map(parts.filter((part) => part !== file).map(({ name, data }) => [name, data.toString()]));
  return { fields, file: file?.data, fileName: file?.fileName };
}
