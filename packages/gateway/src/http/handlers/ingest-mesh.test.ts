import { getMeshTask, ingestMesh } from "@usdkit/contract";
import { expect, test } from "vitest";
import { call, gatewayForTest, splatPly, until, upload } from "../../test-support/caller.ts";

test("the same file has one address, and one mesh however often it is ingested", async () => {
  await using gateway = await gatewayForTest();
  const { url } = gateway;
  const file = Uint8Array.from(splatPly());
  const fileUrl = await upload(url, "chair.ply", file);
  expect(await upload(url, "chair.ply", file)).toBe(fileUrl);
  expect(await upload(url, "table.ply", file)).not.toBe(fileUrl);
  const ingest = async (name: string): Promise<string> =>
    (await call(url, ingestMesh, { body: { fileUrl, name } })).body.taskId;
  const [first, second] = await Promise.all([ingest("chair"), ingest("chair")]);
  expect(second).toBe(first);
  await until(
    () => call(url, getMeshTask, { query: { taskId: first } }),
    ({ body }) => body.status !== "RUNNING",
  );
  expect(await ingest("chair")).toBe(first);
  expect(await ingest("other")).not.toBe(first);
});
