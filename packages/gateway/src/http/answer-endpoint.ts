/** Handles a request of an endpoint of the contract, from its head to its response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { findEndpoint, type AnyEndpoint } from "@usdkit/contract";
import { ApiFailure, UnknownEndpoint, WrongMethod } from "./api-failure.ts";
import { FAULT_HEADER, parseFault, type Fault } from "../faults/fault.ts";
import { injectedReply, type InjectedReply } from "../faults/injected-reply.ts";
import { identify, type Caller } from "./access.ts";
import type { Call, Handler, HandlerReply } from "./handler.ts";
import { handlers } from "./handlers/index.ts";
import { readJson, type BodyBudget } from "./read-body.ts";
import { readForm, type ReceivedForm } from "./read-form.ts";
import { readRequest } from "./read-request.ts";
import { sendFailure, send, sendJson, type Sending, type Vary } from "./send.ts";
import type { Settings } from "../settings/settings.ts";
import type { Service } from "./service.ts";
import { IGNORED_HEADER, ignoredHeader } from "./unknown-fields.ts";

type Fields = Readonly<Record<string, string>>;

/** Maximum body size in bytes, in addition to the Base64 of its scene. */
const BODY_REST = 4096;
const SMALL_BODY = 1 << 20;

const byEndpoint: ReadonlyMap<AnyEndpoint, Handler> = new Map(handlers.map((each) => [each.endpoint, each]));

/** Data of a request for the log and the metrics. */
export interface Answered {
  endpoint: string;
  user: string | undefined;
  /** Ignored fields. */
  ignored: readonly string[];
}

/** An authenticated and matched request. */
interface Admitted {
  /** The endpoint; the body may select another one. */
  readonly endpoint: AnyEndpoint;
  readonly caller: Caller;
}

export interface EndpointRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly budget: BodyBudget;
  readonly answered: Answered;
}

export async function answerEndpoint(given: EndpointRequest, service: Service): Promise<void> {
  const { response, url } = given;
  let sending: Sending = "whole";
  try {
    const admitted = await admit(given, service);
    const fault = faultOf(given, admitted, service);
    if (fault?.latency !== undefined) await sleep(fault.latency);
    if (fault?.reset === true) {
      reset(given);
      return;
    }
    const injected = fault && injectedReply(fault, admitted.endpoint);
    if (injected !== undefined) {
      sendInjected(given, injected);
      return;
    }
    if (fault?.truncate === true) sending = "half";
    if (fault?.dropAfterAccept === true) sending = "nothing";
    await perform(given, admitted, sending, service);
  } catch (error) {
    const { onProblem } = service;
    // The response has no socket yet while an earlier response on the same connection is in progress.
    if (response.destroyed || given.request.socket.destroyed) return;
    const { variants } = service;
    const vary: Vary = (reply) => variants.reply(reply, given.answered.endpoint);
    sendFailure(response, error, { path: url.pathname, sending, onProblem, vary });
  }
}

/** Finds the endpoint, as far as it does not depend on the body, and authenticates the caller. */
async function admit({ request, url, answered }: EndpointRequest, service: Service): Promise<Admitted> {
  const match = findEndpoint(request.method ?? "", url.pathname);
  if (match.kind === "none") throw new UnknownEndpoint();
  if (match.kind === "bad-path") throw new ApiFailure("invalid-parameters", `path: ${match.message}`);
  if (match.kind === "wrong-method") throw new WrongMethod(match.allow);
  answered.endpoint = match.endpoint.id;
  const caller = await identify(match.endpoint, request, service);
  answered.user = caller.user;
  if (match.endpoint.access !== "open") {
    const wait = service.requestRate.take(caller.user);
    if (wait > 0) throw new ApiFailure("rate-limited", "too many requests in a second", wait);
  }
  return { endpoint: match.endpoint, caller };
}

