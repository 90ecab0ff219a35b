/** One request from its head to the last byte of its answer: found, recorded, put through the script, answered. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sha256, type OpenRequest } from "../record/record.ts";
import { matchPath, type Route } from "../routes/route.ts";
import type { Fault } from "../script/fault.ts";
import { ok } from "../script/faults.ts";
import type { Parts } from "../state/parts.ts";
import type { UploadStore } from "../state/upload-store.ts";
import { addCorsHeaders, answerPreflight } from "./cors.ts";
import { deliver } from "./deliver.ts";
import { invalid, notFound, serverTrouble, unauthenticated } from "./problems.ts";
import { receiveBody } from "./receive.ts";
import { ReceivedRequest, type HostName } from "./received-request.ts";
import { emptyReply, envelopeProblem, type Reply } from "./reply.ts";

interface Candidate {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export class Exchanges {
  readonly #parts: Parts;
  readonly #routes: readonly Route[];
  readonly #uploads: UploadStore;
  readonly #elsewhere: () => string;

  constructor(parts: Parts, routes: readonly Route[], uploads: UploadStore, elsewhere: () => string) {
    this.#parts = parts;
    this.#routes = routes;
    this.#uploads = uploads;
    this.#elsewhere = elsewhere;
  }

  async serve(host: HostName, request: IncomingMessage, response: ServerResponse): Promise<void> {
    addCorsHeaders(response);
    if (answerPreflight(request, response)) return;
    // A client that leaves is in the record; it is no error of the service.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const seen = this.#begin(host, request);
    response.setHeader("x-request-id", `req-${seen.number}`);
    const candidates = this.#find(host, seen.method, seen.path);
    const isPart = candidates[0]?.route.id === "assets.uploadPart";
    const endPart = isPart ? this.#parts.record.addPart(seen.headers["ous-token-v2"] ?? "") : undefined;
    response.on("close", () => {
      endPart?.();
      if (seen.end === "open" || seen.end === "held") {
        this.#end(seen, response.writableFinished ? "answered" : "left");
      }
    });
    await this.#exchange(host, request, response, seen, candidates);
  }

  async #exchange(
    host: HostName,
    request: IncomingMessage,
    response: ServerResponse,
    seen: OpenRequest,
    candidates: readonly Candidate[],
  ): Promise<void> {
    const [first] = candidates;
    // Of several endpoints at one place the body says which it is; a fault at the head has to wait for it then.
    let taken: Fault | undefined;
    if (first !== undefined && candidates.length === 1) {
      taken = this.#take(first.route, seen);
      if (taken.atHead === true) return await this.#finish(emptyReply(200), taken, request, response, seen);
    }
    const body = await receiveBody(request);
    if (body === undefined) {
      this.#end(seen, "left");
      request.socket.destroy();
      return;
    }
    const received = new ReceivedRequest({
      host,
      method: seen.method,
      url: request.url ?? "/",
      headers: request.headers,
      body,
    });
    seen.body = { size: body.length, sha256: sha256(body), json: received.json ?? null };
    const found = candidates.find(({ route }) => route.takes?.(received) ?? true);
    if (found === undefined) {
      this.#parts.record.addViolation(`${seen.method} ${seen.path} on ${host} is no endpoint`);
      return await this.#finish(notFound("there is no such endpoint"), ok(), request, response, seen);
    }
    taken ??= this.#take(found.route, seen);

    let reply = emptyReply(200);
    if (taken.lands) {
      if (taken.landsAfter !== undefined) await sleep(taken.landsAfter);
      seen.landed = true;
      reply = this.#answer(found, received);
    }
    const { idField } = found.route;
    const about = { request: received, idField, now: this.#parts.clock.now(), elsewhere: this.#elsewhere() };
    if (taken.change !== undefined) reply = taken.change(reply, about);
    if (taken.answersAfter !== undefined) await sleep(taken.answersAfter);
    await this.#finish(reply, taken, request, response, seen);
  }

  async #finish(
    reply: Reply,
    { delivery = { how: "whole" } }: Fault,
    request: IncomingMessage,
    response: ServerResponse,
    seen: OpenRequest,
  ): Promise<void> {
    if (delivery.how !== "reset" && delivery.how !== "hang-up" && delivery.how !== "silence")
      seen.status = reply.status;
    this.#end(seen, await deliver(reply, delivery, request, response));
  }

  #begin(host: HostName, request: IncomingMessage): OpenRequest {
    const url = request.url ?? "/";
    const question = url.indexOf("?");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const seen = this.#parts.record.begin({
      at: this.#parts.clock.now(),
      host,
      method: request.method ?? "",
      path: question < 0 ? url : url.slice(0, question),
      query: question < 0 ? "" : url.slice(question + 1),
      headers,
    });
    this.#lookForSecrets(seen);
    return seen;
  }

  /** The key goes to the gateway, the token to the upload host, and neither anywhere else, in no place but its header. */
  #lookForSecrets({ host, headers, path, query }: OpenRequest): void {
    const { record, settings } = this.#parts;
    if (headers["authorization"] !== undefined && host !== "gateway") record.addViolation(`the key went to ${host}`);
    if (headers["ous-token-v2"] !== undefined && host !== "upload") record.addViolation(`a token went to ${host}`);
    const others = Object.entries(headers).filter(([name]) => name !== "authorization");
    const rest = [path, query, ...others.map(([, value]) => value)].join("\n");
    if (Object.keys(settings.keys).some((key) => rest.includes(key))) record.addViolation(`the key went to ${host}`);
  }

  #find(host: HostName, method: string, path: string): Candidate[] {
    const candidates: Candidate[] = [];
    for (const route of this.#routes) {
      if (route.host !== host || route.method !== method) continue;
      const params = matchPath(route.path, path);
      if (params !== undefined) candidates.push({ route, params });
    }
    return candidates;
  }

  #take(route: Route, seen: OpenRequest): Fault {
    seen.endpoint = route.id;
    const taken = this.#parts.script.takeFault(route.id) ?? ok();
    seen.fault = taken.name;
    return taken;
  }

  #answer({ route, params }: Candidate, request: ReceivedRequest): Reply {
    const user = this.#userOf(route, request);
    if (user === undefined) {
      return route.access === "key" ? unauthenticated() : { ...envelopeProblem(4010, "bad token"), status: 401 };
    }
    if (request.body.length > 0 && route.host === "gateway" && request.json === undefined) return invalid("no JSON");
    try {
      return route.answer(request, { params, user });
    } catch (error) {
      // A defect of the service must not look like one of the client.
      this.#parts.record.addViolation(`the service itself failed: ${String(error)}`);
      return serverTrouble(500);
    }
  }

  /** @returns `undefined` where the key or token is missing or wrong. */
  #userOf(route: Route, request: ReceivedRequest): string | undefined {
    if (route.access === "open") return "";
    if (route.access === "upload-token") return this.#uploads.token(request.header("ous-token-v2") ?? "")?.user;
    const { keys } = this.#parts.settings;
    const key = request.header("authorization") ?? "";
    return Object.hasOwn(keys, key) ? keys[key] : undefined;
  }

  #end(seen: OpenRequest, end: OpenRequest["end"]): void {
    seen.end = end;
    this.#parts.record.changed();
  }
}
