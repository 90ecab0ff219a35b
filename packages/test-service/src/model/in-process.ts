/** The model behind a `fetch` and a `WebSocket` of this process: no sockets, no disks, and as fast as the client. */
import { Buffer } from "node:buffer";
import type { HostName } from "../messages/received-request.ts";
import { ReceivedRequest } from "../messages/received-request.ts";
import { problemReply } from "../messages/problems.ts";
import { emptyReply, type Reply } from "../messages/reply.ts";
import { sha256, type OpenRequest } from "../record/record.ts";
import type { Fault } from "../script/fault.ts";
import { ok } from "../script/faults.ts";
import { deliverInProcess } from "./deliver-in-process.ts";
import { makeFrame } from "../images/jpeg.ts";
import { ServiceClock } from "../time/service-clock.ts";
import { DEFAULT_SETTINGS, type ServiceOptions } from "./settings.ts";
import type { Route } from "./route.ts";
import { ServiceModel } from "./service-model.ts";

/** The origins of a model in this process. */
export const IN_PROCESS_ORIGINS: Readonly<Record<HostName, string>> = {
  gateway: "https://gateway.example",
  upload: "https://upload.example",
  files: "https://files.example",
  nodes: "https://node.example",
  elsewhere: "https://elsewhere.example",
};

/** A model with the hosts of {@link IN_PROCESS_ORIGINS}. */
export function inProcessModel({ now, sleep, frames, ...settings }: ServiceOptions = {}): ServiceModel {
  const clock = new ServiceClock({ ...(now && { now }), ...(sleep && { sleep }) });
  const all = { ...DEFAULT_SETTINGS, ...settings, frames: { ...DEFAULT_SETTINGS.frames, ...frames } };
  const surroundings = { origin: (host: HostName) => IN_PROCESS_ORIGINS[host], isConnected: () => false };
  return new ServiceModel(all, clock, surroundings);
}

/** A `fetch` of this process. */
export interface InProcessFetch {
  (url: string, init: RequestInit): Promise<Response>;
  /** Number of requests being processed, excluding those that a fault holds or delays. */
  readonly busy: () => number;
}

/** Returns a `fetch` that the model answers, including faults of its script. */
export function inProcessFetch(model: ServiceModel): InProcessFetch {
  let busy = 0;
  /** Waits of faults: meanwhile only time changes the state. */
  const idle = async <Value>(wait: Promise<Value>): Promise<Value> => {
    busy--;
    try {
      return await wait;
    } finally {
      busy++;
    }
  };
  const exchange = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    const signal = init.signal ?? undefined;
    const { headers, body } = await partsOf(address, init);
    const facts = { host: hostOf(url), method: init.method ?? "GET", url: url.pathname + url.search };
    const received = new ReceivedRequest({ ...facts, headers, body });
    signal?.throwIfAborted();
    const route = model.find(received.host, received.method, received.path, received.json);
    const seen = recordOf(model, received);
    if (route === undefined) model.record.addViolation(`${received.method} ${address} is no endpoint`);
    const fault = (route && model.script.takeFault(route.id)) ?? ok();
    Object.assign(seen, { endpoint: route?.id ?? null, fault: fault.name });
    if (fault.landsAfter !== undefined) await idle(model.clock.sleep(fault.landsAfter));
    const reply = answer(model, { route, fault }, received);
    seen.landed = fault.lands;
    if (fault.answersAfter !== undefined) await idle(until(model.clock.sleep(fault.answersAfter), signal));
    const { delivery = { how: "whole" } } = fault;
    Object.assign(seen, { status: reply.status, end: delivery.how === "whole" ? "answered" : "broken" });
    model.record.changed();
    const sleep = (milliseconds: number): Promise<void> => model.clock.sleep(milliseconds);
    const delivering = deliverInProcess(reply, delivery, { sleep, signal });
    return await (delivery.how === "silence" ? idle(delivering) : delivering);
  };
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    busy++;
    try {
      return await exchange(address, init);
    } finally {
      busy--;
    }
  };
  return Object.assign(fetch, { busy: () => busy });
}

