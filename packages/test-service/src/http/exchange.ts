/** Handles one request from its head to the last byte of its answer: routes, records, applies the script, answers. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Route } from "../model/route.ts";
import type { ServiceModel } from "../model/service-model.ts";
import type { ServiceParts } from "../model/service-settings.ts";
import { sha256, type OpenRequest } from "../record/record.ts";
import type { Fault } from "../script/fault.ts";
import { ok } from "../script/faults.ts";
import { addCorsHeaders, answerPreflight } from "./cors.ts";
import { deliver } from "./deliver.ts";
import { problemReply } from "../messages/problems.ts";
import { receiveBody } from "./receive.ts";
import { ReceivedRequest, type HostName } from "../messages/received-request.ts";
import { emptyReply, type Reply } from "../messages/reply.ts";

/** A request that is being answered. */
interface OpenExchange {
  readonly host: HostName;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly seen: OpenRequest;
}

export class Exchanges {
  readonly #model: ServiceModel;
  readonly #parts: ServiceParts;
  readonly #elsewhere: () => string;

  constructor(model: ServiceModel, elsewhere: () => string) {
    this.#model = model;
    this.#parts = model;
    this.#elsewhere = elsewhere;
  }

  async serve(host: HostName, request: IncomingMessage, response: ServerResponse): Promise<void> {
    addCorsHeaders(response);
    if (answerPreflight(request, response)) return;
    // A client that leaves is recorded; it is not an error of the service.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const seen = this.#begin(host, request);
    response.setHeader("x-request-id", `req-${seen.number}`);
    response.setHeader("date", new Date(this.#parts.clock.now()).toUTCString());
    const found = this.#model.find(host, seen.method, seen.path);
    const isPart = found?.id === "assets.uploadPart";
    const endPart = isPart ? this.#parts.record.addPart(seen.headers["ous-token-v2"] ?? "") : undefined;
    response.on("close", () => {
      endPart?.(response.writableFinished);
      if (seen.end === "open" || seen.end === "held" || seen.end === "delayed") {
        this.#end(seen, response.writableFinished ? "answered" : "left");
      }
    });
    await this.#exchange({ host, request, response, seen }, found);
  }

  async #exchange(open: OpenExchange, byPath: Route | undefined): Promise<void> {
    const { host, request, seen } = open;
    // If several endpoints share a path, the body selects one; a fault at the head then has to wait for it.
    let taken: Fault | undefined;
    if (byPath !== undefined && !byPath.isShared) {
      taken = this.#take(byPath, seen);
      if (taken.atHead === true) return await this.#finish(emptyReply(200), taken, open);
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
    const found = byPath?.isShared === true ? this.#model.find(host, seen.method, seen.path, received.json) : byPath;
    if (found === undefined) {
      this.#parts.record.addViolation(`${seen.method} ${seen.path} on ${host} is no endpoint`);
      return await this.#finish(problemReply("notFound", { detail: "unknown endpoint" }), ok(), open);
    }
    taken ??= this.#take(found, seen);

    let reply = emptyReply(200);
    if (taken.lands) {
      if (taken.landsAfter !== undefined) await this.#delay(seen, taken.landsAfter);
      seen.landed = true;
      reply = this.#model.answer(found, received);
      this.#parts.record.changed();
    } else this.#model.reject(found, received);
    const { idField } = found;
    const about = { request: received, idField, now: this.#parts.clock.now(), elsewhere: this.#elsewhere() };
    if (taken.change !== undefined) reply = taken.change(reply, about);
    if (taken.answersAfter !== undefined) await this.#delay(seen, taken.answersAfter);
    await this.#finish(reply, taken, open);
  }

  async #finish(
    reply: Reply,
    { delivery = { how: "whole" } }: Fault,
    { request, response, seen }: OpenExchange,
  ): Promise<void> {
    if (delivery.how !== "reset" && delivery.how !== "hang-up" && delivery.how !== "silence")
      seen.status = reply.status;
    const end = await deliver(reply, delivery, {
      request,
      response,
      wait: async (time) => await this.#delay(seen, time),
    });
    this.#end(seen, end);
  }

  /** A wait of a fault. The sender may leave in the meantime. */
  async #delay(seen: OpenRequest, milliseconds: number): Promise<void> {
    if (seen.end === "open") this.#end(seen, "delayed");
    await this.#parts.clock.sleep(milliseconds);
    if (seen.end === "delayed") this.#end(seen, "open");
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

  /** The key is sent only to the gateway, the token only to the upload host, and only in their headers. */
  #lookForSecrets({ host, headers, path, query }: OpenRequest): void {
    const { record, settings } = this.#parts;
    if (headers["authorization"] !== undefined && host !== "gateway") record.addViolation(`the key went to ${host}`);
    if (headers["ous-token-v2"] !== undefined && host !== "upload") record.addViolation(`a token went to ${host}`);
    const others = Object.entries(headers).filter(([name]) => name !== "authorization");
    const rest = [path, query, ...others.map(([, value]) => value)].join("\n");
    if (Object.keys(settings.keys).some((key) => rest.includes(key))) record.addViolation(`the key went to ${host}`);
  }

  #take(route: Route, seen: OpenRequest): Fault {
    seen.endpoint = route.id;
    const taken = this.#parts.script.takeFault(route.id) ?? ok();
    seen.fault = taken.name;
    return taken;
  }

  #end(seen: OpenRequest, end: OpenRequest["end"]): void {
    seen.end = end;
    this.#parts.record.changed();
  }
}
