import type { ServerResponse } from "node:http";
import { makeApiError, serviceDomain } from "@usdkit/contract";
import type { VariantReply } from "@usdkit/contract/variants";
import { ApiFailure, UnknownEndpoint, UnknownFile, UploadFailure, WrongMethod } from "./api-failure.ts";

/** Error domain of failures outside of the contract. */
const DOMAIN = "gateway";

/** How much of a response is sent: all, half of it, or nothing. */
export type Sending = "whole" | "half" | "nothing";

/** Options for sending a response. */
export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly sending?: Sending | undefined;
}

/** A serialized response. */
export interface TextReply extends SendOptions {
  /** Undefined if there is no body. */
  readonly text: string | undefined;
  /** The content type. */
  readonly type: string;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, options: SendOptions = {}): void {
  const text = body === undefined ? undefined : JSON.stringify(body);
  send(response, status, { ...options, text, type: "application/json" });
}

export function send(
  response: ServerResponse,
  status: number,
  { text, type, headers = {}, sending = "whole" }: TextReply,
): void {
  if (sending === "nothing" || response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(text ?? "", "utf8");
  response.writeHead(status, {
    ...(text !== undefined && { "content-type": type }),
    ...(status !== 204 && { "content-length": bytes.length }),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  if (sending === "half") response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  else response.end(bytes);
}

/** Changes a response before it is sent. */
export type Vary = (reply: VariantReply) => VariantReply;

/** Options for sending a failure. */
export interface FailureOptions {
  readonly path: string;
  readonly sending: Sending;
  /** Called with internal errors. */
  readonly onProblem: (error: unknown) => void;
  readonly vary?: Vary;
}

/** Sends an error response; internal errors are passed to `onProblem` instead. */
export function sendFailure(
  response: ServerResponse,
  error: unknown,
  { path, sending, onProblem, vary = (reply) => reply }: FailureOptions,
): void {
  // The rest of the body will not be read.
  const headers: Record<string, string> = response.req.complete ? {} : { connection: "close" };
  if (error instanceof UploadFailure) {
    if (error.http === 429) headers["retry-after"] = "1";
    const reply = vary({ status: error.http, body: { c: error.c, d: null, m: error.message } });
    sendJson(response, reply.status, reply.body, { headers, sending });
    return;
  }
  if (!(error instanceof ApiFailure)) onProblem(error);
  const failure =
    error instanceof ApiFailure
      ? error
      : new ApiFailure("internal", "the service failed; what was asked for was not done");
  const body = apiErrorOf(failure, path);
  if (failure instanceof WrongMethod) headers["allow"] = failure.allow.join(", ");
  if (failure.retryAfter !== undefined) headers["retry-after"] = String(failure.retryAfter);
  const reply = vary({ status: body.code, body });
  sendJson(response, reply.status, reply.body, { headers, sending });
}

function apiErrorOf(failure: ApiFailure, path: string): ReturnType<typeof makeApiError> {
  const { code: name, message: detail } = failure;
  if (failure instanceof UnknownEndpoint) {
    return { ...makeApiError({ name, domain: DOMAIN, detail }), message: "unknown endpoint" };
  }
  if (failure instanceof UnknownFile) {
    return { ...makeApiError({ name, domain: DOMAIN, detail }), message: "unknown file" };
  }
  if (failure instanceof WrongMethod) return makeApiError({ name, domain: DOMAIN, detail });
  return makeApiError({ name, domain: serviceDomain(path), detail });
}
