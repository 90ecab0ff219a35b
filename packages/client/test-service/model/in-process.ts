/** The model behind a `fetch` and a `WebSocket` of this process: no sockets, no disks, and as fast as the client. */
import { Buffer } from "node:buffer";
import type { HostName } from "../http/received-request.ts";
import { ReceivedRequest } from "../http/received-request.ts";
import { problemReply } from "../http/problems.ts";
import { emptyReply, type Reply } from "../http/reply.ts";
import { sha256, type OpenRequest } from "../record/record.ts";
import { ok } from "../script/faults.ts";
import { makeFrame } from "../images/jpeg.ts";
import { ServiceClock } from "../clock.ts";
import { DEFAULT_SETTINGS, type ServiceOptions } from "../settings.ts";
import type { Route } from "./route.ts";
import { ServiceModel } from "./service-model.ts";

/** Where the hosts of a model in this process are said to be. */
export const IN_PROCESS_ORIGINS: Readonly<Record<HostName, string>> = {
  gateway: "https://gateway.example",
  upload: "https://upload.example",
  files: "https://files.example",
  nodes: "https://node.example",
  elsewhere: "https://elsewhere.example",
};

/** A model whose hosts are those of {@link IN_PROCESS_ORIGINS}. */
export function inProcessModel({ now, sleep, frames, ...settings }: ServiceOptions = {}): ServiceModel {
  const clock = new ServiceClock({ ...(now && { now }), ...(sleep && { sleep }) });
  const all = { ...DEFAULT_SETTINGS, ...settings, frames: { ...DEFAULT_SETTINGS.frames, ...frames } };
  const surroundings = { origin: (host: HostName) => IN_PROCESS_ORIGINS[host], isConnected: () => false };
  return new ServiceModel(all, clock, surroundings);
}

/** A `fetch` that the model answers. */
export function inProcessFetch(model: ServiceModel): (url: string, init: RequestInit) => Promise<Response> {
  return async (address, init) => {
    const url = new URL(address);
    const host = hostOf(url);
    const { headers, body } = await partsOf(address, init);
    const received = new ReceivedRequest({
      host,
      method: init.method ?? "GET",
      url: url.pathname + url.search,
      headers,
      body,
    });
    init.signal?.throwIfAborted();
    const found = model.find(host, received.method, received.path, received.json);
    const seen = recordOf(model, received);
    if (found === undefined) model.record.addViolation(`${received.method} ${address} is no endpoint`);
    const reply =
      found === undefined ? problemReply("notFound", { detail: "unknown endpoint" }) : answer(model, found, received);
    Object.assign(seen, { endpoint: found?.id ?? null, landed: true, status: reply.status, end: "answered" });
    return responseOf(reply);
  };
}

function recordOf({ record, clock }: ServiceModel, received: ReceivedRequest): OpenRequest {
  const { host, method, path, query, headers, body, json = null } = received;
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const seen = record.begin({ at: clock.now(), host, method, path, query: String(query), headers: texts });
  seen.body = { size: body.length, sha256: sha256(body), json };
  return seen;
}

/** The answer, or that of a fault of the script that has one. */
function answer(model: ServiceModel, route: Route, received: ReceivedRequest): Reply {
  const fault = model.script.takeFault(route.id) ?? ok();
  if (!fault.lands) model.reject(route, received);
  const reply = fault.lands ? model.answer(route, received) : emptyReply(200);
  const about = { request: received, idField: route.idField, now: model.clock.now(), elsewhere: "" };
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

function responseOf({ status, headers, body }: Reply): Response {
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody && body.length > 0 ? { "content-length": String(body.length) } : {};
  return new Response(hasBody ? Buffer.from(body) : null, { status, headers: { ...headers, ...length } });
}

type Listener = (event: never) => void;

/** A WebSocket of this process, as far as a client uses one. */
export interface InProcessSocket {
  binaryType: string;
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: string, listener: Listener): void;
}

/** The constructor of WebSockets to the model's sessions: code 0 after the handshake, then `frames` frames. */
export function inProcessWebSocket(model: ServiceModel, frames = 3): new (url: string) => InProcessSocket {
  const { behaviour } = model;
  return class implements InProcessSocket {
    binaryType = "blob";
    readonly #listeners = new Map<string, Listener>();
    readonly #sessionId: string | undefined;
    #isClosed = false;

    constructor(address: string) {
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

    send(_handshake: string): void {
      const code = behaviour.numericCodes === true ? 0 : "0";
      queueMicrotask(() => {
        if (behaviour.frameBeforeReady === true) this.#frame(1);
        this.#emit("message", { data: JSON.stringify({ code }) });
        const first = behaviour.frameBeforeReady === true ? 2 : 1;
        for (let number = first; number <= frames; number++) queueMicrotask(() => this.#frame(number));
      });
    }

    close(): void {
      queueMicrotask(() => this.#end(1000));
    }

    #frame(number: number): void {
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
