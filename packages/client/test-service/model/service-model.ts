/**
 * The service as the specification has it, without sockets: requests in, replies out. Tests over HTTP, in process and on a
 * virtual clock answer with this one model; its variants are those of `@usdkit/contract/variants`.
 */
import { findEndpoint, submitJob, type AnyEndpoint } from "@usdkit/contract";
import { applyVariants, type Variant, type VariantBehaviour } from "@usdkit/contract/variants";
import type { ServiceClock } from "../clock.ts";
import { invalid, notFound, problemReply, unauthenticated } from "../http/problems.ts";
import { readRequest } from "../http/read-request.ts";
import { ReceivedRequest, type HostName } from "../http/received-request.ts";
import { emptyReply, envelopeProblem, jsonOf, jsonReply, textReply, type Reply } from "../http/reply.ts";
import { ServiceRecord } from "../record/record.ts";
import { assetBehaviours } from "../routes/assets.ts";
import { formatBehaviours } from "../routes/format.ts";
import { jobBehaviours } from "../routes/jobs.ts";
import { ownRoutes } from "../routes/own.ts";
import { endpointRoutes, type Route } from "../routes/route.ts";
import { streamBehaviours } from "../routes/streams.ts";
import { gen3dBehaviours, meshBehaviours } from "../routes/tasks.ts";
import { worldBehaviours } from "../routes/worlds.ts";
import { Script } from "../script/script.ts";
import { Files } from "../state/files.ts";
import { JobStore } from "../state/job-store.ts";
import { Names } from "../state/names.ts";
import type { Parts, ServiceSettings } from "../state/parts.ts";
import { SessionStore } from "../state/session-store.ts";
import { UploadStore } from "../state/upload-store.ts";
import { WorldStore, type World } from "../state/world-store.ts";

/** What a request is for: of several endpoints at one place the first, until the body decides. */
export interface FoundRoute {
  readonly route: Route;
  /** Values of the path, decoded. */
  readonly path: object;
}

/** What surrounds a model: where its hosts are, and who has a WebSocket open. */
export interface ModelSurroundings {
  readonly origin: (host: HostName) => string;
  /** Whether a WebSocket of the session is open that would notice its end. */
  readonly isConnected: (sessionId: string) => boolean;
}

export class ServiceModel {
  readonly settings: ServiceSettings;
  readonly clock: ServiceClock;
  readonly record: ServiceRecord = new ServiceRecord();
  readonly script: Script;
  readonly files: Files;
  readonly uploads: UploadStore;
  readonly worlds: WorldStore;
  readonly sessions: SessionStore;
  readonly parts: Parts;
  readonly behaviour: VariantBehaviour;
  readonly #jobs: JobStore;
  readonly #routes: readonly Route[];
  readonly #variants: readonly Variant[];
  /** How often each operation was polled, for services that do not find new ones. */
  readonly #polls = new Map<string, number>();

  constructor(settings: ServiceSettings, clock: ServiceClock, { origin, isConnected }: ModelSurroundings) {
    this.settings = settings;
    this.clock = clock;
    this.#variants = settings.variants;
    this.behaviour = Object.assign({}, ...settings.variants.map(({ behaviour }) => behaviour)) as VariantBehaviour;
    const names = new Names(this.behaviour.numericIds === true);
    this.files = new Files(names, () => origin("files"));
    const parts: Parts = {
      settings,
      clock,
      // Made below, from the routes, which are made from the parts.
      get script() {
        return script;
      },
      record: this.record,
      names,
      files: this.files,
      nodeAuthority: () => new URL(origin("nodes")).host,
      isConnected,
    };
    this.parts = parts;
    this.uploads = new UploadStore(parts);
    this.worlds = new WorldStore(parts);
    this.sessions = new SessionStore(parts);
    this.#jobs = new JobStore(parts);
    this.#routes = [
      ...endpointRoutes({
        ...formatBehaviours,
        ...assetBehaviours(parts, this.uploads, () => origin("upload")),
        ...worldBehaviours(this.worlds),
        ...jobBehaviours(this.#jobs),
        ...streamBehaviours(parts, this.sessions),
        ...meshBehaviours(parts),
        ...gen3dBehaviours(parts),
      }),
      ...ownRoutes(this.files),
    ];
    const script = new Script(this.endpoints);
    this.script = script;
  }

  /** The ids of all endpoints that a script can name. */
  get endpoints(): readonly string[] {
    return this.#routes.map(({ id }) => id);
  }

