import { closeStream, getJob, getWorld, listWorlds, submitJob } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import {
  ConnectionError,
  DeadlineError,
  OutcomeUnknownError,
  ProtocolError,
  RateLimitError,
  ServerError,
} from "../errors/errors.ts";
import { ambiguous, job, notAccepted, page, running } from "../test-support/calls.ts";
import type { Act } from "../test-support/scripted-fetch.ts";
import { scripted } from "../test-support/transport.ts";

describe("calls that only read are retried", () => {
  const reads = [
    [getWorld, { path: { worldId: "w" } }, { status: 200, body: { worldId: "w", status: "RUNNING" } }],
    [getJob, { body: { operationId: "job-1" } }, running],
    [listWorlds, { body: {} }, page],
    [closeStream, { path: { sessionId: "s" } }, { status: 204 }],
  ] as const;

  for (const [name, act] of Object.entries({ ...notAccepted, ...ambiguous })) {
    // Whole answers that do not fit would not fit the second time either.
    const fits = !["an answer that is a page", "an answer without its id"].includes(name);
    test(`${name}: ${fits ? "sent again" : "said at once"}`, async () => {
      for (const [endpoint, request, reply] of reads) {
        if (endpoint.method === "DELETE" && "status" in act && act.status < 300) continue;
        const { transport, sent, outcome } = scripted([act, reply]);
        const { error } = await outcome(
          transport.call(endpoint as typeof getWorld, request as { path: { worldId: string } }),
        );
        if (fits) expect(error).toBeUndefined();
        else expect(error).toBeInstanceOf(ProtocolError);
        expect(sent).toHaveLength(fits ? 2 : 1);
      }
    });
  }

  test.each([
    ["https://gateway.example", 6],
    ["http://localhost:8787", 3],
    ["http://127.0.0.1:8787", 3],
    ["http://[::1]:8787", 3],
  ])("a refused connection to %s: %i attempts", async (baseUrl, attempts) => {
    const { transport, sent, clock, outcome } = scripted([{ fail: "refused" }], { baseUrl, random: () => 0.999_999 });
    const start = clock.now();
    const { error } = await outcome(transport.call(listWorlds, { body: {} }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(attempts);
    // A port of this machine without a service costs little time: at most 0.5 s and 1 s.
    if (attempts === 3) expect(clock.now() - start).toBeLessThan(1500);
  });

  test("full jitter below an exponential that ends at 20 s", async () => {
    const { transport, log, outcome } = scripted([{ status: 500 }], {
      random: () => 0.999_999,
      retry: { attempts: 12, budget: 10_000 },
    });
    expect((await outcome(transport.call(listWorlds, { body: {} }))).error).toBeInstanceOf(ServerError);
    expect(log.map(({ wait }) => Math.round(wait))).toEqual([
      0, 500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000, 20_000, 20_000, 20_000,
    ]);
    const lucky = scripted([{ status: 500 }], { random: () => 0 });
    await lucky.outcome(lucky.transport.call(listWorlds, { body: {} }));
    expect(lucky.log.map(({ wait }) => wait)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("Retry-After is honoured up to 60 s, in seconds and as a date", async () => {
    for (const headers of [
      { "retry-after": "60" },
      { "retry-after": "Tue, 21 Nov 2028 10:01:00 GMT", date: "Tue, 21 Nov 2028 10:00:00 GMT" },
    ]) {
      for (const status of [429, 503]) {
        const { transport, log, outcome } = scripted([{ status, headers }, page], { random: () => 0.5 });
        expect((await outcome(transport.call(listWorlds, { body: {} }))).error).toBeUndefined();
        expect(log[1]?.wait).toBe(60_250);
      }
    }
  });

  test("a longer one ends the call", async () => {
    for (const status of [429, 503]) {
      const { transport, sent, outcome } = scripted([{ status, headers: { "retry-after": "61" } }, page]);
      const { error } = await outcome(transport.call(listWorlds, { body: {} }));
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error).toMatchObject({
        status,
        retryAfter: 61_000,
        message: expect.stringContaining("in 61 s") as unknown,
      });
      expect(sent).toHaveLength(1);
    }
  });

  test("the calls of a client share a retry budget: 5 tokens a retry, 10 after a timeout", async () => {
    const { transport, sent, outcome } = scripted([{ status: 500 }], { retry: { attempts: 1000 } });
    await outcome(transport.call(listWorlds, { body: {} }));
    expect(sent).toHaveLength(1 + 500 / 5);
    // Nothing is left for another one.
    const { error } = await outcome(transport.call(getJob, { body: { operationId: "a" } }));
    expect(error).toMatchObject({ message: expect.stringContaining("retries are spent") as unknown });
    expect(sent).toHaveLength(102);

    const slow = scripted([{ fail: "silence" }], { retry: { attempts: 1000 } });
    await slow.outcome(slow.transport.call(listWorlds, { body: {} }));
    expect(slow.sent).toHaveLength(1 + 500 / 10);
  });

  test("successes give tokens back", async () => {
    const script: Act[] = [{ status: 500 }, page, page, page, page, page, page, { status: 500 }, { status: 500 }, page];
    const { transport, sent, outcome } = scripted(script, { retry: { budget: 10 } });
    // Takes 5 and gives them back, and the next five bring one each: to the most that it can be, 10.
    for (let i = 0; i < 6; i++) await outcome(transport.call(listWorlds, { body: {} }));
    expect((await outcome(transport.call(listWorlds, { body: {} }))).error).toBeUndefined();
    expect(sent).toHaveLength(10);
  });
});

describe("the deadline", () => {
  test("ends attempts, waits and calls", async () => {
    const { transport, clock, outcome } = scripted([{ fail: "silence" }]);
    const start = clock.now();
    const { error } = await outcome(transport.call(listWorlds, { body: {} }, { deadline: start + 7000 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(clock.now() - start).toBe(7000);
  });

  test("ends the call early if the next attempt would start after it", async () => {
    const { transport, clock, outcome } = scripted([{ status: 429, headers: { "retry-after": "30" } }]);
    const start = clock.now();
    const { error } = await outcome(transport.call(submitJob, job, { deadline: start + 7000 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ message: expect.stringContaining("Nothing was accepted") as unknown });
    expect(clock.now()).toBe(start);
  });

  test("leaves the error of an earlier attempt as the reason if it ends the next one", async () => {
    const { transport, clock, sent, outcome } = scripted([{ status: 503 }, { fail: "silence" }]);
    const { error } = await outcome(transport.call(listWorlds, { body: {} }, { deadline: clock.now() + 7000 }));
    expect(sent).toHaveLength(2);
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error).toMatchObject({ status: 503, message: expect.stringMatching(/Last: .*503/) as unknown });
  });

  test("is given in milliseconds where less than a second was left", async () => {
    const { transport, clock, outcome } = scripted([{ fail: "silence" }]);
    const { error } = await outcome(transport.call(listWorlds, { body: {} }, { deadline: clock.now() + 20 }));
    expect(error).toMatchObject({ message: expect.stringContaining("no whole answer within 20 ms") as unknown });
  });

  test("makes the outcome unknown if the request may have been accepted", async () => {
    const { transport, clock, outcome } = scripted([{ fail: "silence" }]);
    const { error } = await outcome(transport.call(submitJob, job, { deadline: clock.now() + 7000 }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  });
});
