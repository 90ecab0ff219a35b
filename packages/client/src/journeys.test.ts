// Campaign: Every fault at every step of every journey through the client

/**
 * Every fault at every step of every journey through the client, over real sockets: it succeeds, or fails with the true reason; and nothing is
 * rendered twice, left open or half, or reported wrongly.
 */
import { endpointList, type AnyEndpoint } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { FAULT_ROWS, meaningAt, rowsFor, type FaultRow } from "./test-support/fault-rows.ts";
import { JourneyBench } from "./test-support/journey-bench.ts";
import { FILES, JOURNEYS } from "./test-support/journeys.ts";
import { matrixShare } from "./test-support/matrix-share.ts";

type Struck = Pick<AnyEndpoint, "id" | "repetition"> & { readonly host: AnyEndpoint["host"] | "files" };

const endpointOf = (id: string): Struck => {
  if (id === FILES) return { id, repetition: "safe", host: "files" };
  const found = endpointList.find(([, endpoint]) => endpoint.id === id);
  if (found === undefined) throw new Error(`no endpoint ${id}`);
  return found[1];
};

/** Waiting for an upload's status ends after about 5 s: it is not known then, and not failed (client-behaviour, line 10). */
const TAKES_LONG = /^(?:latency|too |silence in|never |429 for 7 s|429 until)/;

/** The bytes of a file cannot be checked, and storage may redirect. */
const NOT_OF_FILES: ReadonlySet<string> = new Set([
  "truncated JSON",
  "2xx without its id",
  "HTML",
  "oversized body",
  "redirect",
  "redirect to GET",
  "c is not 0",
]);

function rowsOf({ host }: Struck): readonly FaultRow[] {
  return host === "files" ? FAULT_ROWS.filter(({ name }) => !NOT_OF_FILES.has(name)) : rowsFor({ host });
}

/** What a journey may come to when one of its requests is struck once; `undefined` is success. */
function allowed({ id, repetition, host }: Struck, row: FaultRow): readonly (string | undefined)[] {
  const meaning = meaningAt(id, row);
  // A poll already has the id.
  if (row.name === "2xx without its id" && id.endsWith(".get")) return [undefined];
  if (id === "assets.uploadStatus" && TAKES_LONG.test(row.name)) return ["OutcomeUnknownError"];
  switch (meaning) {
    case "answered":
    case "not accepted":
      return [undefined];
    case "unauthorized":
      return id === "renderFormat" || id === FILES ? [row.error] : [undefined];
    case "refused":
    case "unfit":
    case "too large":
    case "unknown, landed":
    case "unknown, not landed":
      if (meaning !== "refused" && repetition === "unguarded") return ["OutcomeUnknownError"];
      if (meaning !== "refused" && repetition === "guarded") {
        if (meaning === "unknown, not landed") return [undefined];
        return [row.isAnswered === true ? "OutcomeUnknownError" : "AcceptedIdUnknownError"];
      }
      if (meaning.startsWith("unknown")) return [undefined];
      // An upload begins again; a session that could not be ended is reported; polls go on after what an outage may bring.
      if (host === "upload") return [undefined, row.error];
      if (id === "streams.close") return ["StreamError"];
      return meaning === "too large" && id.endsWith(".get") ? [undefined] : [row.error];
  }
}

describe.each(JOURNEYS.map((journey, index) => ({ name: journey.name, journey, index })))(
  "$name",
  ({ journey, index }) => {
    test("without a fault", async () => {
      await using bench = await JourneyBench.start(journey.service);
      expect(await bench.run(journey)).toMatchObject({ wrong: [] });
      const { record } = bench.service;
      const called = new Set(record.requests.map(({ endpoint }) => endpoint).filter((id) => id !== "streams.socket"));
      expect(called).toEqual(new Set(journey.endpoints));
      expect(record.openSessions).toEqual([]);
    });

    const cells = journey.endpoints.flatMap((id) => rowsOf(endpointOf(id)).map((row) => ({ id, what: row.name, row })));

    test.each(matrixShare(cells, index))("$id: $what", async ({ id, row }) => {
      await using bench = await JourneyBench.start(journey.service);
      const { record, script } = bench.service;
      script.on(id, [row.make()]);
      const { error, wrong } = await bench.run(journey);
      expect(wrong).toEqual([]);
      const name = error === undefined ? undefined : (error as Error).name;
      expect(allowed(endpointOf(id), row)).toContain(name);
      // The only sessions left are those whose id never came, and those whose end was rejected.
      const isLost = id === "streams.create" && name === "OutcomeUnknownError";
      const isRefused = id === "streams.close" && name === "StreamError";
      if (!isLost && !isRefused) expect(record.openSessions).toEqual([]);
    });
  },
);
