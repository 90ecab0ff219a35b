/**
 * The service as specified, with a script, a record and the variants of `@usdkit/contract/variants` around it. Tests
 * over sockets and in process use this model; the simulation uses its states as well.
 */
import type { AnyEndpoint } from "@usdkit/contract";
import { applyVariants, type Variant, type VariantBehaviour } from "@usdkit/contract/variants";
import type { ServiceClock } from "../time/service-clock.ts";
import { readForm } from "../messages/multipart-form.ts";
import { problemReply } from "../messages/problems.ts";
import type { ReceivedRequest, HostName } from "../messages/received-request.ts";
import { emptyReply, jsonOf, jsonReply, textReply, type Reply } from "../messages/reply.ts";
import { checkRequest } from "../record/check-request.ts";
import { ServiceRecord } from "../record/record.ts";
import { PolledCourse, type Outcome } from "../script/outcome.ts";
import { Script, type OutcomeArea } from "../script/script.ts";
import { fieldOf, type ServiceForm, type ServiceReply, type ServiceRequest } from "../states/request.ts";
import { findSpecified } from "../states/routes.ts";
import { ServiceStates } from "../states/service-states.ts";
import type { ServiceEvent, Surroundings } from "../states/surroundings.ts";
import { Files } from "./files.ts";
import { Names } from "./names.ts";
import { serveFile, strangerReply } from "./own-hosts.ts";
import { bytesOf } from "./published-files.ts";
import { ownRoute, routeIds, specifiedRoute, type Route } from "./route.ts";
import type { ServiceSettings } from "./service-settings.ts";

/** The hosts of a model, and its open WebSockets. */
export interface ModelHosts {
  readonly origin: (host: HostName) => string;
  /** Whether an open WebSocket of the session would notice its end. */
  readonly isConnected: (sessionId: string) => boolean;
}

/** Milliseconds: the network may take some of the 200 between two polls of an upload (spec 8). */
const POLL_INTERVAL = 200 - 10;

export class ServiceModel {
  readonly settings: ServiceSettings;
  readonly clock: ServiceClock;
  readonly record: ServiceRecord = new ServiceRecord();
  readonly script: Script = new Script(routeIds);
  readonly files: Files;
  readonly states: ServiceStates;
  readonly behaviour: VariantBehaviour;
  readonly #hosts: ModelHosts;
  readonly #variants: readonly Variant[];
  /** Number of polls per operation, for services that do not find new ones. */
  readonly #polls = new Map<string, number>();
  /** Time of the last status poll of an upload, by token. */
  readonly #uploadPolls = new Map<string, number>();

  constructor(settings: ServiceSettings, clock: ServiceClock, hosts: ModelHosts) {
    this.settings = settings;
    this.clock = clock;
    this.#hosts = hosts;
    this.#variants = settings.variants;
    this.behaviour = Object.assign({}, ...settings.variants.map(({ behaviour }) => behaviour)) as VariantBehaviour;
    const names = new Names(this.behaviour.numericIds);
    this.files = new Files(names, () => hosts.origin("files"));
    const { remembersRejected, queueInResult } = this.behaviour;
    this.states = new ServiceStates(this.#surroundings(names), { ...settings, remembersRejected, queueInResult });
  }

  /** The ids of all endpoints for use in scripts. */
  get endpoints(): readonly string[] {
    return routeIds;
  }

  find(host: HostName, method: string, path: string, json?: unknown): Route | undefined {
    // Relative URLs of results resolve to the gateway.
    if (host === "gateway" && path.startsWith("/files/")) return ownRoute("files", method);
    if (host !== "gateway" && host !== "upload") return ownRoute(host, method);
    const match = findSpecified({ host, method, path, json });
    return match && specifiedRoute(match);
  }

  /** Adds an existing world, for example for a list of several pages. */
  addWorld({ name, user }: { readonly name?: string; readonly user?: string } = {}): { readonly worldId: string } {
    const [owner = ""] = Object.values(this.settings.keys);
    return { worldId: this.states.worlds.add(user ?? owner, { name }).id };
  }

  /**
   * Creates an operation as a caller would, bypassing variants and scripts.
   *
   * @returns Its id.
   */
  create({ method, path }: AnyEndpoint, json: object): string {
    const [authorization = ""] = Object.keys(this.settings.keys);
    const query = new URLSearchParams();
    const request = { host: "gateway", method, path, query, authorization, uploadToken: undefined, json } as const;
    const reply = this.states.answer({ ...request, form: undefined });
    const id = fieldOf(reply.json, "operationId") ?? fieldOf(reply.json, "worldId") ?? fieldOf(reply.json, "taskId");
    if (typeof id !== "string") throw new Error(`nothing was created: ${JSON.stringify(reply)}`);
    return id;
  }

  /** Makes a session active, as polls do. @returns Its id. */
  activate(sessionId: string): string {
    const session = this.states.sessions.get(sessionId);
    for (let polls = 0; session?.state === "waiting" && polls < 100; polls++) this.states.sessions.advance(session);
    return sessionId;
  }

  /** Applies the request and returns the answer. */
  answer(route: Route, received: ReceivedRequest): Reply {
    const { id, match } = route;
    if (match === undefined) return id.startsWith("files.") ? serveFile(this.files, received) : strangerReply();
    const problem = checkRequest(received);
    if (problem !== undefined) this.record.addViolation(problem);
    if (id === "assets.uploadStatus") this.#checkInterval(received.header("ous-token-v2") ?? "");
    const reply = this.#isNotThereYet(route, received)
      ? problemReply("notFound", { detail: "nothing has this id yet" })
      : encode(this.#answer(route, received));
    return this.#variants.length === 0 ? reply : this.#changed(reply, id);
  }

  /** Handles a submission that was rejected before it was processed: some services remember its id. */
  reject({ match }: Route, received: ReceivedRequest): void {
    this.states.reject(specifiedRequest(received), match);
  }

  #answer({ match }: Route, received: ReceivedRequest): ServiceReply {
    try {
      return this.states.answer(specifiedRequest(received), match);
    } catch (error) {
      // A defect of the service must not look like one of the client.
      this.record.addViolation(`the service itself failed: ${String(error)}`);
      return { status: 500, json: {} };
    }
  }

  #surroundings(names: Names): Surroundings {
    const { origin } = this.#hosts;
    return {
      now: () => this.clock.now(),
      id: (kind) => names.next(kind),
      secret: (kind) => names.secret(kind),
      userOf: (key) => (Object.hasOwn(this.settings.keys, key) ? this.settings.keys[key] : undefined),
      course: (area) => new PolledCourse(this.script.takeOutcome(area) ?? this.#usual(area)),
      publish: (file) => this.files.put(file.name, bytesOf(file, this.settings.fileSize)),
      happened: (event) => this.#happened(event),
      uploadUrl: () => origin("upload"),
      nodeHost: () => new URL(origin("nodes")).host,
    };
  }

  #usual(area: OutcomeArea): Outcome {
    if (area === "uploads") return { polls: 1 };
    // As many polls as the queue position, and one that reports it as starting.
    return { polls: area === "streams" ? this.settings.queue + 1 : this.settings.polls };
  }

