/** Uploads to hosts that decide otherwise what the specification leaves open. */
import { outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { noise, rejection, timedSite, uploadSite } from "../test-support/uploads.ts";

const BLOCK = 4096;
const bytes = noise(5 * BLOCK + 7);
const names = { taskId: "uploadId", partNumber: "index" };

const fetched = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

describe("the number of the first part, and the names of fields", () => {
  test.each([0, 1, 7])("%i: every byte arrives at its place", async (firstPart) => {
    const conventions = { firstPart, fieldNames: names };
    await using site = await uploadSite({ blockSize: BLOCK, ...conventions }, { conventions });
    const { url } = await site.assets.upload(bytes, { name: "a.bin" });
    expect((await fetched(url)).equals(bytes)).toBe(true);
    expect(site.service.record.of("assets.uploadPart")).toHaveLength(6);
  });

  test("that differ from the host's end the upload with an error", async () => {
    for (const conventions of [{ firstPart: 1 }, { fieldNames: names }]) {
      await using site = await timedSite({ blockSize: BLOCK }, { conventions });
      const uploading = site.assets.upload(bytes, { name: "a.bin" });
      const { error } = await site.clock.outcomeOf(site.service.record, uploading);
      expect(error).toBeInstanceOf(Error);
      expect(site.service.record.of("assets.uploadStatus")).toEqual([]);
    }
  });

  test("that are default are those of the contract", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    await site.assets.upload(bytes, { name: "a.bin" });
    expect(site.service.record.violations).toEqual([]);
  });
});

describe("the status of an upload", () => {
  test("in the conventions ends the wait: success with a url, failure without a message", async () => {
    const conventions = { successStatuses: ["6"], failureStatuses: ["7"] };
    await using site = await uploadSite({ blockSize: BLOCK }, { conventions });
    const statuses = site.service.script;
    const answer = (d: object) => ({
      name: "other-status",
      lands: true,
      change: () => ({
        status: 200,
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ c: 0, d })),
      }),
    });
    statuses.on("assets.uploadStatus", [answer({ status: 6 }), answer({ status: 6, url: "https://files.example/a" })]);
    expect(await site.assets.upload(noise(9), { name: "a" })).toMatchObject({ url: "https://files.example/a" });
    statuses.on("assets.uploadStatus", [answer({ status: 3 }), answer({ status: 7 })]);
    const error = await rejection(site.assets.upload(noise(10), { name: "b" }));
    expect(error).toMatchObject({
      name: "OperationFailedError",
      message: expect.stringContaining("its status is 7") as unknown,
    });
    expect(site.service.record.of("assets.uploadStatus")).toHaveLength(4);
  });

  test("is queried by its id, with a token of its own", async () => {
    const conventions = { fieldNames: names };
    await using site = await uploadSite({ blockSize: BLOCK, ...conventions }, { conventions });
    const { taskId, url } = await site.assets.upload(noise(10), { name: "a" });
    await site.assets.upload(noise(11), { name: "b" });
    expect(await site.assets.status(taskId)).toMatchObject({ taskId, status: 5, url });
    expect(site.service.record.of("assets.uploadStatus").at(-1)?.query).toBe(`uploadId=${taskId}`);
    expect(await rejection(site.assets.status("none"))).toMatchObject({ name: "InvalidRequestError", bizCode: "4042" });
    site.service.script.outcome("uploads", outcome.fails({ code: 1, message: "virus" }));
    await rejection(site.assets.upload(noise(12), { name: "c" }));
    expect(await site.assets.status("upload-3")).toMatchObject({ status: 4, message: "virus" });
  });
});
