/**
 * Every fault at every endpoint, over real sockets: what a call comes to, with how many requests, by what the fault tells about
 * its request and by what a second request may do (client-behaviour, lines 1 to 8 and 13).
 */
import { endpointList, type AnyEndpoint, type Repetition } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { fault, type Fault, type SeenRequest } from "../test-service/index.ts";
import { CallBench } from "./test-support/call-bench.ts";
import type { Fetch } from "./transport/settings.ts";

/** What a fault tells about the request that it strikes. */
type Meaning =
  /** The answer is good in the end. */
  | "answered"
  /** It is certain that it did not land. */
  | "not accepted"
  /** Nobody can tell whether it landed: it did, or it did not. */
  | "unknown, landed"
  | "unknown, not landed"
  /** Nobody can tell (it did land), and a second answer would be no better. */
  | "unfit"
  | "too large"
  /** The key or token is refused once. */
  | "unauthorized"
  /** An answer that stays the same. */
  | "refused";

interface Row {
  readonly name: string;
  readonly make: () => Fault;
  readonly meaning: Meaning;
  /** What is thrown where it goes on so, or at once where a second request is of no use; of a safe endpoint. */
  readonly error: string;
  /** Milliseconds that lie between the first request and the second at least. */
  readonly wait?: number;
  /** The status of the answer can be read all the same: a 409 for a second request tells that the first one landed. */
  readonly keepsStatus?: true;
  /** Of which endpoints it can be. */
  readonly host?: AnyEndpoint["host"];
}

/** Longer than an attempt may take, shorter than the minute of the guard. */
const LATE = 20_000;

const ROWS: readonly Row[] = [
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
  { name: "500 after it landed", make: () => fault.failsAfter(500), meaning: "unknown, landed", error: "ServerError" },
  { name: "502 after it landed", make: () => fault.failsAfter(502), meaning: "unknown, landed", error: "ServerError" },
  { name: "504 after it landed", make: () => fault.failsAfter(504), meaning: "unknown, landed", error: "ServerError" },
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

/** Where a fault means something else, as the answer has no body, or may be any text. */
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
  renderFormat: { "truncated JSON": "answered", "2xx without its id": "answered" },
};

interface Expected {
  /** The error's name; `undefined` where the call succeeds. */
  readonly error: string | undefined;
  readonly requests: number;
}

/** What one fault, and then none, comes to. */
function expectedOnce(
  repetition: Repetition,
  meaning: Meaning,
  { error }: Row,
  access: AnyEndpoint["access"],
): Expected {
  switch (meaning) {
    case "answered":
      return { error: undefined, requests: 1 };
    case "not accepted":
      return { error: undefined, requests: 2 };
    case "refused":
      return { error, requests: 1 };
    case "unauthorized":
      // There is no other token at this level, and no key where none is needed.
      return access === "key" ? { error: undefined, requests: 2 } : { error, requests: 1 };
    case "unknown, landed":
    case "unknown, not landed":
    case "unfit":
    case "too large": {
      const isHopeless = meaning === "unfit" || meaning === "too large";
      if (repetition === "unguarded") return { error: "OutcomeUnknownError", requests: 1 };
      if (repetition === "safe") return isHopeless ? { error, requests: 1 } : { error: undefined, requests: 2 };
      return { error: meaning === "unknown, not landed" ? undefined : "AcceptedIdUnknownError", requests: 2 };
    }
  }
}

/** What a fault comes to that strikes every request. */
function expectedAlways(repetition: Repetition, meaning: Meaning, row: Row): string | undefined {
  const { error } = row;
  switch (meaning) {
    case "answered":
      return undefined;
    case "not accepted":
    case "refused":
    case "unauthorized":
      return error;
    case "unknown, landed":
    case "unknown, not landed":
    case "unfit":
    case "too large":
      if (repetition === "safe") return error;
      return repetition === "guarded" && row.keepsStatus ? "AcceptedIdUnknownError" : "OutcomeUnknownError";
  }
}

const nameOf = (error: unknown): string | undefined => (error === undefined ? undefined : (error as Error).name);

describe.each(endpointList.map(([name, endpoint]) => ({ name, endpoint })))("$endpoint.id", ({ name, endpoint }) => {
  const { id, repetition, access, host } = endpoint;
  const rows = ROWS.filter((row) => (row.host ?? host) === host);

  test.each(rows)("$name", async (row) => {
    await using bench = await CallBench.start();
    const { error, requests, log, keysRead, wrong } = await bench.call(name, endpoint, ({ script }) => {
      script.on(id, [row.make()]);
    });
    expect(wrong).toEqual([]);
    const meaning = EXCEPTIONS[id]?.[row.name] ?? row.meaning;
    const expected = expectedOnce(repetition, meaning, row, access);
    expect({ error: nameOf(error), requests: requests.length }).toEqual(expected);
    expect(log).toHaveLength(requests.length);
    if (row.wait !== undefined) expect(timeBetween(requests, 1)).toBeGreaterThanOrEqual(row.wait);
    if (access === "key") expect(keysRead).toBe(meaning === "unauthorized" ? 2 : 1);
    if (nameOf(error)?.endsWith("UnknownError") === true) {
      const sent = requests[0]?.body?.json as { requestId?: string } | null;
      expect(error).toMatchObject({ endpoint: id, requestId: sent?.requestId, retryable: false });
    }
  });

  test("connection refused, until the service comes back", async () => {
    await using bench = await CallBench.start();
    const { clock, service } = bench;
    let isAway = false;
    const fetch: Fetch = async (url, init) => {
      const answering = clock.fetch(url, init);
      await answering.catch(() => undefined);
      if (isAway) await service.comeBack(host);
      isAway = false;
      return await answering;
    };
    const goAway = async (): Promise<void> => {
      isAway = true;
      await service.goAway(host);
      // The client's side has to notice that a connection it kept is gone.
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const { error, requests, log, wrong } = await bench.call(name, endpoint, goAway, fetch);
    expect([wrong, error]).toEqual([[], undefined]);
    expect(requests).toHaveLength(1);
    expect(log.map(({ outcome }) => outcome)).toEqual(["not accepted", "accepted"]);
  });

  test.each(rows.filter((row) => (EXCEPTIONS[id]?.[row.name] ?? row.meaning) !== "answered"))(
    "$name, without end",
    async (row) => {
      await using bench = await CallBench.start();
      const { error, requests, log, wrong } = await bench.call(name, endpoint, ({ script }) => {
        script.always(id, row.make());
      });
      expect(wrong).toEqual([]);
      const meaning = EXCEPTIONS[id]?.[row.name] ?? row.meaning;
      expect(nameOf(error)).toBe(expectedAlways(repetition, meaning, row));
      expect(requests.length).toBeLessThanOrEqual(6);
      expect(log).toHaveLength(requests.length);
      // Exponential with a cap of 20 s, unless the service asks for more.
      expect(Math.max(...log.map(({ wait }) => wait))).toBeLessThanOrEqual(Math.max(20_000, (row.wait ?? 0) + 1500));
      // Even the last one had to come within the minute of the guard.
      if (repetition === "guarded" && meaning.startsWith("un")) {
        expect(timeBetween(requests, requests.length - 1)).toBeLessThanOrEqual(60_000 - 5000 - 15_000);
      }
    },
  );
});

function timeBetween(requests: readonly SeenRequest[], index: number): number {
  return (requests[index]?.at ?? Infinity) - (requests[0]?.at ?? 0);
}
