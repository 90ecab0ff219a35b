// Campaign: Processes that share only PostgreSQL and an object store

import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getJob, getMeshTask, ingestMesh, submitJob } from "@usdkit/contract";
import sharp from "sharp";
import { expect, test } from "vitest";
import { call, mesh, scene, splatPly, until, upload } from "./test-support/caller.ts";
import { noObjectStore, startObjectStore } from "./test-support/object-store.ts";
import { noPostgres, startPostgres } from "./test-support/postgres-server.ts";
import { GatewayProcess } from "./test-support/processes.ts";

const reason = noPostgres ?? noObjectStore;
if (reason !== undefined) console.log(`scale-out with an object store: not tried: ${reason}`);

test.skipIf(reason !== undefined)("processes with nothing in common but a database and an object store", async () => {
  const home = mkdtempSync(join(tmpdir(), "usdkit-objects-"));
  await using server = await startPostgres();
  await using store = await startObjectStore();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store;
  const database = server.makeDatabase("service");
  const environment = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const start = (role: string, folder: string): Promise<GatewayProcess> => {
    const files = ["--files", `s3://${bucket}/service`, "--files-endpoint", endpoint];
    const args = ["--database", database, "--role", role, "--data", join(home, folder), ...files];
    return GatewayProcess.start(args, environment);
  };
  const [api, worker] = await Promise.all([start("api", "api"), start("worker", "worker")]);
  try {
    const fileUrl = await upload(api.url, "row.ply", Uint8Array.from(splatPly()));
    const { body: task } = await call(api.url, ingestMesh, { body: { fileUrl, name: "row" } });
    const { body: read } = await until(
      () => call(api.url, getMeshTask, { query: { taskId: task.taskId } }),
      ({ body }) => body.status !== "RUNNING",
    );
    expect(read.status).toBe("SUCCEEDED");
    const body = { requestId: randomUUID(), usdContent: scene(mesh(read.meshId)) };
    const { body: job } = await call(api.url, submitJob, { body });
    const { body: end } = await until(
      () => call(api.url, getJob, { body: { operationId: job.operationId } }),
      (answer) => answer.body.done,
    );
    expect(end.error).toBeNull();
    const image = await (await fetch(end.result.resultUrl)).bytes();
    expect(await sharp(image).metadata()).toMatchObject({ format: "png", width: 32, height: 24 });
    // The worker keeps a copy of what it read; the other process has none, and no temporary files remain.
    expect(readdirSync(join(home, "worker/copies")).length).toBeGreaterThan(0);
    expect(readdirSync(join(home, "api/copies"))).toEqual([]);
    for (const folder of ["api", "worker"]) expect(readdirSync(join(home, folder, "temporary"))).toEqual([]);
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    rmSync(home, { recursive: true, force: true });
  }
});
