import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { getUploadStatus, getUploadToken, initUpload, uploadPart, uploadSingle } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { call, gatewayForTest, until, upload, type Answer } from "./test-support/caller.ts";

const BLOCK = 1000;
const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

interface Uploader {
  readonly headers: Readonly<Record<string, string>>;
  readonly init: (file: Uint8Array, more?: object) => Promise<Answer>;
  readonly part: (
    taskId: string,
    part: number,
    bytes: Uint8Array<ArrayBuffer>,
    more?: Record<string, string>,
  ) => Promise<Answer>;
  readonly single: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<Answer>;
  readonly status: (query?: object) => Promise<Answer>;
}

function expectRefusal({ status, body }: Answer, text: string): void {
  expect([status, body.c]).toEqual([200, 400]);
  expect(body.m).toContain(text);
}

async function uploader(url: string, key = "key-of-ada"): Promise<Uploader> {
  const token = await call(url, getUploadToken, { key });
  const headers = { "ous-token-v2": token.body.ousToken };
  const send = { key: "", headers };
  return {
    headers,
    init: (file, more) => {
      const query = {
        md5: md5(file),
        blocks: Math.ceil(file.length / BLOCK),
        size: file.length,
        name: "a.ply",
        ...more,
      };
      return call(url, initUpload, { ...send, query });
    },
    part: (taskId, part, bytes, more = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ taskId, partNumber: String(part), ...more })) form.set(name, value);
      form.set("file", new Blob([bytes]), "blob");
      return call(url, uploadPart, { ...send, form });
    },
    single: (name, bytes) => {
      const form = new FormData();
      form.set("file", new Blob([bytes]), name);
      return call(url, uploadSingle, { ...send, form });
    },
    status: (query = {}) => call(url, getUploadStatus, { ...send, query }),
  };
}

