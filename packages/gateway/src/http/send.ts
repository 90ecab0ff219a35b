import type { ServerResponse } from "node:http";
import { makeApiError, serviceDomain } from "@usdkit/contract";
import { ApiFailure, UnknownEndpoint, UploadFailure, WrongMethod } from "../failure/api-failure.ts";

/** Of errors that belong to no part of the service. */
const DOMAIN = "gateway";

/** How much of a reply is sent: all, half of it, or nothing. */
export type Sending = "whole" | "half" | "nothing";

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  sending: Sending = "whole",
): void {
  send(response, status, body === undefined ? undefined : JSON.stringify(body), "application/json", headers, sending);
}

export function send(
  response: ServerResponse,
  status: number,
  text: string | undefined,
  type: string,
  headers: Readonly<Record<string, string>> = {},
  sending: Sending = "whole",
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

/** The body of whatever was thrown; what is not meant for callers is told to `onProblem` instead. */
export function sendFailure(
  response: ServerResponse,
  error: unknown,
  {
    path,
    sending,
    onProblem,
  }: { readonly path: string; readonly sending: Sending; readonly onProblem: (error: unknown) => void },
): void {
  // What is left of the body will not be read.
  const headers: Record<string, string> = response.req.complete ? {} : { connection: "close" };
  if (error instanceof UploadFailure) {
    if (error.http === 429) headers["retry-after"] = "1";
    sendJson(response, error.http, { c: error.c, d: null, m: error.message }, headers, sending);
    return;
  }
  let failure = error;
  if (!(failure instanceof ApiFailure)) {
    onProblem(error);
    failure = new ApiFailure("internal", "the service failed; what was asked for was not done");
  }
  const { retryAfter } = failure as ApiFailure;
  const body = apiErrorOf(failure as ApiFailure, path);
  if (failure instanceof WrongMethod) headers["allow"] = failure.allow.join(", ");
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  sendJson(response, body.code, body, headers, sending);
}

function apiErrorOf(failure: ApiFailure, path: string): ReturnType<typeof makeApiError> {
  const { code: name, message: detail } = failure;
  if (failure instanceof UnknownEndpoint) {
    return { ...makeApiError({ name, domain: DOMAIN, detail }), message: "unknown endpoint" };
  }
  if (failure instanceof WrongMethod) {
    const method = { http: 405, status: "METHOD_NOT_ALLOWED" };
    return { ...makeApiError({ name, domain: DOMAIN, detail, ...method }), message: "method not allowed" };
  }
  return makeApiError({ name, domain: serviceDomain(path), detail });
}
