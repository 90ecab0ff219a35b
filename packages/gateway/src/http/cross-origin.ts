/** Lets pages of the allowed origins use the service (CORS). The service reads no cookies, so credentials are not allowed. */
import type { IncomingMessage, ServerResponse } from "node:http";

const METHODS = "GET, HEAD, POST, PUT, DELETE";
const REQUEST_HEADERS =
  "authorization, content-type, ous-token-v2, x-source, x-spatial-fault, range, if-range, if-none-match";
const REPLY_HEADERS =
  "allow, retry-after, etag, accept-ranges, content-range, content-length, x-usdkit-ignored, x-usdkit-session-status, x-usdkit-queue-position";
/** Seconds for which browsers may keep the answer to a preflight request. */
const MAX_AGE = 600;

/**
 * Adds the CORS headers to the response if a page of an allowed origin sent the request.
 *
 * @returns Whether it was a preflight request, which is then answered.
 */
export function allowOrigin(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  if (origins.length === 0) return false;
  // Also without an origin: caches must not give the response to a page.
  response.setHeader("vary", "origin");
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return false;
  response.setHeader("access-control-allow-origin", origin);
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) {
    response.setHeader("access-control-expose-headers", REPLY_HEADERS);
    return false;
  }
  response
    .writeHead(204, {
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": REQUEST_HEADERS,
      "access-control-max-age": String(MAX_AGE),
    })
    .end();
  return true;
}
