// The ends of operations (client-behaviour 9, 15 and 17), and creates that are repeated on request.
import { describe, expect, test } from "vitest";
import { NotFoundError, OutcomeUnknownError, ResultMissingError } from "../errors/errors.ts";
import { accepted, ambiguous } from "../test-support/calls.ts";
import type { Act } from "../test-support/scripted-fetch.ts";
import { scripted } from "../test-support/transport.ts";

const usdContent = "I3VzZGEgMS4wCg==";
const missing: Act = { status: 404, body: { status: "NOT_FOUND", message: "project not exist" } };
const done = (result: unknown, error: unknown = null): Act => ({
  status: 200,
  body: { operationId: "job-1", done: true, result, error },
});
const task = (fields: object): Act => ({ status: 200, body: { taskId: "t", ...fields } });

describe("a 404 after a create", () => {
  test('in the first 10 s means "not there yet"', async () => {
    const { client, sent, outcome } = scripted([accepted, missing, missing, done({ resultUrl: "https://f/1.png" })]);
    const { value } = await outcome(client.jobs.submit({ usdContent }).then((job) => job.result()));
    expect(value).toMatchObject({ resultUrl: "https://f/1.png" });
    expect(sent).toHaveLength(4);
  });

  test("later, or once it was seen, or for an operation of another process, is final", async () => {
    const late = scripted([accepted, missing]);
    expect(
      (await late.outcome(late.client.jobs.submit({ usdContent }).then((job) => job.result()))).error,
    ).toBeInstanceOf(NotFoundError);
    const age = late.clock.now() - (late.sent[0]?.time ?? 0);
    expect(age).toBeGreaterThanOrEqual(10_000);
    expect(age).toBeLessThan(15_000);

    const seen = scripted([accepted, { ...accepted, status: 200 }, missing]);
    const { error } = await seen.outcome(seen.client.jobs.submit({ usdContent }).then((job) => job.result()));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(seen.sent).toHaveLength(3);

    const other = scripted([missing]);
    expect((await other.outcome(other.client.jobs.follow("job-1").result())).error).toBeInstanceOf(NotFoundError);
    expect(other.sent).toHaveLength(1);
  });
});

describe("a finished operation", () => {
  test("without an image throws, with the record", async () => {
    for (const result of [null, {}, [], "here", { taskId: 4 }]) {
      const { client, outcome } = scripted([done(result)]);
      const { error } = await outcome(client.jobs.follow("job-1").result());
      expect(error).toBeInstanceOf(ResultMissingError);
      expect(error).toMatchObject({ operationId: "job-1", record: { result } });
      expect((error as Error).message).toContain("has no resultUrl");
    }
  });

  test("resolves a relative URL against the base URL", async () => {
    const options = { baseUrl: "https://gateway.example/prefix" };
    for (const [url, expected] of [
      ["/files/1.png", "https://gateway.example/files/1.png"],
      ["files/1.png", "https://gateway.example/prefix/files/1.png"],
      ["//cdn.example/1.png", "https://cdn.example/1.png"],
      ["https://f/a%2Fb?c", "https://f/a%2Fb?c"],
    ]) {
      const { client, outcome } = scripted([done({ resultUrl: url })], options);
      expect(await outcome(client.jobs.follow("job-1").result())).toMatchObject({ value: { resultUrl: expected } });
    }
  });

  test("keeps the reason of its failure, in any form", async () => {
    for (const [error, reason] of [
      [{ code: "400", message: "no mesh", details: [] }, "no mesh"],
      ["no mesh", "no mesh"],
      [{ text: "no mesh" }, '{"text":"no mesh"}'],
    ]) {
      const { client, outcome } = scripted([done(null, error)]);
      expect((await outcome(client.jobs.follow("job-1").result())).error).toMatchObject({
        name: "OperationFailedError",
        reason,
      });
    }
  });
});

test("a result counts only when it is done", async () => {
  const running: Act = { status: 200, body: { operationId: 7, done: false, result: { percent: 3 }, error: "none" } };
  const { client, outcome } = scripted([running, done({ resultUrl: "https://f/1.png" })]);
  expect(await outcome(client.jobs.follow("job-1").result())).toMatchObject({
    value: { resultUrl: "https://f/1.png" },
  });
});