/** Rejects as soon as the caller aborts. */
async function until(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  await Promise.race([
    wait,
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}

function recordOf({ record, clock }: ServiceModel, received: ReceivedRequest): OpenRequest {
  const { host, method, path, query, headers, body, json = null } = received;
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const seen = record.begin({ at: clock.now(), host, method, path, query: String(query), headers: texts });
  seen.body = { size: body.length, sha256: sha256(body), json };
  return seen;
}

/** Returns the answer, or that of the script's fault. */
function answer(
  model: ServiceModel,
  { route, fault }: { readonly route: Route | undefined; readonly fault: Fault },
  received: ReceivedRequest,
): Reply {
  if (route === undefined) return problemReply("notFound", { detail: "unknown endpoint" });
  if (!fault.lands) model.reject(route, received);
  const reply = fault.lands ? model.answer(route, received) : emptyReply(200);
  const elsewhere = IN_PROCESS_ORIGINS.elsewhere;
  const about = { request: received, idField: route.idField, now: model.clock.now(), elsewhere };
  return fault.change?.(reply, about) ?? reply;
}

function hostOf({ origin }: URL): HostName {
  const found = (Object.entries(IN_PROCESS_ORIGINS) as [HostName, string][]).find(([, each]) => each === origin);
  return found?.[0] ?? "elsewhere";
}

async function partsOf(
  url: string,
  init: RequestInit,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }> {
  // As the platform does: forms get their boundary, streams are read.
  const request = new Request(url, { ...init, signal: null });
  const body = Buffer.from(await request.arrayBuffer());
  return { headers: Object.fromEntries(request.headers), body };
}

type Listener = (event: never) => void;

/** A WebSocket of this process, with the subset that a client uses. */
export interface InProcessSocket {
  binaryType: string;
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: string, listener: Listener): void;
  ping(): void;
  on(event: "ping" | "pong", listener: () => void): void;
}

/** The behaviour of the rendering host behind a WebSocket of this process. */
export interface InProcessHost {
  /** Frames of a session; default 3. Then it sends nothing. */
  readonly frames?: number;
  /** Answers to pings; default all of them. Then the connection is half-open. */
  readonly pongs?: number;
  /** Whether the WebSocket is one of a page, which can neither send nor see pings. */
  readonly isPage?: boolean;
  /** Answers to the handshakes of its connections; default "0" for each. */
  readonly codes?: readonly string[];
}

/**
 * Returns a WebSocket constructor for the model's sessions: code 0 after the handshake, then frames. A further
 * connection of a session begins with its newest frame.
 */
export function inProcessWebSocket(
  model: ServiceModel,
  { frames = 3, pongs = Infinity, codes = [], isPage = false }: InProcessHost = {},
): { new (url: string): InProcessSocket; readonly prototype: object } {
  const { behaviour } = model;
  const newest = new Map<string | undefined, number>();
  let pongsLeft = pongs;
  let connections = 0;
  return class implements InProcessSocket {
    binaryType = "blob";
    readonly #listeners = new Map<string, Listener>();
    readonly #sessionId: string | undefined;
    #isClosed = false;

    constructor(address: string) {
      if (isPage) Object.assign(this, { ping: undefined, on: undefined });
      const { searchParams } = new URL(address);
      const session = model.states.sessions.takeByToken(searchParams.get("nid") ?? "", searchParams.get("token") ?? "");
      this.#sessionId = session?.id;
      queueMicrotask(() => {
        if (session === undefined) this.#end(1006);
        else this.#emit("open", {});
      });
    }

    addEventListener(type: string, listener: Listener): void {
      this.#listeners.set(type, listener);
    }

    on(event: string, listener: Listener): void {
      this.addEventListener(event, listener);
    }

    ping(): void {
      if (pongsLeft-- > 0) queueMicrotask(() => this.#emit("pong", {}));
    }

    send(_handshake: string): void {
      const code = codes.at(connections++) ?? (behaviour.numericCodes === true ? 0 : "0");
      queueMicrotask(() => {
        if (behaviour.frameBeforeReady === true) this.#frame(1);
        this.#emit("message", { data: JSON.stringify({ code }) });
        const first = behaviour.frameBeforeReady === true ? 2 : 1;
        if (String(code) === "0") this.#frames(newest.get(this.#sessionId) ?? first);
      });
    }

    close(): void {
      queueMicrotask(() => this.#end(1000));
    }

    /** Each in its own round, so that a reader can take it before the next one replaces it. */
    #frames(number: number): void {
      if (number > frames || this.#isClosed) return;
      setImmediate(() => {
        this.#frame(number);
        this.#frames(number + 1);
      });
    }

    #frame(number: number): void {
      newest.set(this.#sessionId, number);
      const bytes = makeFrame(number, this.#sessionId ?? "", 0);
      this.#emit("message", { data: new Uint8Array(bytes).buffer });
    }

    #end(code: number): void {
      this.#emit("close", { code, reason: "" });
      this.#isClosed = true;
    }

    #emit(type: string, event: object): void {
      if (!this.#isClosed) this.#listeners.get(type)?.(event as never);
    }
  };
}