async function perform(
  given: EndpointRequest,
  { endpoint: admitted, caller }: Admitted,
  sending: Sending,
  service: Service,
): Promise<void> {
  const { request, response, url, budget, answered } = given;
  const { settings, files } = service;
  const method = request.method ?? "";
  let body: unknown;
  let form: ReceivedForm | undefined;
  let release: (() => void) | undefined;
  try {
    if (admitted.request.body !== undefined) {
      body = await readJson(request, isScenePath(url.pathname) ? maxSceneBody(settings) : SMALL_BODY, budget);
    } else if (admitted.request.form !== undefined) {
      const admitFile = byEndpoint.get(admitted)?.admitFile;
      const onFields = admitFile && ((fields: Fields) => (release = admitFile(fields, caller.user, service)));
      form = await readForm(request, { files, maxSize: settings.blockSize, onFields });
    }
    const match = findEndpoint(method, url.pathname, body);
    if (match.kind !== "found") throw new Error("an endpoint that was found is not found any more");
    const { endpoint, path } = match;
    answered.endpoint = endpoint.id;
    const { searchParams: search } = url;
    const ignored: string[] = [];
    const raw = { path, search, headers: request.headers, body, fields: form?.fields };
    const parts = readRequest(endpoint, raw, {
      strict: settings.strict,
      onIgnored: (name) => void ignored.push(name),
    });
    answered.ignored = ignored;
    const handler = byEndpoint.get(endpoint);
    if (handler === undefined) throw new Error(`no handler for ${endpoint.id}`);
    const call: Call<AnyEndpoint> = {
      request: parts,
      user: caller.user,
      token: () => required(caller.token, "token"),
      file: () => required(form?.file, "file"),
    };
    const reply = await handle(handler, call, service);
    const headers = { ...reply.headers, ...(ignored.length > 0 && { [IGNORED_HEADER]: ignoredHeader(ignored) }) };
    const { status, body: content } = service.variants.reply(reply, endpoint.id);
    if (typeof content === "string") {
      const type = endpoint.replies[reply.status]?.content === "text/markdown" ? "text/markdown" : "text/plain";
      send(response, status, { text: content, type: `${type}; charset=utf-8`, headers, sending });
    } else sendJson(response, status, content, { headers, sending });
  } finally {
    release?.();
    if (form !== undefined) await files.discard(form.file.path);
  }
}

async function handle(handler: Handler, call: Call<AnyEndpoint>, service: Service): Promise<HandlerReply<unknown>> {
  const varied = { endpoint: handler.endpoint.id, user: call.user, parts: call.request };
  service.variants.check(varied);
  try {
    return await handler.handle(call, service);
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "rate-limited") service.variants.limited(varied);
    throw error;
  }
}

function isScenePath(path: string): boolean {
  return path.startsWith("/global/rendercloud/v1/jobs") || path.startsWith("/global/rendercloud/v1/streams");
}

function maxSceneBody({ maxSceneSize }: Settings): number {
  return Math.ceil(maxSceneSize / 3) * 4 + BODY_REST;
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`an endpoint without a ${name}`);
  return value;
}

function faultOf(
  { request }: EndpointRequest,
  { endpoint, caller: { user } }: Admitted,
  { settings, faults }: Service,
): Fault | undefined {
  if (!settings.faults) return undefined;
  const header = request.headers[FAULT_HEADER];
  if (typeof header !== "string") return faults.take(endpoint.id, user);
  try {
    return parseFault(header);
  } catch (error) {
    throw new ApiFailure(
      "invalid-parameters",
      `headers.${FAULT_HEADER}: ${error instanceof Error ? error.message : ""}`,
    );
  }
}

/** Resets the connection (RST), as a crashed host does, if the system supports it. */
function reset({ request, response }: EndpointRequest): void {
  request.socket.resetAndDestroy();
  response.destroy();
}

function sendInjected({ response }: EndpointRequest, { status, body }: InjectedReply): void {
  sendJson(response, status, body, { headers: response.req.complete ? {} : { connection: "close" } });
}