  find(host: HostName, method: string, pathname: string, body?: unknown): FoundRoute | undefined {
    // Relative URLs of results lead to the gateway.
    const isFile = host === "gateway" && pathname.startsWith("/files/");
    if (isFile || (host !== "gateway" && host !== "upload")) {
      const wanted = isFile ? "files" : host;
      const route = this.#routes.find(
        (one) => one.endpoint === undefined && one.host === wanted && one.method === method,
      );
      return route && { route, path: {} };
    }
    const match = findEndpoint(method, pathname, body);
    if (match.kind !== "found" || match.endpoint.host !== host) return undefined;
    const route = this.#routes.find(({ id }) => id === match.endpoint.id);
    return route && { route, path: match.path };
  }

  /** A world that exists already, as for a list of several pages. */
  addWorld(facts: { readonly name?: string; readonly user?: string } = {}): World {
    return this.worlds.add({ user: Object.values(this.settings.keys)[0] ?? "", ...facts });
  }

  /**
   * Creates an operation as a caller would, past variants and scripts.
   *
   * @returns Its id.
   */
  create({ method, path }: AnyEndpoint, body: object): string {
    const [authorization = ""] = Object.keys(this.settings.keys);
    const received = new ReceivedRequest({
      host: "gateway",
      method,
      url: path,
      headers: { authorization, "content-type": "application/json" },
      body: Buffer.from(JSON.stringify(body)),
    });
    const found = this.find("gateway", method, path, body);
    const endpoint = found?.route.endpoint;
    const reply =
      endpoint === undefined ? undefined : jsonOf(this.#answer(endpoint, found as FoundRoute, received).body);
    const values: readonly unknown[] = typeof reply === "object" && reply !== null ? Object.values(reply) : [];
    const [id] = values;
    if (typeof id !== "string") throw new Error(`nothing was created: ${JSON.stringify(reply)}`);
    return id;
  }

  /** Makes a session active, as polls do. @returns Its id. */
  activate(sessionId: string): string {
    const session = this.sessions.get(sessionId);
    for (let polls = 0; session?.state === "waiting" && polls < 100; polls++) this.sessions.poll(session);
    return sessionId;
  }

  /** Takes effect, and answers. */
  answer({ route, path }: FoundRoute, received: ReceivedRequest): Reply {
    if (route.endpoint === undefined) return route.answer(received);
    const { id } = route;
    const reply = this.#isNotThereYet(id, path, received)
      ? notFound("there is nothing of this id yet")
      : this.#answer(route.endpoint, { route, path }, received);
    return this.#variants.length === 0 ? reply : this.#changed(reply, id);
  }

  /** A submission was rejected before it was looked at: some services remember its id. */
  reject({ route }: FoundRoute, received: ReceivedRequest): void {
    if (this.behaviour.remembersRejected !== true || route.id !== submitJob.id) return;
    const { json } = received;
    const requestId = typeof json === "object" && json !== null && "requestId" in json ? json.requestId : undefined;
    const user = this.settings.keys[received.header("authorization") ?? ""];
    if (typeof requestId === "string" && user !== undefined) this.#jobs.remember(user, requestId);
  }

  #answer(endpoint: AnyEndpoint, { route, path }: FoundRoute, received: ReceivedRequest): Reply {
    const { record } = this;
    const token = received.header("ous-token-v2") ?? "";
    const user = this.#userOf(endpoint, received, token);
    if (user === undefined) {
      return endpoint.access === "key" ? unauthenticated() : { ...envelopeProblem(4010, "bad token"), status: 401 };
    }
    const read = readRequest(endpoint, received, path);
    if ("problem" in read) {
      record.addViolation(`${route.id}: ${read.problem}`);
      return endpoint.host === "upload" ? envelopeProblem(4000, read.problem) : invalid(read.problem);
    }
    if (route.endpoint === undefined) return emptyReply(404);
    try {
      // The schemas of this very endpoint have read it.
      return route.answer(read.request as Parameters<typeof route.answer>[0], { user, token, file: read.file });
    } catch (error) {
      // A defect of the service must not look like one of the client.
      record.addViolation(`the service itself failed: ${String(error)}`);
      return problemReply("internal");
    }
  }

  /** @returns `undefined` where the key or token is missing or wrong. */
  #userOf({ access }: AnyEndpoint, received: ReceivedRequest, token: string): string | undefined {
    if (access === "open") return "";
    if (access === "upload-token") return this.uploads.token(token)?.user;
    const { keys } = this.settings;
    const key = received.header("authorization") ?? "";
    return Object.hasOwn(keys, key) ? keys[key] : undefined;
  }

  #isNotThereYet(id: string, path: object, { json, query }: ReceivedRequest): boolean {
    const { pollsNotFound = 0 } = this.behaviour;
    if (pollsNotFound === 0 || !id.endsWith(".get")) return false;
    const operation = `${id} ${JSON.stringify(path)} ${JSON.stringify(json)} ${String(query)}`;
    const polls = (this.#polls.get(operation) ?? 0) + 1;
    this.#polls.set(operation, polls);
    return polls <= pollsNotFound;
  }

  #changed(reply: Reply, endpoint: string): Reply {
    const isJson = reply.headers["content-type"] === "application/json";
    const before = { status: reply.status, body: isJson ? jsonOf(reply.body) : undefined };
    const after = applyVariants(this.#variants, before, endpoint);
    if (after.body === undefined) {
      return isJson ? emptyReply(after.status) : { ...reply, status: after.status };
    }
    if (typeof after.body === "string") return textReply(after.status, "text/plain", after.body);
    return jsonReply(after.status, after.body);
  }
}
