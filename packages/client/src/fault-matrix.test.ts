// Campaign: Every fault at every endpoint

/**
 * Every fault at every endpoint, over real sockets: what a call comes to, with how many requests, by what the fault means for
 * its request and by what a second request may do (client-behaviour, lines 1 to 8 and 13).
 */
import { endpointList, type AnyEndpoint, type Repetition } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import type { SeenRequest } from "@usdkit/test-service";
import { CallBench } from "./test-support/call-bench.ts";
import { meaningAt, rowsFor, type FaultRow, type Meaning } from "./test-support/fault-rows.ts";
import { matrixShare } from "./test-support/matrix-share.ts";
import type { Fetch } from "./transport/settings.ts";

interface Expected {
  /** The error's name; `undefined` where the call succeeds. */
  readonly error: string | undefined;
  readonly requests: number;
}

/** What one fault, and then none, comes to. */
function expectedOnce(
  repetition: Repetition,
  meaning: Meaning,
  { error, isAnswered }: FaultRow,
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
      const isFinal = meaning === "unfit" || meaning === "too large";
      if (repetition === "unguarded") return { error: "OutcomeUnknownError", requests: 1 };
      if (repetition === "safe") return isFinal ? { error, requests: 1 } : { error: undefined, requests: 2 };
      if (meaning === "unknown, not landed") return { error: undefined, requests: 2 };
      return { error: isAnswered === true ? "OutcomeUnknownError" : "AcceptedIdUnknownError", requests: 2 };
    }
  }
}

/** What a fault comes to that strikes every request. */
function expectedAlways(repetition: Repetition, meaning: Meaning, row: FaultRow): string | undefined {
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

describe.each(endpointList.map(([name, endpoint], index) => ({ name, endpoint, index })))(
  "$endpoint.id",
  (matrixRow) => {
    const { name, endpoint, index } = matrixRow;
    const { id, repetition, access, host } = endpoint;
    const rows = rowsFor(endpoint);

    test.each(matrixShare(rows, index))("$name", async (row) => {
      await using bench = await CallBench.start();
      const { error, requests, log, keysRead, wrong } = await bench.call(name, endpoint, ({ script }) => {
        script.on(id, [row.make()]);
      });
      expect(wrong).toEqual([]);
      const meaning = meaningAt(id, row);
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
        // The client's side has to notice that a connection it kept is gone: timers come before what sockets report.
        await new Promise((resolve) => setTimeout(resolve, 20));
        await new Promise((resolve) => setImmediate(resolve));
      };
      const { error, requests, log, wrong } = await bench.call(name, endpoint, goAway, fetch);
      expect([wrong, error]).toEqual([[], undefined]);
      expect(requests).toHaveLength(1);
      expect(log.map(({ outcome }) => outcome)).toEqual(["not accepted", "accepted"]);
    });

    const repeated = rows.filter((row) => meaningAt(id, row) !== "answered");
    test.each(matrixShare(repeated, index + 3))("$name, without end", async (row) => {
      await using bench = await CallBench.start();
      const { error, requests, log, wrong } = await bench.call(name, endpoint, ({ script }) => {
        script.always(id, row.make());
      });
      expect(wrong).toEqual([]);
      const meaning = meaningAt(id, row);
      expect(nameOf(error)).toBe(expectedAlways(repetition, meaning, row));
      expect(requests.length).toBeLessThanOrEqual(6);
      expect(log).toHaveLength(requests.length);
      // Exponential with a cap of 20 s, unless the service asks for more.
      expect(Math.max(...log.map(({ wait }) => wait))).toBeLessThanOrEqual(Math.max(20_000, (row.wait ?? 0) + 1500));
      // Even the last one had to come within the minute of the guard.
      if (repetition === "guarded" && meaning.startsWith("un")) {
        expect(timeBetween(requests, requests.length - 1)).toBeLessThanOrEqual(60_000 - 5000 - 15_000);
      }
    });
  },
);

function timeBetween(requests: readonly SeenRequest[], index: number): number {
  return (requests[index]?.at ?? Infinity) - (requests[0]?.at ?? 0);
}