test("a poll needs no id, and a failed world reports its reason", async () => {
  const { client, outcome } = scripted([task({ taskId: null, status: "SUCCEEDED", meshId: 12 })]);
  expect(await outcome(client.meshes.wait("t").result())).toMatchObject({ value: { taskId: "t", meshId: "12" } });
  const failed = scripted([{ status: 200, body: { worldId: "w", status: "FAILED", error: "too dark" } }]);
  expect((await failed.outcome(failed.client.worlds.wait("w").result())).error).toMatchObject({ reason: "too dark" });
});

test("the deadline's message contains the last status", async () => {
  const { client, outcome } = scripted([task({ status: "POLISHING" })]);
  const { error } = await outcome(client.gen3d.wait("t").result({ timeout: 10_000 }));
  expect((error as Error).message).toContain("Its last status is POLISHING.");
});

describe("a push", () => {
  test.each<Act>([
    { status: 200, body: "" },
    { status: 204 },
    { status: 202, body: "ok" },
    { status: 200, body: [] },
    { status: 201, body: { status: "taken" } },
  ])("is done with %j, and sent once", async (act) => {
    const { client, sent, outcome } = scripted([act]);
    expect(await outcome(client.streams.push("s", usdContent))).toMatchObject({
      value: { operationId: "s", done: true },
    });
    expect(sent).toHaveLength(1);
  });

  test("is not complete with an HTML page", async () => {
    const { client, outcome } = scripted([{ status: 200, body: "<!DOCTYPE html><p>login" }]);
    expect((await outcome(client.streams.push("s", usdContent))).error).toMatchObject({ name: "ProtocolError" });
  });
});

describe("creates without a guard", () => {
  const reply = { status: 200, body: { operationId: "o", worldId: "w", taskId: "t", done: false } };
  const url = "https://files.example/a.glb";
  const creates = (
    { client }: ReturnType<typeof scripted>,
    options?: { readonly retryAmbiguous: boolean },
  ): readonly (() => Promise<unknown>)[] => [
    () => client.streams.create({ usdContent }, options),
    () => client.worlds.generate({ prompt: "a" }, options),
    () => client.gen3d.textTo3d({ prompt: "a" }, options),
    () => client.meshes.ingest({ fileUrl: url }, options),
  ];

  test.each([{ status: 500 }, { status: 502 }, { fail: "reset" }] as Act[])("after %j: sent once", async (act) => {
    for (let i = 0; i < 4; i++) {
      const service = scripted([act, reply]);
      expect((await service.outcome(creates(service)[i]?.())).error).toBeInstanceOf(OutcomeUnknownError);
      expect(service.sent).toHaveLength(1);
    }
  });

  test("are sent again if the caller prefers a duplicate to none", async () => {
    for (let i = 0; i < 4; i++) {
      const service = scripted([{ status: 500 }, { fail: "reset" }, reply]);
      expect((await service.outcome(creates(service, { retryAmbiguous: true })[i]?.())).error).toBeUndefined();
      expect(service.sent).toHaveLength(3);
    }
  });

  test("but not after a 2xx: it was accepted", async () => {
    const service = scripted([{ status: 200, body: { data: { id: "elsewhere-1", token: "secret-of-it" } } }]);
    for (const create of creates(service, { retryAmbiguous: true })) {
      const { error } = await service.outcome(create());
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect((error as Error).message).toContain('"elsewhere-1"');
      expect((error as Error).message).not.toContain("secret-of-it");
    }
    expect(service.sent).toHaveLength(4);
  });
});

test("no create gives a hint that cannot work", async () => {
  for (const act of Object.values(ambiguous)) {
    const { client, outcome } = scripted([act]);
    const { error } = await outcome(client.gen3d.textTo3d({ prompt: "a" }));
    expect((error as Error).message).toMatch(/There is no list to look it up in/);
    expect((error as Error).message).not.toMatch(/Try again|longer time/);
  }
});
