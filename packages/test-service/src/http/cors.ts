/** Allows pages of any origin to call: answers preflights, and returns the headers of every answer. */
import type { IncomingMessage, ServerResponse } from "node:http";

const EXPOSED = "content-length, content-range, etag, retry-after, x-request-id";

export function addCorsHeaders(response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", EXPOSED);
}

/** @returns Whether it was a preflight, which is then answered. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "OPTIONS") return false;
  response.setHeader("access-control-allow-methods", "GET, HEAD, POST, DELETE");
  response.setHeader("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "");
  response.setHeader("access-control-max-age", "600");
  response.writeHead(204).end();
  return true;
}
