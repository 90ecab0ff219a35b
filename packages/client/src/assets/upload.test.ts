import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { fault } from "@usdkit/test-service";
import { noise, partsOfLastUpload, rejection, uploadSite, type UploadSite } from "../test-support/uploads.ts";
import type { UploadProgress } from "./upload-progress.ts";

const BLOCK = 64 * 1024;

async function put(site: UploadSite, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(site.folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Fetches a URL of the service. */
async function served(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

const endpoints = (site: UploadSite): string[] => site.service.record.requests.map(({ endpoint }) => endpoint ?? "?");

describe("a file", () => {
  test.each([1, 100, BLOCK - 1, BLOCK])("of %i bytes is sent whole", async (size) => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const bytes = noise(size);
    const asset = await site.assets.upload(await put(site, "photo one.jpg", bytes));
    expect(await served(asset.url)).toEqual(bytes);
    expect(asset).toMatchObject({
      name: "photo one.jpg",
      size,
      md5: createHash("md5").update(bytes).digest("hex"),
      deduplicated: false,
    });
    expect(endpoints(site).slice(0, 3)).toEqual(["assets.token", "assets.uploadSingle", "assets.uploadStatus"]);
    expect(site.service.record.violations).toEqual([]);
  });

  test.each([BLOCK + 1, 2 * BLOCK, 20 * BLOCK + 17])("of %i bytes is sent in parts, two at a time", async (size) => {
    await using site: UploadSite = await uploadSite({
      blockSize: BLOCK,
      // No part is answered before two are in flight, however long that takes.
      sleep: () => site.service.record.until(({ mostPartsAtOnce }) => mostPartsAtOnce === 2),
    });
    site.service.script.always("assets.uploadPart", fault.latency(5));
    const bytes = noise(size);
    const asset = await site.assets.upload(await put(site, "a.bin", bytes));
    expect(await served(asset.url)).toEqual(bytes);
    const { record } = site.service;
    expect(record.of("assets.uploadPart")).toHaveLength(Math.ceil(size / BLOCK));
    expect(record.mostPartsAtOnce).toBe(2);
    expect(record.of("assets.token")).toHaveLength(1);
    expect(record.violations).toEqual([]);
  });

  test("has a content length: no chunks", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    await site.assets.upload(await put(site, "a.bin", noise(3 * BLOCK)));
    for (const { headers } of site.service.record.of("assets.uploadPart")) {
      expect(headers["transfer-encoding"]).toBeUndefined();
      expect(Number(headers["content-length"])).toBeGreaterThan(BLOCK);
    }
  });

  test("keeps its own name, with any characters", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const name = 'Küche "1"; a=b %41 日本.jpg';
    const whole = await site.assets.upload(await put(site, name, noise(10)));
    const parts = await site.assets.upload(await put(site, name, noise(BLOCK + 1)));
    for (const { url } of [whole, parts]) {
      expect(decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "")).toContain("日本.jpg");
    }
  });

  test("reports progress: reading, sending, waiting", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const seen: UploadProgress[] = [];
    const size = 5 * BLOCK + 3;
    await site.assets.upload(await put(site, "a.bin", noise(size)), { onProgress: (progress) => seen.push(progress) });
    const phases = seen.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);
    expect(phases).toEqual(["reading", "sending", "waiting"]);
    for (const phase of ["reading", "sending"] as const) {
      const bytes = seen.filter((progress) => progress.phase === phase).map((progress) => progress.bytes);
      expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
      expect(bytes.at(-1)).toBe(size);
    }
    expect(seen.every(({ name, total, bytes }) => name === "a.bin" && total === size && bytes <= size)).toBe(true);
  });
});

