/** Every HTTP fault, and its meaning for the affected request. */
import type { AnyEndpoint } from "@usdkit/contract";
import { fault, type Fault } from "@usdkit/test-service";

/** The meaning of a fault for the affected request. */
export type Meaning =
  /** The answer is valid. */
  | "answered"
  /** The request certainly did not land. */
  | "not accepted"
  /** It is unknown whether the request landed. */
  | "unknown, landed"
  | "unknown, not landed"
  /** Unknown (it did land), and a second answer would be no better. */
  | "unfit"
  | "too large"
  /** The key or token is rejected once. */
  | "unauthorized"
  /** An answer that stays the same. */
  | "refused";

export interface FaultRow {
  readonly name: string;
  readonly make: () => Fault;
  readonly meaning: Meaning;
  /** The error if the fault repeats, or immediately if a retry is pointless; for a safe endpoint. */
  readonly error: string;
  /** Minimum milliseconds between the first request and the second. */
  readonly wait?: number;
  /** Whether the status of the answer can still be read: a 409 for a second request shows that the first one landed. */
  readonly keepsStatus?: true;
  /**
   * Whether the service answered with an error: a 409 for a second request is then no proof that the first one was
   * accepted.
   */
  readonly isAnswered?: true;
  /** The endpoints that it can affect. */
  readonly host?: AnyEndpoint["host"];
}

/** Longer than the timeout of an attempt, shorter than the minute of the guard. */
const LATE = 20_000;

export const FAULT_ROWS: readonly FaultRow[] = [
  { name: "no fault", make: fault.ok, meaning: "answered", error: "" },
  { name: "latency", make: () => fault.latency(5000), meaning: "answered", error: "" },
  { name: "slow body", make: () => fault.drip(40, 100), meaning: "answered", error: "" },
  { name: "too slow a body", make: () => fault.drip(1, LATE), meaning: "unknown, landed", error: "ConnectionError" },
  { name: "too much latency", make: () => fault.latency(LATE), meaning: "unknown, landed", error: "ConnectionError" },
  { name: "reset before it landed", make: fault.resetBefore, meaning: "unknown, not landed", error: "ConnectionError" },
  { name: "reset after it landed", make: fault.resetAfter, meaning: "unknown, landed", error: "ConnectionError" },
  { name: "connection closed", make: fault.hangUp, meaning: "unknown, landed", error: "ConnectionError" },
  { name: "cut in mid-body", make: fault.cutBody, meaning: "unknown, landed", error: "ConnectionError" },
  {
    name: "reset in mid-body",
    make: () => fault.cutBody("reset"),
    meaning: "unknown, landed",
    error: "ConnectionError",
  },
  { name: "silence in mid-body", make: fault.stall, meaning: "unknown, landed", error: "ConnectionError" },
  { name: "never answers", make: fault.silence, meaning: "unknown, landed", error: "ConnectionError" },
  { name: "never reads", make: fault.deaf, meaning: "unknown, not landed", error: "ConnectionError" },
  { name: "no HTTP", make: fault.noise, meaning: "unknown, landed", error: "ConnectionError" },
  {
    name: "truncated JSON",
    make: fault.truncatedJson,
    meaning: "unknown, landed",
    error: "ProtocolError",
    keepsStatus: true,
  },
  { name: "2xx without its id", make: fault.withoutId, meaning: "unfit", error: "ProtocolError", keepsStatus: true },
  { name: "HTML", make: fault.html, meaning: "unfit", error: "ProtocolError" },
  { name: "oversized body", make: () => fault.flood(17 << 20), meaning: "too large", error: "ConnectionError" },
  { name: "HTML with 502", make: () => fault.html(502), meaning: "unknown, not landed", error: "ServerError" },
  {
    name: "500 after it landed",
    make: () => fault.failsAfter(500),
    meaning: "unknown, landed",
    error: "ServerError",
    isAnswered: true,
  },
  {
    name: "502 after it landed",
    make: () => fault.failsAfter(502),
    meaning: "unknown, landed",
    error: "ServerError",
    isAnswered: true,
  },
  {
    name: "504 after it landed",
    make: () => fault.failsAfter(504),
    meaning: "unknown, landed",
    error: "ServerError",
    isAnswered: true,
  },
  { name: "500", make: () => fault.failsBefore(500), meaning: "unknown, not landed", error: "ServerError" },
  { name: "503", make: () => fault.failsBefore(503), meaning: "not accepted", error: "ServerError" },
  {
    name: "503 for 3 s",
    make: () => fault.failsBefore(503, 3),
    meaning: "not accepted",
    error: "ServerError",
    wait: 3000,
  },
  { name: "429", make: () => fault.tooMany(), meaning: "not accepted", error: "RateLimitError" },
  { name: "429 for 7 s", make: () => fault.tooMany(7), meaning: "not accepted", error: "RateLimitError", wait: 7000 },
  {
    name: "429 until a date",
    make: () => fault.tooMany({ dateIn: 20_000 }),
    meaning: "not accepted",
    error: "RateLimitError",
    // A date has whole seconds.
    wait: 19_000,
  },
  { name: "429 for a day", make: () => fault.tooMany(86_400), meaning: "refused", error: "RateLimitError" },
  { name: "401", make: fault.unauthorized, meaning: "unauthorized", error: "AuthenticationError" },
  { name: "redirect", make: () => fault.redirect(307), meaning: "refused", error: "ProtocolError" },
  { name: "redirect to GET", make: () => fault.redirect(302), meaning: "refused", error: "ProtocolError" },
  { name: "echo of key and token", make: () => fault.echo(400), meaning: "refused", error: "InvalidRequestError" },
  { name: "418", make: () => fault.status(418), meaning: "refused", error: "InvalidRequestError" },
  {
    name: "c is not 0",
    make: () => fault.envelopeError(),
    meaning: "refused",
    error: "InvalidRequestError",
    host: "upload",
  },
];

/** Exceptions, where the answer has no body or may be any text. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  "streams.close": {
    "too slow a body": "answered",
    "cut in mid-body": "answered",
    "reset in mid-body": "answered",
    "silence in mid-body": "answered",
    "truncated JSON": "answered",
    "2xx without its id": "answered",
    "oversized body": "answered",
  },
  // Done with any 2xx, whatever its body.
  "streams.push": { "truncated JSON": "answered", "2xx without its id": "answered" },
  renderFormat: { "truncated JSON": "answered", "2xx without its id": "answered" },
};

/** Returns the meaning of a fault at an endpoint. */
export function meaningAt(endpointId: string, { name, meaning }: FaultRow): Meaning {
  return EXCEPTIONS[endpointId]?.[name] ?? meaning;
}

/** Returns the faults that can affect an endpoint. */
export function rowsFor({ host }: Pick<AnyEndpoint, "host">): readonly FaultRow[] {
  return FAULT_ROWS.filter((row) => (row.host ?? host) === host);
}
