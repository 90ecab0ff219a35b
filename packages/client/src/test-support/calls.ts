/** Requests, replies and faults, for tests of calls. */
import type { Act } from "./scripted-fetch.ts";

export const job = { body: { requestId: "request-1", usdContent: "I3VzZGEgMS4wCg==" } };
export const accepted = {
  status: 202,
  body: { operationId: "job-1", metaData: null, done: false, result: null, error: null },
};
export const running: Act = { ...accepted, status: 200 };
export const duplicate: Act = { status: 409, body: { code: 409, status: "ALREADY_EXISTS", message: "used" } };
export const world = { body: { prompt: "a room" } };
export const page: Act = { status: 200, body: { result: [], hasMore: false } };

/** Outcomes after which it is unknown whether the request was accepted (client-behaviour, line 2). */
export const ambiguous: Readonly<Record<string, Act>> = {
  timeout: { fail: "silence" },
  reset: { fail: "reset" },
  "a failure of a browser": { fail: "browser" },
  "500": { status: 500 },
  "502": { status: 502 },
  "504": { status: 504 },
  "an answer that is cut": { fail: "cut", status: 202, body: '{"operationId":' },
  "an answer that ends too early": { status: 202, body: '{"operationId":"job' },
  "an answer that is a page": { status: 200, body: "<html>hello</html>", headers: { "content-type": "text/html" } },
  "an answer without its id": { status: 202, body: { done: false } },
  "an empty answer": { status: 202 },
};
/** Outcomes after which the request was certainly not accepted. */
export const notAccepted: Readonly<Record<string, Act>> = {
  "429": { status: 429 },
  "503": { status: 503 },
  "a refused connection": { fail: "refused" },
};
