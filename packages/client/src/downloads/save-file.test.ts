import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { fault } from "@usdkit/test-service";
import { SIZE, names, ranges, read, save } from "../test-support/downloads.ts";
import { serveHttp, type Loopback } from "../test-support/loopback.ts";
import { noise, rejection, timedSite, uploadSite } from "../test-support/uploads.ts";
import { type DownloadProgress } from "./save-file.ts";

describe("a download", () => {
  test("writes every byte, and nothing else", async () => {
    await using site = await uploadSite();
    const bytes = Buffer.concat([Buffer.from("ply\n"), noise(SIZE - 4)]);
    const url = site.service.files.put("room.ply", bytes);
    const seen: DownloadProgress[] = [];
    const saved = await save(site, url, "room.ply", { onProgress: (progress) => seen.push(progress) });
    expect(saved).toEqual({ path: join(site.folder, "room.ply"), size: SIZE });
    expect((await read(site, "room.ply")).equals(bytes)).toBe(true);
    expect(await names(site)).toEqual(["room.ply"]);
    expect(seen[0]).toEqual({ name: "room.ply", bytes: 0, total: SIZE });
    expect(seen.at(-1)).toEqual({ name: "room.ply", bytes: SIZE, total: SIZE });
    const [request] = site.service.record.of("files.get");
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(site.service.record.violations).toEqual([]);
  });

  test("that is cut resumes where it stopped, if the file is unchanged", async () => {
    await using site = await uploadSite();
    const bytes = noise(SIZE);
    const url = site.service.files.put("a.bin", bytes);
    site.service.script.on("files.get", [fault.cutBody("hang-up", 0.5), fault.cutBody("hang-up", 0.9)]);
    await save(site, url);
    expect((await read(site)).equals(bytes)).toBe(true);
    const [first, second, third] = site.service.record.of("files.get");
    expect(first?.headers["range"]).toBeUndefined();
    expect(second?.headers).toMatchObject({
      range: `bytes=${SIZE / 2}-`,
      "if-range": expect.stringMatching(/^"/) as unknown,
    });
    expect(third?.headers["range"]).toBe(`bytes=${SIZE * 0.95}-`);
    expect(await names(site)).toEqual(["out.bin"]);
  });

  test("that is cut while the file changes starts again", async () => {
    await using site = await uploadSite();
    const url = site.service.files.put("a.bin", noise(SIZE));
    const other = noise(SIZE, 9);
    site.service.script.on("files.get", [fault.cutBody()]);
    let isReplaced = false;
    await save(site, url, "out.bin", {
      onProgress: ({ bytes }) => {
        if (bytes < SIZE / 2 || isReplaced) return;
        isReplaced = true;
        site.service.files.replace(url, other);
      },
    });
    expect((await read(site)).equals(other)).toBe(true);
  });

  test.each([
    ["reset", () => fault.resetBefore()],
    ["503", () => fault.failsBefore(503)],
    ["429", () => fault.tooMany(0)],
    ["noise", () => fault.noise()],
    ["a hang-up", () => fault.hangUp()],
    ["a stall", () => fault.stall()],
    ["slow bytes", () => fault.drip(100_000, 5)],
  ])("%s: it is there in the end", async (_, make) => {
    await using site = await timedSite();
    const bytes = noise(SIZE);
    site.service.script.on("files.get", [make()]);
    const saving = save(site, site.service.files.put("a.bin", bytes));
    expect(await site.clock.outcomeOf(site.service.record, saving)).toMatchObject({ value: { size: SIZE } });
    expect((await read(site)).equals(bytes)).toBe(true);
    expect(site.service.script.left).toEqual([]);
  });

  test("that is cut repeatedly without progress fails, and can be resumed later", async () => {
    await using site = await uploadSite();
    const bytes = noise(SIZE);
    const url = site.service.files.put("a.bin", bytes);
    site.service.script
      .on("files.get", [fault.cutBody("hang-up", 0.7)])
      .always("files.get", fault.cutBody("hang-up", 0));
    expect(await rejection(save(site, url))).toMatchObject({ name: "ConnectionError" });
    expect(await names(site)).toEqual(["out.bin.part", "out.bin.part.json"]);
    site.service.script.clear();
    const before = ranges(site).length;
    await save(site, url);
    expect(ranges(site).slice(before)).toEqual([`bytes=${SIZE * 0.7}-`]);
    expect((await read(site)).equals(bytes)).toBe(true);
    expect(await names(site)).toEqual(["out.bin"]);
  });

  test("of a missing file leaves nothing", async () => {
    await using site = await uploadSite();
    const url = site.service.files.put("a.bin", noise(10));
    site.service.files.remove(url);
    expect(await rejection(save(site, url))).toMatchObject({ name: "NotFoundError" });
    expect(await names(site)).toEqual([]);
  });

  test("that is aborted keeps a resumable partial file, also for another signature of the same URL", async () => {
    await using site = await uploadSite();
    const bytes = noise(SIZE);
    const url = site.service.files.put("a.bin", bytes);
    const reason = new Error("stop");
    const stop = new AbortController();
    site.service.script.on("files.get", [fault.drip(50_000, 20)]);
    const error = await rejection(
      save(site, `${url}?signature=one`, "out.bin", {
        signal: stop.signal,
        onProgress: ({ bytes: got }) => {
          if (got >= 100_000) stop.abort(reason);
        },
      }),
    );
    expect(error).toBe(reason);
    const { size } = await stat(join(site.folder, "out.bin.part"));
    expect(size).toBeGreaterThanOrEqual(100_000);
    await save(site, `${url}?signature=two`);
    expect(ranges(site).at(-1)).toBe(`bytes=${size}-`);
    expect((await read(site)).equals(bytes)).toBe(true);
    expect(await names(site)).toEqual(["out.bin"]);
  });

  test("does not resume the partial file of another source", async () => {
    await using site = await uploadSite();
    const one = site.service.files.put("one.bin", noise(SIZE));
    const two = site.service.files.put("two.bin", noise(SIZE, 5));
    site.service.script.on("files.get", [fault.cutBody()]).always("files.get", fault.cutBody("hang-up", 0));
    await rejection(save(site, one));
    site.service.script.clear();
    await save(site, two);
    expect((await read(site)).equals(noise(SIZE, 5))).toBe(true);
    expect(ranges(site).at(-1)).toBeUndefined();
  });

  test("has its own timeout", async () => {
    await using site = await timedSite();
    const url = site.service.files.put("a.bin", noise(SIZE));
    site.service.script.always("files.get", fault.drip(1000, 20));
    const saving = save(site, url, "out.bin", { timeout: 100 });
    const { error } = await site.clock.outcomeOf(site.service.record, saving);
    expect(error).toMatchObject({ name: "DeadlineError" });
    expect(await names(site)).toEqual(["out.bin.part", "out.bin.part.json"]);
  });

  test("resumes in another process after the first was killed", async () => {
    await using site = await uploadSite();
    const bytes = noise(3_000_000);
    const url = site.service.files.put("a.bin", bytes);
    site.service.script.on("files.get", [fault.drip(50_000, 10)]);
    const script = join(import.meta.dirname, "../test-support/save-in-process.ts");
    const child = spawn(process.execPath, [script, url, join(site.folder, "out.bin")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) if (Number(line) > 500_000) break;
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    expect(await names(site)).toEqual(["out.bin.part", "out.bin.part.json"]);
    const { size } = await stat(join(site.folder, "out.bin.part"));
    await save(site, url);
    expect(ranges(site).at(-1)).toBe(`bytes=${size}-`);
    expect((await read(site)).equals(bytes)).toBe(true);
  });
});

describe("a server", () => {
  const bytes = noise(SIZE);
  type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

  async function serve(handler: Handler): Promise<Loopback & { readonly seen: IncomingMessage[] }> {
    const seen: IncomingMessage[] = [];
    const server = await serveHttp((request, response) => {
      seen.push(request);
      handler(request, response, seen.length);
    });
    return Object.assign(server, { seen });
  }
  /** Half of the bytes, and then the end of the connection. */
  function half(response: ServerResponse, headers: Record<string, string>): void {
    response.writeHead(200, { "content-length": String(SIZE), ...headers });
    response.write(bytes.subarray(0, SIZE / 2), () => response.destroy());
  }

  test("that ignores ranges sends the file from its start", async () => {
    await using site = await uploadSite();
    await using server = await serve((_, response, count) => {
      if (count === 1) half(response, { etag: '"a"' });
      else response.writeHead(200, { "content-length": String(SIZE), etag: '"a"' }).end(bytes);
    });
    await save(site, `${server.url}/a.bin`);
    expect(server.seen[1]?.headers.range).toBe(`bytes=${SIZE / 2}-`);
    expect((await read(site)).equals(bytes)).toBe(true);
  });

  test.each([
    ["no validator", {}],
    ["a weak one", { etag: 'W/"a"' }],
    ["an invalid one", { etag: "a", "last-modified": "yesterday" }],
  ])("that gives %s is asked for all again", async (_, headers: Record<string, string>) => {
    await using site = await uploadSite();
    await using server = await serve((_request, response, count) => {
      if (count === 1) half(response, headers);
      else response.writeHead(200, { "content-length": String(SIZE) }).end(bytes);
    });
    await save(site, `${server.url}/a.bin`);
    expect(server.seen.map(({ headers: { range } }) => range)).toEqual([undefined, undefined]);
    expect((await read(site)).equals(bytes)).toBe(true);
  });

  test("with only a modification time gets that in If-Range", async () => {
    await using site = await uploadSite();
    const time = "Sat, 21 Nov 2026 10:00:00 GMT";
    await using server = await serve((request, response, count) => {
      if (count === 1) return half(response, { "last-modified": time });
      expect(request.headers["if-range"]).toBe(time);
      response
        .writeHead(206, {
          "content-range": `bytes ${SIZE / 2}-${SIZE - 1}/${SIZE}`,
          "content-length": String(SIZE / 2),
        })
        .end(bytes.subarray(SIZE / 2));
    });
    await save(site, `${server.url}/a.bin`);
    expect((await read(site)).equals(bytes)).toBe(true);
  });

  test.each([
    ["from another byte", `bytes 7-${SIZE - 1}/${SIZE}`, {}],
    ["of another length", `bytes ${SIZE / 2}-${SIZE - 1}/${SIZE + 1}`, {}],
    ["of another file", `bytes ${SIZE / 2}-${SIZE - 1}/${SIZE}`, { etag: '"b"' }],
    ["without a range", "", {}],
  ])("that gives bytes %s is not believed", async (_, range, headers: Record<string, string>) => {
    await using site = await uploadSite();
    await using server = await serve((_request, response, count) => {
      if (count === 1) half(response, { etag: '"a"' });
      else if (count === 2) response.writeHead(206, { "content-range": range, ...headers }).end(noise(SIZE / 2, 77));
      else response.writeHead(200, { "content-length": String(SIZE) }).end(bytes);
    });
    await save(site, `${server.url}/a.bin`);
    expect(server.seen[2]?.headers.range).toBeUndefined();
    expect((await read(site)).equals(bytes)).toBe(true);
  });

  test("that answers 416 at the end of the file has sent all of it", async () => {
    await using site = await uploadSite();
    const url = (base: string): string => `${base}/a.bin`;
    await using server = await serve((_, response, count) => {
      // One byte less than announced, so that it resumes; then the file turns out to be that short.
      if (count === 1) {
        response.writeHead(200, { etag: '"a"', "transfer-encoding": "chunked" });
        response.write(bytes, () => response.destroy());
      } else response.writeHead(416, { "content-range": `bytes */${SIZE}` }).end();
    });
    expect(await save(site, url(server.url))).toMatchObject({ size: SIZE });
    expect((await read(site)).equals(bytes)).toBe(true);
  });

  test("that has fewer bytes than the partial file sends it from the start", async () => {
    await using site = await uploadSite();
    await using server = await serve((_, response, count) => {
      if (count === 1) half(response, { etag: '"a"' });
      else if (count === 2) response.writeHead(416, { "content-range": "bytes */10" }).end();
      else response.writeHead(200, { "content-length": "10" }).end(bytes.subarray(0, 10));
    });
    expect(await save(site, `${server.url}/a.bin`)).toMatchObject({ size: 10 });
  });

  test("that compresses the body is read, and its length is not mistaken for the file's", async () => {
    await using site = await uploadSite();
    const { gzipSync } = await import("node:zlib");
    const packed = gzipSync(Buffer.alloc(100_000));
    await using server = await serve((_, response) => {
      response
        .writeHead(200, { "content-encoding": "gzip", "content-length": String(packed.length), etag: '"a"' })
        .end(packed);
    });
    expect(await save(site, `${server.url}/a.bin`)).toMatchObject({ size: 100_000 });
  });

  test("that sends one byte and cuts each time does not continue forever", async () => {
    await using site = await uploadSite();
    await using server = await serve((request, response) => {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const headers = {
        etag: '"a"',
        "content-range": `bytes ${from}-${SIZE - 1}/${SIZE}`,
        "content-length": String(SIZE - from),
      };
      response.writeHead(from === 0 ? 200 : 206, headers);
      response.write(bytes.subarray(from, from + 1), () => response.destroy());
    });
    expect(await rejection(save(site, `${server.url}/a.bin`))).toMatchObject({ name: "ConnectionError" });
    expect(server.seen.length).toBeLessThan(10);
  });
});
