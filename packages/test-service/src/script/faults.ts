/** All HTTP faults, used as `fault.resetAfter()`. Each call makes one fault, for one request of a script. */
import { envelopeProblem, jsonOf, jsonReply, textReply, type Reply } from "../messages/reply.ts";
import { problemReply } from "../messages/problems.ts";
import type { Fault, FaultContext } from "./fault.ts";

/** Seconds, a date that many milliseconds ahead, or the literal header. */
export type RetryAfter = number | { readonly dateIn: number } | string;

export const ok = (): Fault => ({ name: "ok", lands: true });

/** The answer is late; the effect is not. */
export const latency = (milliseconds: number): Fault => ({ name: "latency", lands: true, answersAfter: milliseconds });

/** Takes effect late, even if its sender has left. */
export const landsLate = (milliseconds: number): Fault => ({
  name: "lands-late",
  lands: true,
  landsAfter: milliseconds,
});

/** The connection is reset when the head of the request arrives: no effect. */
export const resetBefore = (): Fault => ({
  name: "reset-before",
  lands: false,
  atHead: true,
  delivery: { how: "reset" },
});

/** The request takes effect; then the connection is reset instead of an answer. */
export const resetAfter = (): Fault => ({ name: "reset-after", lands: true, delivery: { how: "reset" } });

/** As `resetAfter`, but the connection ends cleanly: FIN. */
export const hangUp = (): Fault => ({ name: "hang-up", lands: true, delivery: { how: "hang-up" } });

/** Half of the body, then the connection ends. */
export const cutBody = (and: "reset" | "hang-up" = "hang-up", share = 0.5): Fault => ({
  name: and === "reset" ? "cut-body-reset" : "cut-body",
  lands: true,
  delivery: { how: "cut", share, and },
});

/** Half of the body, then silence; the connection stays open. */
export const stall = (share = 0.5): Fault => ({
  name: "stall",
  lands: true,
  delivery: { how: "cut", share, and: "silence" },
});

/** An answer with truncated JSON, although HTTP is valid. */
export const truncatedJson = (): Fault => ({
  name: "truncated-json",
  lands: true,
  change: (reply) => ({ ...reply, body: reply.body.subarray(0, Math.floor(reply.body.length / 2)) }),
});

/** The answer lacks its required field. */
export const withoutId = (): Fault => ({ name: "without-id", lands: true, change: dropId });

/** An HTML page instead of JSON: a proxy's or a portal's. */
export const html = (status = 200): Fault => ({
  name: status === 200 ? "html" : `html-${status}`,
  lands: status < 400,
  change: () => textReply(status, "text/html", "<!doctype html><title>Welcome</title><h1>It works!</h1>\n"),
});

/** Another content with status 200: a storage with another file. */
export const content = (bytes: string | Uint8Array): Fault => ({
  name: "content",
  lands: true,
  change: () => ({
    status: 200,
    headers: { "content-type": "application/octet-stream" },
    body: Buffer.from(bytes),
  }),
});

export const tooMany = (retryAfter?: RetryAfter): Fault => ({
  name: retryAfter === undefined ? "429" : "429-retry-after",
  lands: false,
  change: (_, { now }) =>
    problemReply("rateLimited", {
      headers: retryAfter === undefined ? {} : { "retry-after": headerOf(retryAfter, now) },
    }),
});

export const unauthorized = (): Fault => ({ name: "401", lands: false, change: () => problemReply("unauthenticated") });

/** 500 after the request was accepted. */
export const failsAfter = (status: 500 | 502 | 504 = 500): Fault => ({
  name: `${status}-after`,
  lands: true,
  change: () => problemReply("internal", { http: status }),
});

/** No effect. After a 500, 502 or 504 the sender cannot know that; after a 503 it can. */
export const failsBefore = (status: 500 | 502 | 503 | 504 = 503, retryAfter?: RetryAfter): Fault => ({
  name: String(status),
  lands: false,
  change: (_, { now }) => {
    const headers = retryAfter === undefined ? {} : { "retry-after": headerOf(retryAfter, now) };
    return problemReply("internal", { http: status, headers });
  },
});

/** Any other status, with an error body of the gateway or the upload host. */
export const status = (code: number, message = "refused"): Fault => ({
  name: `status-${code}`,
  lands: false,
  change: (_, { request }) =>
    request.host === "upload"
      ? { ...envelopeProblem(code, message), status: code }
      : problemReply("taskError", { http: code, detail: message }),
});

/** An error of the upload host: HTTP 200 with `c` other than 0. */
export const envelopeError = (code = 5001, message = "storage is busy"): Fault => ({
  name: "envelope-error",
  lands: false,
  change: () => envelopeProblem(code, message),
});

/** The body arrives a few bytes at a time. */
export const drip = (bytes = 16, every = 10): Fault => ({
  name: "drip",
  lands: true,
  delivery: { how: "drip", bytes, every },
});

/** Takes effect and never answers: half-open. */
export const silence = (): Fault => ({ name: "silence", lands: true, delivery: { how: "silence" } });

/** Never reads the body and never answers. */
export const deaf = (): Fault => ({ name: "deaf", lands: false, atHead: true, delivery: { how: "silence" } });

/** Redirects to another origin, which records its requests. */
export const redirect = (code: 301 | 302 | 307 | 308 = 307): Fault => ({
  name: "redirect",
  lands: false,
  change: ({ body }, { elsewhere, request }) => ({
    status: code,
    headers: { location: `${elsewhere}${request.path}` },
    body: body.subarray(0, 0),
  }),
});

/** An error that contains the key and the token of its request. */
export const echo = (code = 400): Fault => ({
  name: "echo",
  lands: false,
  change: (_, { request }) => {
    const secrets = [request.header("authorization"), request.header("ous-token-v2")].filter(
      (one) => one !== undefined,
    );
    const message = `no access for ${secrets.join(" and ")} (${secrets.map(encodeURIComponent).join(" ")})`;
    return request.host === "upload"
      ? envelopeProblem(code, message)
      : problemReply("invalid", { http: code, detail: message, domain: message });
  },
});

/** The correct answer, with that many surplus bytes. */
export const flood = (bytes: number = 64 << 20): Fault => ({
  name: "flood",
  lands: true,
  delivery: { how: "flood", bytes },
});

/** Bytes that are not HTTP. */
export const noise = (): Fault => ({ name: "noise", lands: true, delivery: { how: "noise" } });

/** A successful answer with any content: a JSON value derived from the correct one. */
export const changed = (change: (value: unknown) => unknown, code?: number): Fault => ({
  name: "changed",
  lands: true,
  change: (reply) => jsonReply(code ?? reply.status, change(jsonOf(reply.body))),
});

function headerOf(retryAfter: RetryAfter, now: number): string {
  if (typeof retryAfter === "string") return retryAfter;
  if (typeof retryAfter === "number") return String(retryAfter);
  return new Date(now + retryAfter.dateIn).toUTCString();
}

function dropId(reply: Reply, { idField }: FaultContext): Reply {
  const value = jsonOf(reply.body);
  const last = idField.at(-1);
  if (last === undefined) return { ...reply, body: new Uint8Array() };
  let holder: unknown = value;
  for (const name of idField.slice(0, -1)) holder = (holder as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof holder === "object" && holder !== null) Reflect.deleteProperty(holder, last);
  return jsonReply(reply.status, value);
}
