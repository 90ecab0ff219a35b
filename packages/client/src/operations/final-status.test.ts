/** Which statuses end a wait (client-behaviour 23). */
import { describe, expect, test } from "vitest";
import { scripted, type Scripted } from "../test-support/transport.ts";
import type { ClientOptions } from "../transport/read-settings.ts";
import type { OperationHandle } from "./operation-handle.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The areas: how each is followed, and what its record is. */
const AREAS: readonly (readonly [
  string,
  (site: Scripted) => OperationHandle<unknown, unknown>,
  (fields: Fields) => Fields,
])[] = [
  ["a world", ({ client }) => client.worlds.wait("t"), (fields) => ({ worldId: "t", ...fields })],
  [
    "a mesh",
    ({ client }) => client.resume({ version: 1, kind: "mesh", id: "t" }),
    (fields) => ({ taskId: "t", ...fields }),
  ],
  [
    "a model",
    ({ client }) => client.resume({ version: 1, kind: "gen3d", id: "t" }),
    (fields) => ({ taskId: "t", ...fields }),
  ],
  [
    "a job",
    ({ client }) => client.jobs.follow("t"),
    ({ status }) => ({ operationId: "t", done: false, result: null, error: null, status }),
  ],
];

/** Follows an operation whose polls answer with the records; the last one repeats. */
async function follow(
  area: (typeof AREAS)[number],
  records: readonly Fields[],
  options: Partial<ClientOptions> = {},
): Promise<{ readonly outcome: unknown; readonly polls: number }> {
  const [, start, record] = area;
  const site = scripted(
    records.map((fields) => ({ status: 200, body: record(fields) })),
    options,
  );
  const { error, value } = await site.outcome(start(site).result({ timeout: 60_000 }));
  return { outcome: error ?? value, polls: site.sent.length };
}

const WORDS = ["FAILED", "CANCELED", "CANCELLED", "EXPIRED", "ERROR", "aborted", "Timed out"];

describe.each(AREAS)("%s", (...area) => {
  test.each(WORDS)("that is %s has failed: no poll follows", async (status) => {
    const { outcome, polls } = await follow(area, [{ status: "RUNNING" }, { status }]);
    expect(outcome).toMatchObject({
      name: "OperationFailedError",
      message: expect.stringContaining(status === "FAILED" ? "failed" : status) as unknown,
    });
    expect(polls).toBe(2);
  });

  test("with an unknown status is polled until the deadline; nothing claims that it runs", async () => {
    const { outcome, polls } = await follow(area, [{ status: "POLISHING" }]);
    expect(outcome).toMatchObject({
      name: "DeadlineError",
      message: expect.not.stringMatching(/runs|running/) as unknown,
    });
    expect(polls).toBeGreaterThan(20);
  });

  test("with a status of the client's conventions ends", async () => {
    const conventions = { failureStatuses: ["melted"], successStatuses: ["POLISHED", "EXPIRED"] };
    expect((await follow(area, [{ status: "Melted" }], { conventions })).outcome).toMatchObject({
      name: "OperationFailedError",
    });
    // A job without its image has no result.
    const expected = area[0] === "a job" ? { name: "ResultMissingError" } : { status: "EXPIRED" };
    expect((await follow(area, [{ status: "EXPIRED" }], { conventions })).outcome).toMatchObject(expected);
  });
});

test.each(["SUCCEEDED", "DONE", "completed", "Finished"])("a task that is %s has succeeded", async (status) => {
  for (const area of AREAS.slice(0, 3)) {
    expect(await follow(area, [{ status: "RUNNING" }, { status }])).toMatchObject({ outcome: { status }, polls: 2 });
  }
});

const url = "https://files.example/a";
test.each<readonly [string, number, Fields]>([
  ["a world", 0, { assets: { splats: { urls: { spzPath: url } } } }],
  ["a mesh", 1, { meshId: "m-1" }],
  ["a model", 2, { result: { modelUrl: url } }],
])("%s with its result has succeeded, whatever its status", async (_, index, fields) => {
  const area = AREAS[index] ?? AREAS[0];
  if (area === undefined) throw new Error("unreachable");
  for (const status of ["POLISHED", "RUNNING"]) {
    expect(await follow(area, [{ status: "RUNNING" }, { status, ...fields }])).toMatchObject({
      outcome: { status, ...fields },
      polls: 2,
    });
  }
  expect((await follow(area, [{ status: "FAILED", ...fields }])).outcome).toMatchObject({
    name: "OperationFailedError",
  });
});

test("a job with its image has succeeded, also before it is done", async () => {
  const { client, sent, outcome } = scripted([
    { status: 200, body: { operationId: "t", done: false, result: { resultUrl: url }, error: null } },
  ]);
  expect(await outcome(client.jobs.follow("t").result())).toMatchObject({ value: { resultUrl: url } });
  expect(sent).toHaveLength(1);
});

test.each(["EXPIRED", "CANCELED"])("a session that is %s has failed", async (status) => {
  const { client, sent, outcome } = scripted([
    { status: 200, body: { operationId: "t", done: false, result: { status: "QUEUED" } } },
    { status: 200, body: { operationId: "t", done: true, result: { status } } },
  ]);
  const handle = client.resume({ version: 1, kind: "stream", id: "t" });
  expect((await outcome(handle.result() as Promise<unknown>)).error).toMatchObject({
    name: "OperationFailedError",
    message: expect.stringContaining(status) as unknown,
  });
  expect(sent).toHaveLength(2);
});
