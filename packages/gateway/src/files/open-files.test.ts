import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getJob, getMeshTask, ingestMesh, submitJob } from "@usdkit/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StorageError } from "../storage/storage-error.ts";
import { call, gatewayForTest, mesh, scene, splatPly, until, upload } from "../test-support/caller.ts";
import { describeFiles } from "../test-support/files-suite.ts";
import { noObjectStore, startObjectStore, type ObjectStore } from "../test-support/object-store.ts";
import { openFiles } from "./open-files.ts";
import { ObjectClient } from "./s3/object-client.ts";
import { openObjects } from "./s3/open-objects.ts";

const home = mkdtempSync(join(tmpdir(), "usdkit-files-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const folder = (): string => mkdtempSync(join(home, "place-"));

describe("files in a folder", () => {
  describeFiles(() => openFiles({ data: folder(), files: undefined, filesEndpoint: undefined }));
});

if (noObjectStore !== undefined) console.log(`files: an object store is not tried: ${noObjectStore}`);

describe.skipIf(noObjectStore !== undefined)("files in an object store", () => {
  let store: ObjectStore;
  let environment: Record<string, string>;
  beforeAll(async () => {
    store = await startObjectStore();
    environment = { AWS_ACCESS_KEY_ID: store.accessKeyId, AWS_SECRET_ACCESS_KEY: store.secretAccessKey };
  });
  afterAll(() => store[Symbol.asyncDispose]());

  let places = 0;
  describeFiles(() => openObjects(folder(), `s3://${store.bucket}/place-${places++}`, store.endpoint, environment));

  test("objects of several pages are listed", async () => {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = store;
    const keys = { accessKeyId, secretAccessKey, sessionToken: undefined };
    const client = new ObjectClient({ endpoint, bucket, region: "us-east-1", ...keys });
    const path = join(folder(), "one");
    writeFileSync(path, "x");
    const names = Array.from({ length: 7 }, (_, i) => `several/${i}`);
    for (const name of [...names, "other"]) await client.put(name, path);
    const listed = await client.list("several/", 3);
    expect(listed.map(({ key }) => key)).toEqual(names);
    expect(listed.every(({ time }) => Math.abs(Date.now() - time) < 60_000)).toBe(true);
  });

  test.each([
    ["a wrong secret", { AWS_SECRET_ACCESS_KEY: "wrong-secret" }, "SignatureDoesNotMatch"],
    ["no credentials", { AWS_ACCESS_KEY_ID: "" }, "AWS_ACCESS_KEY_ID"],
  ])("reports what is wrong with %s", async (_name, wrong, message) => {
    const opened = openObjects(folder(), `s3://${store.bucket}`, store.endpoint, { ...environment, ...wrong });
    await expect(opened).rejects.toThrow(StorageError);
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.not.toThrow("wrong-secret");
  });

  test("a job with its mesh and image", async () => {
    Object.assign(process.env, environment);
    await using gateway = await gatewayForTest({
      files: `s3://${store.bucket}/service`,
      filesEndpoint: store.endpoint,
    });
    const fileUrl = await upload(gateway.url, "row.ply", Uint8Array.from(splatPly()));
    const { body: task } = await call(gateway.url, ingestMesh, { body: { fileUrl, name: "row" } });
    const { body: read } = await until(
      () => call(gateway.url, getMeshTask, { query: { taskId: task.taskId } }),
      ({ body }) => body.status !== "RUNNING",
    );
    const usdContent = scene(mesh(read.meshId));
    const { body: job } = await call(gateway.url, submitJob, { body: { requestId: "r", usdContent } });
    const { body: end } = await until(
      () => call(gateway.url, getJob, { body: { operationId: job.operationId } }),
      ({ body }) => body.done,
    );
    expect(end.error).toBeNull();
    const image = await (await fetch(end.result.resultUrl)).bytes();
    expect(await sharp(image).metadata()).toMatchObject({ format: "png", width: 32, height: 24 });
    const part = await fetch(end.result.resultUrl, { headers: { range: "bytes=1-3" } });
    expect([part.status, await part.text()]).toEqual([206, "PNG"]);
  });
});
