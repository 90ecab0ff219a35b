import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fault } from "@usdkit/test-service";
import { noise, uploadSite, type UploadSite } from "../test-support/uploads.ts";
import type { UploadAllProgress } from "./upload-all.ts";

const BLOCK = 4096;

async function files(site: UploadSite, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, i) => join(site.folder, `image-${i}.jpg`));
  await Promise.all(paths.map((path, i) => writeFile(path, noise(BLOCK * (i % 3) + 100 + i, i + 1))));
  return paths;
}

describe("uploadAll", () => {
  test("returns the URLs in the order of the files, with a token for each", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const paths = await files(site, 12);
    const results = await site.assets.uploadAll(paths);
    expect(results.map((result) => result.status === "fulfilled" && result.value.name)).toEqual(
      paths.map((_, i) => `image-${i}.jpg`),
    );
    for (const [i, result] of results.entries()) {
      const url = result.status === "fulfilled" ? result.value.url : "";
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      expect(bytes).toEqual(noise(BLOCK * (i % 3) + 100 + i, i + 1));
    }
    expect(site.service.record.of("assets.token")).toHaveLength(12);
    expect(site.service.record.violations).toEqual([]);
  });

  test.each([1, 2, 5])("uploads at most %i files concurrently", async (concurrency) => {
    await using site: UploadSite = await uploadSite({
      blockSize: 1 << 20,
      // No file is answered before as many are in flight, however long that takes.
      sleep: () => site.service.record.until((record) => record.of("assets.uploadSingle").length >= concurrency),
    });
    site.service.script.always("assets.uploadSingle", fault.latency(20));
    const paths = await files(site, 8);
    let most = 0;
    const open = new Set<number>();
    await site.assets.uploadAll(paths, {
      concurrency,
      onProgress: ({ index, phase, finished, files: count }) => {
        open.add(index);
        expect(count).toBe(8);
        most = Math.max(most, open.size - finished);
        if (phase === "waiting") expect(finished).toBeLessThan(8);
      },
    });
    expect(most).toBe(concurrency);
  });

  test("continues when one file fails, and reports which", async () => {
    await using site = await uploadSite({ blockSize: 1 << 20 });
    const paths = await files(site, 5);
    const large = join(site.folder, "large.jpg");
    await writeFile(large, noise(10));
    site.service.script.on("assets.uploadSingle", [fault.ok(), fault.status(413), fault.ok()]);
    const results = await site.assets.uploadAll(paths, { concurrency: 1 });
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
    expect(results[1]).toMatchObject({ reason: { name: "InvalidRequestError", status: 413 } });
  });

  test("accepts custom names and any source", async () => {
    await using site = await uploadSite();
    const [path = ""] = await files(site, 1);
    const seen: UploadAllProgress[] = [];
    const results = await site.assets.uploadAll(
      [
        { source: path, name: "one.jpg" },
        { source: new Blob([noise(5)]), name: "two.jpg" },
        new File([noise(6)], "three.jpg"),
      ],
      { onProgress: (progress) => seen.push(progress) },
    );
    expect(results.map((result) => result.status === "fulfilled" && result.value.name)).toEqual([
      "one.jpg",
      "two.jpg",
      "three.jpg",
    ]);
    expect(new Set(seen.map(({ index, name }) => `${index} ${name}`))).toEqual(
      new Set(["0 one.jpg", "1 two.jpg", "2 three.jpg"]),
    );
  });

  test("without files returns an empty list", async () => {
    await using site = await uploadSite();
    expect(await site.assets.uploadAll([])).toEqual([]);
    expect(site.service.record.requests).toEqual([]);
  });

  test.each([0, -1, 1.5, NaN])("rejects a concurrency of %d", async (concurrency) => {
    await using site = await uploadSite();
    await expect(site.assets.uploadAll([], { concurrency })).rejects.toThrow(/concurrency is .*expected/);
  });

  test("settles every file after an abort", async () => {
    await using site = await uploadSite();
    const paths = await files(site, 6);
    const stop = new AbortController();
    const results = await site.assets.uploadAll(paths, {
      signal: stop.signal,
      concurrency: 2,
      onProgress: () => stop.abort(new Error("stop")),
    });
    expect(results).toHaveLength(6);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
  });
});