describe("a source", () => {
  const bytes = noise(3 * BLOCK + 5);
  test.each([
    ["a file: URL", async (site: UploadSite) => pathToFileURL(await put(site, "source.bin", bytes))],
    ["bytes", () => Promise.resolve(bytes)],
    ["a view of bytes", () => Promise.resolve(new Uint8Array([0, ...bytes, 0]).subarray(1, bytes.length + 1))],
    ["an ArrayBuffer", () => Promise.resolve(bytes.buffer)],
    ["a Blob", () => Promise.resolve(new Blob([bytes]))],
    ["a File", () => Promise.resolve(new File([bytes], "other.bin"))],
    ["a web stream", () => Promise.resolve(new Blob([bytes]).stream())],
    ["a stream of Node", async (site: UploadSite) => createReadStream(await put(site, "source.bin", bytes))],
  ])("%s is uploaded", async (_, make) => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const asset = await site.assets.upload(await make(site), { name: "given.bin" });
    expect(asset.name).toBe("given.bin");
    expect(await served(asset.url)).toEqual(bytes);
    expect(site.service.record.violations).toEqual([]);
  });

  test("that is a File has its own name, one without a name requires one", async () => {
    await using site = await uploadSite();
    expect((await site.assets.upload(new File([bytes], "own.bin"))).name).toBe("own.bin");
    const before = endpoints(site).length;
    await expect(site.assets.upload(new Blob([bytes]))).rejects.toThrow(/name .* is missing.*Nothing was sent/);
    expect(endpoints(site)).toHaveLength(before);
  });

  test.each(["a/b.jpg", "..", "a\\b", "a\nb", "x".repeat(256)])("cannot be named %j", async (name) => {
    await using site = await uploadSite();
    await expect(site.assets.upload(new Blob([bytes]), { name })).rejects.toThrow(/Nothing was sent/);
    expect(endpoints(site)).toEqual([]);
  });
});

describe("a file that the host already has", () => {
  test("whole: nothing is sent", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const path = await put(site, "a.bin", noise(5 * BLOCK));
    const first = await site.assets.upload(path);
    const parts = site.service.record.of("assets.uploadPart").length;
    const second = await site.assets.upload(path);
    expect(second).toMatchObject({ url: first.url, md5: first.md5, deduplicated: true });
    expect(site.service.record.of("assets.uploadPart")).toHaveLength(parts);
  });

  test("in part: only missing parts are sent, also by another client", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const bytes = noise(10 * BLOCK);
    const path = await put(site, "a.bin", bytes);
    const stop = new AbortController();
    const error = await rejection(
      site.assets.upload(path, {
        signal: stop.signal,
        onProgress: ({ phase, bytes: sent }) => {
          if (phase === "sending" && sent > 4 * BLOCK) stop.abort(new Error("enough"));
        },
      }),
    );
    expect(error).toEqual(new Error("enough"));
    const landed = site.service.record.of("assets.uploadPart").filter(({ status }) => status === 200).length;
    expect(landed).toBeGreaterThan(1);
    const asset = await site.assets.upload(path);
    expect(await served(asset.url)).toEqual(bytes);
    expect(partsOfLastUpload(site).length).toBeGreaterThan(0);
    expect(partsOfLastUpload(site).length).toBeLessThanOrEqual(10 - landed);
    expect(site.service.record.violations).toEqual([]);
  });
});

describe("the token", () => {
  test("is replaced once, if the host rejects it, and the upload continues", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    const bytes = noise(6 * BLOCK);
    let isExpired = false;
    const asset = await site.assets.upload(await put(site, "a.bin", bytes), {
      onProgress: ({ phase, bytes: sent }) => {
        if (phase !== "sending" || sent < 3 * BLOCK || isExpired) return;
        isExpired = true;
        site.service.expireUploadTokens();
      },
    });
    expect(await served(asset.url)).toEqual(bytes);
    expect(site.service.record.of("assets.token")).toHaveLength(2);
    expect(site.service.record.of("assets.uploadInit")).toHaveLength(2);
    expect(site.service.record.violations).toEqual([]);
  });

  test("is not requested a third time", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    site.service.script.always("assets.uploadInit", fault.unauthorized());
    const error = await rejection(site.assets.upload(await put(site, "a.bin", noise(2 * BLOCK))));
    expect(error).toMatchObject({ name: "AuthenticationError", status: 401 });
    expect(site.service.record.of("assets.token")).toHaveLength(2);
    expect(site.service.record.of("assets.uploadPart")).toHaveLength(0);
  });
});