  #happened(event: ServiceEvent): void {
    const { record, clock } = this;
    switch (event.kind) {
      case "job-accepted":
        record.addRender(event.requestId);
        break;
      case "session-created":
        record.addSession({ sessionId: event.id, requestId: event.requestId, openedAt: clock.now() });
        break;
      case "session-active":
        record.addEvent("session-active", event.id, clock.now());
        break;
      case "session-patched": {
        const last = record.sockets.findLast(({ sessionId }) => sessionId === event.id);
        if (last?.closedBy === "client") record.addViolation("a patch was pushed after the WebSocket was closed");
        record.addPatch(event.id, event.patch, clock.now());
        break;
      }
      case "session-ended":
        if (event.by === "delete" && this.#hosts.isConnected(event.id))
          record.addViolation("a session was ended before its WebSocket was closed (spec 4.4)");
        record.endSession(event.id, event.by, clock.now());
        break;
      case "part-repeated":
        record.addRepeatedPart();
        break;
      case "violation":
        record.addViolation(event.sentence);
        break;
      default:
    }
  }

  #checkInterval(token: string): void {
    const now = this.clock.now();
    const passed = now - (this.#uploadPolls.get(token) ?? -Infinity);
    if (passed < POLL_INTERVAL)
      this.record.addViolation(`upload status polled after ${passed} ms: at least 200 (spec 8)`);
    this.#uploadPolls.set(token, now);
  }

  #isNotThereYet({ id }: Route, { path, json, query }: ReceivedRequest): boolean {
    const { pollsNotFound = 0 } = this.behaviour;
    if (pollsNotFound === 0 || !id.endsWith(".get")) return false;
    const operation = `${id} ${path} ${JSON.stringify(json)} ${String(query)}`;
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

function encode({ status, json, text }: ServiceReply): Reply {
  if (text !== undefined) return textReply(status, "text/markdown; charset=utf-8", text);
  return json === undefined ? emptyReply(status) : jsonReply(status, json);
}

function specifiedRequest(received: ReceivedRequest): ServiceRequest {
  const { host, method, path, query, json } = received;
  return {
    host: host === "upload" ? "upload" : "gateway",
    method,
    path,
    query,
    authorization: received.header("authorization"),
    uploadToken: received.header("ous-token-v2"),
    json,
    form: formOf(received),
  };
}

function formOf(received: ReceivedRequest): ServiceForm | undefined {
  const parts = readForm(received.header("content-type") ?? "", received.body);
  if (parts === undefined) return undefined;
  const file = parts.find(({ name }) => name === "file");
  const fields = new Map(parts.filter((part) => part !== file).map(({ name, data }) => [name, data.toString()]));
  return { fields, file: file?.data, fileName: file?.fileName };
}