/** Sends a part up to the middle of its file, and the rest when `finish` is called. */
async function beginPart(
  url: string,
  given: {
    readonly headers: Readonly<Record<string, string>>;
    readonly taskId: string;
    readonly part: number;
    readonly file: Uint8Array;
  },
): Promise<{ readonly finish: () => Promise<number> }> {
  const { headers, taskId, part, file } = given;
  const field = (name: string, value: string): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field("taskId", taskId)}${field("partNumber", String(part))}--b\r\ncontent-disposition: form-data; name="file"; filename="p"\r\n\r\n`;
  const bytes = slice(file, part);
  const sent = request(url + uploadPart.path, {
    method: "POST",
    headers: { ...headers, "content-type": "multipart/form-data; boundary=b" },
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject);
  });
  sent.write(head);
  sent.write(bytes.subarray(0, BLOCK / 2));
  // Until its fields were read.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    finish() {
      sent.write(bytes.subarray(BLOCK / 2));
      sent.end("\r\n--b--\r\n");
      return status;
    },
  };
}

const slice = (file: Uint8Array, part: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(file.subarray(part * BLOCK, (part + 1) * BLOCK));
const whole = ({ body }: Answer): boolean => body.d.status === 5 || body.d.status === 4;

describe("an upload", () => {
  test("in a single request: read whole, in ranges, and not sent a second time", async () => {
    await using gateway = await gatewayForTest({ blockSize: BLOCK });
    const bytes = Uint8Array.from(randomBytes(BLOCK));
    const address = await upload(gateway.url, "../../etc/pa ss\u0000wd.glb", bytes);
    expect(new URL(address).pathname).toMatch(/^\/files\/[\w-]{32}\/[^/]+\.glb$/);
    const reply = await fetch(address);
    expect(reply.headers.get("content-type")).toBe("model/gltf-binary");
    expect(await reply.bytes()).toEqual(bytes);
    const etag = reply.headers.get("etag") ?? "";
    expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);

    const range = async (value: string, more = {}): Promise<[number, string | null, number]> => {
      const part = await fetch(address, { headers: { range: value, ...more } });
      return [part.status, part.headers.get("content-range"), (await part.bytes()).length];
    };
    expect(await range("bytes=0-0")).toEqual([206, "bytes 0-0/1000", 1]);
    expect(await range("bytes=990-")).toEqual([206, "bytes 990-999/1000", 10]);
    expect(await range("bytes=-5")).toEqual([206, "bytes 995-999/1000", 5]);
    expect(await range("bytes=5-99999")).toEqual([206, "bytes 5-999/1000", 995]);
    expect(await range("bytes=1000-")).toEqual([416, "bytes */1000", 0]);
    expect(await range("bytes=5-4")).toEqual([200, null, 1000]);
    expect(await range("bytes=0-1,4-5")).toEqual([200, null, 1000]);
    expect(await range("bytes=0-1", { "if-range": '"other"' })).toEqual([200, null, 1000]);
    for (const wrong of ["x", "../../gateway.db", "%2e%2e", "a".repeat(32)]) {
      expect((await fetch(`${gateway.url}/files/${wrong}/a`)).status).toBe(404);
    }
  });

  test("in parts: any order, some twice, resumed, then deduplicated", async () => {
    await using gateway = await gatewayForTest({ blockSize: BLOCK });
    const file = randomBytes(BLOCK * 3 + 7);
    const first = await uploader(gateway.url);
    const begun = await first.init(file);
    expect(begun.body).toMatchObject({ c: 0, d: { lackBlocks: [0, 1, 2, 3], progress: 0, deduplicated: false } });
    const { taskId } = begun.body.d;
    for (const part of [3, 1, 1]) {
      expect((await first.part(taskId, part, slice(file, part), { md5: md5(slice(file, part)) })).body).toEqual({
        c: 0,
        d: null,
      });
    }
    expect((await first.status()).body.d).toMatchObject({ status: 2, lackBlocks: [0, 2] });

    const second = await uploader(gateway.url);
    expect((await second.init(file)).body.d).toMatchObject({ taskId, lackBlocks: [0, 2], deduplicated: false });
    await Promise.all([0, 2].map((part) => second.part(taskId, part, slice(file, part))));
    const done = await until(() => second.status(), whole);
    expect(done.body.d).toMatchObject({ status: 5, size: file.length, lackBlocks: [], progress: 1 });
    expect(Buffer.from(await (await fetch(done.body.d.url)).bytes())).toEqual(file);

    const third = await uploader(gateway.url);
    expect((await third.init(file)).body.d).toMatchObject({ lackBlocks: [], progress: 1, deduplicated: true });
    expect((await third.status()).body.d).toMatchObject({ status: 5 });
    // The owner of a file is not disclosed to others.
    const other = await uploader(gateway.url, "key-of-bob");
    expect((await other.init(file)).body.d).toMatchObject({ deduplicated: false });
    expect((await other.status({ taskId })).body.c).toBe(404);
    expect((await other.part(taskId, 0, slice(file, 0))).body.c).toBe(404);
  });

  test("with a wrong checksum fails and can restart", async () => {
    await using gateway = await gatewayForTest({ blockSize: BLOCK });
    const file = randomBytes(BLOCK + 1);
    const { init, part, status } = await uploader(gateway.url);
    const { taskId } = (await init(file)).body.d;
    const wrong = Uint8Array.from(randomBytes(BLOCK));
    expect((await part(taskId, 0, wrong, { md5: md5(file) })).body).toMatchObject({ c: 400 });
    await part(taskId, 0, wrong);
    await part(taskId, 1, slice(file, 1));
    const failed = await until(() => status(), whole);
    expect(failed.body.d).toMatchObject({ status: 4 });
    expect(failed.body.d.message).toContain(md5(file));
    expect((await init(file)).body.d).toMatchObject({ lackBlocks: [0, 1], deduplicated: false });
  });

  test("that is too large or impossible is rejected", async () => {
    await using gateway = await gatewayForTest({ blockSize: BLOCK, maxFileSize: 5000 });
    const { init, part, single, headers } = await uploader(gateway.url);
    const large = await single("a.glb", new Uint8Array(BLOCK + 1));
    expect(large).toMatchObject({ status: 413, body: { c: 413 } });
    expect(await init(new Uint8Array(5001))).toMatchObject({ status: 413 });
    const file = randomBytes(1500);
    expectRefusal(await init(file, { blocks: 3 }), "blocks: expected 2");
    expectRefusal(await init(file, { md5: "AB" }), "query.md5");
    const { taskId } = (await init(file)).body.d;
    expectRefusal(await part(taskId, 2, slice(file, 1)), "partNumber");
    expectRefusal(await part(taskId, 1, slice(file, 0)), "expected 500 bytes");
    const noForm = await call(gateway.url, uploadSingle, { key: "", headers, body: {} });
    expect(noForm.body).toMatchObject({ c: 400 });
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(200);
  });

  test("in parts: at most two concurrently per file", async () => {
    await using gateway = await gatewayForTest({ blockSize: BLOCK });
    const { init, part, headers } = await uploader(gateway.url);
    const [file, other] = [randomBytes(3 * BLOCK), randomBytes(3 * BLOCK)];
    const { taskId } = (await init(file)).body.d;
    const { taskId: otherId } = (await init(other)).body.d;
    const slow = await Promise.all([0, 1].map((each) => beginPart(gateway.url, { headers, taskId, part: each, file })));
    const third = await part(taskId, 2, slice(file, 2));
    expect(third).toMatchObject({ status: 429, body: { c: 429 } });
    expect(third.headers.get("retry-after")).toBe("1");
    expect((await part(otherId, 0, slice(other, 0))).status).toBe(200);
    for (const each of slow) expect(await each.finish()).toBe(200);
    expect((await part(taskId, 2, slice(file, 2))).status).toBe(200);
  });

  test("requires a valid token and no key", async () => {
    await using gateway = await gatewayForTest({ clock: "manual" });
    const { headers, single } = await uploader(gateway.url);
    for (const wrong of [{}, { "ous-token-v2": "x" }]) {
      expect((await call(gateway.url, getUploadStatus, { headers: wrong })).status).toBe(401);
    }
    gateway.clock?.advance(899_999);
    expect((await single("a.glb", Uint8Array.of(1))).status).toBe(200);
    gateway.clock?.advance(1);
    expect((await call(gateway.url, getUploadStatus, { headers })).status).toBe(401);
  });
});
