// Campaign in CI: Two API and two worker processes on PostgreSQL, one of which is killed during a job

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  closeStream,
  connectionOf,
  createStream,
  getJob,
  getMeshTask,
  getStream,
  getUploadStatus,
  getUploadToken,
  ingestMesh,
  initUpload,
  pushStream,
  streamHandshake,
  streamUrl,
  submitJob,
  uploadPart,
} from "@usdkit/contract";
import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { call, cameraPatch, mesh, scene, splatPly, until, upload, type Answer } from "./test-support/caller.ts";
import { connectStream } from "./test-support/stream-client.ts";
import { noPostgres, startPostgres, type PostgresServer } from "./test-support/postgres-server.ts";
import { GatewayProcess } from "./test-support/processes.ts";

if (noPostgres !== undefined) console.log(`scale-out: not tried: ${noPostgres}`);

describe.skipIf(noPostgres !== undefined)("two API and two worker processes on PostgreSQL", () => {
  const data = mkdtempSync(join(tmpdir(), "usdkit-scale-out-"));
  let server: PostgresServer;
  let one: GatewayProcess;
  let two: GatewayProcess;
  let workers: GatewayProcess[];
  let start: (role: string) => Promise<GatewayProcess>;

  beforeAll(async () => {
    server = await startPostgres();
    const database = server.makeDatabase("service");
    start = (role) =>
      GatewayProcess.start(["--database", database, "--data", data, "--role", role, "--block-size", "65536"]);
    // All concurrently, on an empty database.
    const [first, second, ...rest] = await Promise.all(["api", "api", "worker", "worker"].map(start));
    if (first === undefined || second === undefined) throw new Error("not started");
    one = first;
    two = second;
    workers = rest;
  }, 600_000);

  afterAll(async () => {
    await Promise.all([one, two, ...workers].map((each) => each.stop()));
    await server[Symbol.asyncDispose]();
    rmSync(data, { recursive: true, force: true });
  }, 600_000);

  const submit = ({ url }: GatewayProcess, requestId: string, usdContent = scene()): Promise<Answer> =>
    call(url, submitJob, { body: { requestId, usdContent } });
  const done = ({ url }: GatewayProcess, operationId: string): Promise<Answer> =>
    until(
      () => call(url, getJob, { body: { operationId } }),
      ({ body }) => body.done,
    );

  test("a worker renders a job of one process; the other one reports and serves it", async () => {
    const { status, body } = await submit(one, randomUUID());
    expect(status).toBe(202);
    const { body: end } = await done(two, body.operationId);
    expect(end.error).toBeNull();
    expect(end.result.resultUrl).toMatch(new RegExp(`^${two.url}/files/`));
    const image = await (await fetch(end.result.resultUrl)).bytes();
    expect(await sharp(image).metadata()).toMatchObject({ format: "png", width: 32, height: 24 });
    const other = end.result.resultUrl.replace(two.url, one.url);
    expect(await (await fetch(other)).bytes()).toEqual(image);
  });

  test("concurrent requests with one request id are accepted once across processes", async () => {
    const requestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => submit(i % 2 === 0 ? one : two, requestId)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
  });

  test("a file uploaded to one process can be used at another, even at a new one", async () => {
    const fresh = await start("api");
    const fileUrl = await upload(fresh.url, "row.ply", Uint8Array.from(splatPly()));
    const { body } = await call(two.url, ingestMesh, { body: { fileUrl, name: "row" } });
    const task = await until(
      () => call(one.url, getMeshTask, { query: { taskId: body.taskId } }),
      (answer) => answer.body.status !== "RUNNING",
    );
    expect(task.body.status).toBe("SUCCEEDED");
    await fresh.stop();
    const job = await submit(one, randomUUID(), scene(mesh(task.body.meshId)));
    expect((await done(two, job.body.operationId)).body.error).toBeNull();
  });

  test("parts of an upload may go to any of them", async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => i * 7);
    const md5 = (part: Uint8Array): string => createHash("md5").update(part).digest("hex");
    const { body } = await call(one.url, getUploadToken);
    const headers = { "ous-token-v2": body.ousToken };
    const query = { md5: md5(bytes), size: bytes.length, blocks: 4, name: "big.ply" };
    const begun = await call(two.url, initUpload, { key: "", headers, query });
    const { taskId } = begun.body.d;
    for (let part = 0; part < 4; part++) {
      const form = new FormData();
      form.set("taskId", taskId);
      form.set("partNumber", String(part));
      form.set("file", new Blob([bytes.subarray(part * 65_536, (part + 1) * 65_536)]), "part");
      const answer = await call((part % 2 === 0 ? one : two).url, uploadPart, { key: "", headers, form });
      expect(answer.body.c).toBe(0);
    }
    const { body: end } = await until(
      () => call(one.url, getUploadStatus, { key: "", headers, query: { taskId } }),
      (answer) => answer.body.d.url !== undefined,
    );
    expect(await (await fetch(end.d.url)).bytes()).toEqual(bytes);
  });

  async function beginStream(): Promise<string> {
    const { status, body } = await call(one.url, createStream, { body: { requestId: "s", usdContent: scene() } });
    expect(status).toBe(202);
    return body.operationId;
  }
  const poll = ({ url }: GatewayProcess, operationId: string, key?: string): Promise<Answer> =>
    call(url, getStream, { key, body: { operationId } });
  async function active(id: string): Promise<{ readonly url: string; readonly streamId: string }> {
    const { body } = await until(
      () => poll(two, id),
      (answer) => answer.body.done,
    );
    const connection = connectionOf(body.result);
    if (connection === undefined) throw new Error(JSON.stringify(body));
    return { url: streamUrl(connection, false), streamId: connection.streamId };
  }

  test("a stream is reachable from every process: state, socket, pushes, end", async () => {
    const id = await beginStream();
    const { url, streamId } = await active(id);
    expect(new URL(url).host).toBe(new URL(two.url).host);
    const hello = JSON.stringify(streamHandshake(streamId));
    const clients = [url, url.replace(two.url.slice(5), one.url.slice(5))].map((each) =>
      connectStream(each, { hello }),
    );
    const frames = async (): Promise<number[]> => clients.map((client) => client.frames.length);
    await until(frames, (counts) => counts.every((count) => count > 0));
    expect(clients.map(({ codes }) => codes)).toEqual([["0"], ["0"]]);
    const before = await frames();
    for (const gateway of [one, two]) {
      const answer = await call(gateway.url, pushStream, {
        path: { sessionId: id },
        body: { usdContent: cameraPatch(9) },
      });
      expect(answer).toMatchObject({ status: 200, body: { result: { sessionId: id, status: "ACTIVE" } } });
    }
    await until(frames, (counts) => counts.every((count, i) => count > (before[i] ?? 0)));

    const status = await fetch(`${one.url}/status/data.json`, { headers: { authorization: "key-of-ada" } });
    expect(await status.json()).toMatchObject({ sessions: [{ id, state: "ACTIVE", viewers: 2 }] });
    const frame = await fetch(`${one.url}/status/frame?session=${id}`, { headers: { authorization: "key-of-ada" } });
    expect(frame.headers.get("content-type")).toBe("image/jpeg");

    // An unknown session, or another user's, is unavailable as with a single process.
    expect((await poll(one, id, "key-of-bob")).status).toBe(404);
    expect(await connectStream(url.replace(/token=[^&]*/, "token=wrong")).closed).toBe(401);
    expect(await connectStream(url.replace(/nid=[^&]*/, "nid=node-none")).closed).toBe(401);
    expect(await connectStream(url, { origin: "https://evil.example" }).closed).toBe(403);

    expect((await call(two.url, closeStream, { path: { sessionId: id } })).status).toBe(204);
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([1000, 1000]);
    for (const gateway of [one, two]) expect((await poll(gateway, id)).status).toBe(404);
    expect((await call(one.url, closeStream, { path: { sessionId: id } })).status).toBe(404);
  });

  test("a worker process does not serve callers, and rejects requests without the secret", async () => {
    const [worker] = workers;
    expect((await fetch(`${worker?.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${worker?.url}/metrics`)).status).toBe(200);
    expect((await submit(worker ?? one, "r")).status).toBe(404);
    for (const { url } of [one, ...workers]) {
      for (const headers of [{}, { "x-spatial-internal": "wrong" }]) {
        const body = JSON.stringify({ op: "list", user: "ada" });
        const sent = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
        expect((await fetch(`${url}/internal/sessions`, sent)).status).toBe(404);
      }
    }
  });

  // Its leases take seconds to expire.
  test.runIf(inject("deep"))(
    "a worker that is killed: its jobs are done by the other, its streams end, and a new one takes its place",
    async () => {
      const id = await beginStream();
      await active(id);
      const large = scene("", "(900, 700)");
      const jobs = await Promise.all(
        Array.from({ length: 6 }, (_, i) => submit(i % 2 === 0 ? one : two, randomUUID(), large)),
      );
      const [first, second] = workers;
      // During a job: only the expired lease shows the loss.
      await until(
        async () => (await fetch(`${first?.url}/metrics`)).text(),
        (text) => text.includes('spatial_gateway_workers{lane="render",state="busy"} 1'),
      );
      await first?.kill();
      const ends = await Promise.all(jobs.map(({ body }) => done(two, body.operationId)));
      expect(ends.every(({ body }) => body.error === null)).toBe(true);
      // One process has the stream: the other one, if it still runs.
      if ((await poll(one, id)).status === 200) await second?.kill();
      await until(
        () => poll(one, id),
        ({ status }) => status === 404,
      );
      workers = [...workers, await start("worker")];
      const next = await submit(one, randomUUID());
      expect((await done(two, next.body.operationId)).body.error).toBeNull();
    },
  );

  test("survives an unavailable database", async () => {
    const first = await submit(one, randomUUID());
    await server.kill();
    const meanwhile = submit(two, randomUUID());
    await server.start();
    const second = await meanwhile;
    expect(second.status).toBe(202);
    for (const { body } of [first, second]) expect((await done(two, body.operationId)).body.error).toBeNull();
  });
});
