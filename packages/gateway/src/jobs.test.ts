// Campaign: A worker process that is stopped while it renders a large image

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getJob, getMeshTask, ingestMesh, submitJob } from "@usdkit/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Gateway } from "./gateway.ts";
import {
  base64,
  call,
  gatewayForTest,
  mesh,
  scene,
  splatPly,
  until,
  upload,
  type Answer,
} from "./test-support/caller.ts";

const submit = (url: string, requestId: string, usdContent: string, key?: string): Promise<Answer> =>
  call(url, submitJob, { key, body: { requestId, usdContent } });

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function finished({ url }: Gateway, operationId: string): Promise<Answer["body"]> {
  const done = await until(
    () => call(url, getJob, { body: { operationId } }),
    ({ body }) => body.done,
  );
  return done.body;
}

describe("a job", () => {
  let shared: Gateway;
  beforeAll(async () => {
    shared = await gatewayForTest();
  });
  afterAll(() => shared.close());
  let count = 0;
  const freshId = (): string => `fresh-${count++}`;

  test("renders a splat file over the configured background", async () => {
    await using gateway = await gatewayForTest({ background: [0.2, 0.4, 0.6, 1] });
    const { url } = gateway;
    const fileUrl = await upload(url, "row.ply", Uint8Array.from(splatPly()));
    const task = await call(url, ingestMesh, { body: { fileUrl } });
    const read = await until(
      () => call(url, getMeshTask, { query: { taskId: task.body.taskId } }),
      ({ body }) => body.status !== "RUNNING",
    );
    expect(read.body).toMatchObject({ status: "SUCCEEDED", error: null, progress: 1 });

    const splat = `    def ParticleField3DGaussianSplat "Row" (\n payload = @asset:/mesh/${read.body.meshId}@\n )\n {\n }\n`;
    const accepted = await submit(url, "first", scene(splat));
    expect(accepted).toMatchObject({ status: 202, body: { done: false, result: null, error: null, metaData: null } });
    const job = await finished(gateway, accepted.body.operationId);
    expect(job).toMatchObject({ done: true, error: null, result: { taskId: accepted.body.operationId } });
    const image = await fetch(job.result.resultUrl);
    expect(image.headers.get("content-type")).toBe("image/png");
    const { data, info } = await sharp(await image.bytes())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 32, height: 24 });
    const middle = (12 * 32 + 16) * info.channels;
    // The row is in the middle; the corner is empty.
    expect([...data.subarray(middle, middle + 3)]).not.toEqual([51, 102, 153]);
    expect([...data.subarray(0, 3)]).toEqual([51, 102, 153]);

    const others = await call(url, getJob, { key: "key-of-bob", body: { operationId: accepted.body.operationId } });
    expect(others.status).toBe(404);
    // Meshes belong to their user; other users do not see them.
    const stolen = await submit(url, "second", scene(splat), "key-of-bob");
    const seen = await until(
      () => call(url, getJob, { key: "key-of-bob", body: { operationId: stolen.body.operationId } }),
      ({ body }) => body.done,
    );
    expect(seen.body.error).toMatchObject({ code: 404 });
  });

  test("with an unknown mesh fails and reports it and its prim, or skips it", async () => {
    const given = scene(mesh("no/../such%20one".replaceAll("/", "")));
    {
      const { body } = await submit(shared.url, freshId(), given);
      const job = await finished(shared, body.operationId);
      expect(job).toMatchObject({ done: true, result: null, error: { code: 404, details: { domain: "rendercloud" } } });
      expect(job.error?.message).toContain("no..such one");
      expect(job.error?.message).toContain("/World/Thing");
    }
    await using lenient = await gatewayForTest({ missingAssets: "skip" });
    const { body } = await submit(lenient.url, "r", given);
    expect(await finished(lenient, body.operationId)).toMatchObject({ done: true, error: null });
  });

  test.each<[string, unknown, string]>([
    ["no requestId", { usdContent: scene() }, "body.requestId"],
    ["no usdContent", { requestId: "r" }, "body.usdContent"],
    ["null for a scene", { requestId: "r", usdContent: null }, "body.usdContent"],
    ["URL-safe Base64", { requestId: "r", usdContent: `${scene().slice(0, -4)}-_-_` }, "body.usdContent"],
    [
      "a line break in Base64",
      { requestId: "r", usdContent: `${scene().slice(0, 8)}\n${scene().slice(8)}` },
      "body.usdContent",
    ],
    ["bits of no byte", { requestId: "r", usdContent: "AB==" }, "usdContent"],
    ["no UTF-8", { requestId: "r", usdContent: Buffer.from([0x23, 0xff]).toString("base64") }, "usdContent"],
    ["a syntax error", { requestId: "r", usdContent: base64('#usda 1.0\ndef Xform "A" {\n') }, "line 2, column 15"],
    ["no resolution", { requestId: "r", usdContent: base64('#usda 1.0\ndef Xform "A" {\n}\n') }, "resolution"],
    ["a large resolution", { requestId: "r", usdContent: scene("", "(4501, 10)") }, "line 15, column 9"],
    ["no text", [], "body"],
    ["no JSON", "{", "JSON"],
  ])("%s: 400 with the location", async (_name, given, where) => {
    const requestId = freshId();
    const body = isObject(given) && "requestId" in given ? { ...given, requestId } : given;
    const answer = await call(shared.url, submitJob, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 400, status: "INVALID_ARGUMENT" } });
    expect(answer.body.details).toMatchObject({ reason: "BIZ_10001", metaData: { bizCode: "10001" } });
    expect(answer.body.details.message).toContain(where);
    // A rejected request does not use up its id.
    expect((await submit(shared.url, requestId, scene())).status).toBe(202);
  });

  test("an empty operationId counts as absent", async () => {
    const body = { operationId: "", requestId: freshId(), usdContent: scene() };
    expect((await call(shared.url, submitJob, { body })).status).toBe(202);
  });

  test("the same requestId: 409 within a minute, for its user", async () => {
    await using gateway = await gatewayForTest({ clock: "manual" });
    const { url, clock } = gateway;
    expect((await submit(url, "r", scene())).status).toBe(202);
    const again = await submit(url, "r", scene("", "(8, 8)"));
    expect(again).toMatchObject({
      status: 409,
      body: { status: "ALREADY_EXISTS", details: { domain: "rendercloud" } },
    });
    expect(again.body.details.metaData.bizCode).toBe("14009");
    expect((await submit(url, "r", scene(), "key-of-bob")).status).toBe(202);
    clock?.advance(59_999);
    expect((await submit(url, "r", scene())).status).toBe(409);
    clock?.advance(1);
    expect((await submit(url, "r", scene())).status).toBe(202);
  });

  test("each id of many sent twice concurrently is accepted once", async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `id-${i}`);
    const answers = await Promise.all([...ids, ...ids].map((id) => submit(shared.url, id, scene())));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
    expect(new Set(accepted.map(({ body }) => body.operationId)).size).toBe(20);
  });

  test("rate limit: 429 with Retry-After; a 409 does not count", async () => {
    await using gateway = await gatewayForTest({ jobsPerMinute: 2, clock: "manual" });
    const statuses: number[] = [];
    for (const id of ["a", "a", "a", "b", "c"]) statuses.push((await submit(gateway.url, id, scene())).status);
    expect(statuses).toEqual([202, 409, 409, 202, 429]);
    const refused = await submit(gateway.url, "c", scene());
    expect(refused.body.details.metaData.bizCode).toBe("11001");
    expect(Number(refused.headers.get("retry-after"))).toBe(30);
    gateway.clock?.advance(30_000);
    expect((await submit(gateway.url, "c", scene())).status).toBe(202);
  });

  test("accepted before a restart, done after it", async () => {
    const data = mkdtempSync(join(tmpdir(), "usdkit-gateway-"));
    try {
      const ids: string[] = [];
      {
        await using first = await gatewayForTest({ data });
        for (let i = 0; i < 5; i++) ids.push((await submit(first.url, `r${i}`, scene())).body.operationId);
      }
      await using second = await gatewayForTest({ data });
      // First, and with the youngest: an id is known for a minute.
      expect((await submit(second.url, "r4", scene())).status).toBe(409);
      for (const id of ids) {
        const { result } = await finished(second, id);
        expect((await fetch(result.resultUrl)).status).toBe(200);
      }
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });

  test("a killed worker: the job is still done, once", async () => {
    await using gateway = await gatewayForTest();
    const { url } = gateway;
    const { body } = await submit(url, "r", scene("", "(1500, 1500)"));
    await until(
      async () => gateway.workerPids(),
      (pids) => pids.length > 0,
    );
    for (const pid of gateway.workerPids()) process.kill(pid, "SIGKILL");
    expect(await finished(gateway, body.operationId)).toMatchObject({ done: true, error: null });
  });

  // Takes the lease's seconds, and renders a large image.
  test.runIf(inject("deep"))("a worker that is stopped is noticed", async () => {
    await using gateway = await gatewayForTest();
    const { body } = await submit(gateway.url, "r", scene("", "(4000, 4000)"));
    await until(
      async () => gateway.workerPids(),
      (pids) => pids.length > 0,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const pid of gateway.workerPids()) process.kill(pid, "SIGSTOP");
    expect(await finished(gateway, body.operationId)).toMatchObject({ done: true, error: null });
  });
});
