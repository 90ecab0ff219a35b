/** Errors of a file, before and during its upload. */
import { spawn } from "node:child_process";
import {
  closeSync,
  createReadStream,
  futimesSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { appendFile, chmod, mkdir, open, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fault } from "@usdkit/test-service";
import { FileChangedError } from "../errors/file-errors.ts";
import { noise, partsOfLastUpload, rejection, uploadSite, type UploadSite } from "../test-support/uploads.ts";

const BLOCK = 64 * 1024;
const isRoot = process.getuid?.() === 0;

async function put(site: UploadSite, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(site.folder, name);
  await writeFile(path, bytes);
  return path;
}

describe("before anything is sent", () => {
  const refused: readonly [string, RegExp, (site: UploadSite) => Promise<string>][] = [
    [
      "a missing file",
      /^There is no file .*missing\.jpg\. Nothing was sent/,
      async (site) => join(site.folder, "missing.jpg"),
    ],
    [
      "a file below a file",
      /a part of its path is not a folder/,
      async (site) => `${await put(site, "a", noise(1))}/b`,
    ],
    ["an empty file", /is empty: expected at least one byte/, (site) => put(site, "empty.jpg", new Uint8Array())],
    [
      "a folder",
      /is a folder: expected a file/,
      async (site) => {
        const path = join(site.folder, "folder");
        await mkdir(path);
        return path;
      },
    ],
    [
      "a link that leads back to itself",
      /leads back to itself/,
      async (site) => {
        const path = join(site.folder, "loop");
        await symlink(path, path);
        return path;
      },
    ],
    ["a device", /is not a regular file/, async () => "/dev/null"],
    ["a name that is too long", /its name is too long/, async (site) => join(site.folder, "x".repeat(5000))],
  ];

  test.each(refused)("%s is rejected", async (_, message, make) => {
    await using site = await uploadSite();
    const path = await make(site);
    const one = await rejection(site.assets.upload(path));
    expect(one).toMatchObject({ name: "InvalidRequestError", message: expect.stringMatching(message) as unknown });
    expect(one).not.toHaveProperty("status", expect.anything());
    const good = await put(site, "good.jpg", noise(10));
    expect(await rejection(site.assets.uploadAll([good, path]))).toMatchObject({ name: "InvalidRequestError" });
    expect(site.service.record.requests).toEqual([]);
  });

  test.skipIf(isRoot)("an unreadable file is rejected (skipped for root, who can read everything)", async () => {
    await using site = await uploadSite();
    const path = await put(site, "secret.jpg", noise(10));
    await chmod(path, 0);
    await expect(site.assets.upload(path)).rejects.toThrow(/may not be read by this user/);
    expect(site.service.record.requests).toEqual([]);
  });

  test.each([
    ["an empty Blob", () => new Blob([])],
    ["no bytes", () => new Uint8Array()],
    ["an empty stream", () => new Blob([]).stream()],
    ["a stream of text", () => ReadableStream.from(["text"]) as unknown as ReadableStream<Uint8Array>],
    ["a URL of the web", () => new URL("https://example.com/a.jpg")],
    ["a number", () => 7 as unknown as Blob],
  ])("%s is refused", async (_, make) => {
    await using site = await uploadSite();
    const error = await rejection(site.assets.upload(make(), { name: "a.jpg" }));
    expect(error).toMatchObject({ name: "InvalidRequestError" });
    expect(String(error)).toContain("Nothing was sent");
    expect(site.service.record.requests).toEqual([]);
  });

  test("counts all invalid files, and sends none", async () => {
    await using site = await uploadSite();
    const good = await put(site, "good.jpg", noise(10));
    const items = [good, join(site.folder, "no"), good, join(site.folder, "neither")];
    await expect(site.assets.uploadAll(items)).rejects.toThrow(
      /^2 of 4 files cannot be uploaded\. The first: There is no file .*no\./,
    );
    expect(site.service.record.requests).toEqual([]);
  });
});

describe("a file that changes during its upload", () => {
  const size = 40 * BLOCK;
  const changes: readonly [string, RegExp, (path: string, folder: string) => Promise<void>][] = [
    ["grows", /its size went from/, (path) => appendFile(path, "more")],
    ["shrinks", /its size went from|became shorter/, (path) => truncate(path, size - BLOCK)],
    [
      "is written to",
      /it was written to|bytes are not those/,
      async (path) => {
        const file = await open(path, "r+");
        await file.write(Buffer.from("other"), 0, 5, size - 10);
        await file.close();
      },
    ],
    [
      "is written to, and its modification time is reset",
      /bytes are not those that its md5 was made of/,
      (path) => {
        // Immediately, so that the modification time shows no change.
        const file = openSync(path, "r+");
        writeSync(file, Buffer.from("other"), 0, 5, size - 10);
        futimesSync(file, 1_000_000, 1_000_000);
        closeSync(file);
        return Promise.resolve();
      },
    ],
    ["is removed", /removed or renamed/, (path) => rm(path)],
    [
      "is replaced by one of the same size",
      /another file was put in its place|written to/,
      async (path, folder) => {
        await writeFile(join(folder, "new"), noise(size, 7));
        await rename(join(folder, "new"), path);
      },
    ],
    ["has its time changed alone", /it was written to/, (path) => utimes(path, 1, 2)],
  ];

  test.each(changes)(
    "%s: the upload fails with an error, and no wrong byte reaches the host",
    async (_, message, change) => {
      let changed: Promise<void> | undefined;
      // No part is answered while the file changes.
      await using site = await uploadSite({ blockSize: BLOCK, sleep: () => changed ?? Promise.resolve() });
      site.service.script.always("assets.uploadPart", fault.latency(5));
      const path = await put(site, "a.bin", noise(size));
      await utimes(path, 1_000_000, 1_000_000);
      const upload = site.assets.upload(path, {
        onProgress: ({ phase, bytes }) => {
          if (phase === "sending" && bytes > 4 * BLOCK) changed ??= change(path, site.folder);
        },
      });
      const error = await rejection(upload);
      await changed;
      expect(error).toBeInstanceOf(FileChangedError);
      expect(error).toMatchObject({ message: expect.stringMatching(message) as unknown });
      // Not completed, and the status was never requested.
      expect(site.service.record.of("assets.uploadPart").length).toBeLessThan(40);
      expect(site.service.record.of("assets.uploadStatus")).toEqual([]);
      expect(site.service.record.violations).toEqual([]);
    },
  );

  test("after it was read, and before a byte was sent: none of it is sent", async () => {
    let changed: Promise<void> | undefined;
    // The token is answered when the file has changed.
    await using site = await uploadSite({ blockSize: BLOCK, sleep: () => changed ?? Promise.resolve() });
    const path = await put(site, "a.bin", noise(BLOCK));
    site.service.script.on("assets.token", [fault.latency(50)]);
    const error = await rejection(
      site.assets.upload(path, {
        onProgress: () => {
          changed ??= appendFile(path, "more");
        },
      }),
    );
    await changed;
    expect(error).toBeInstanceOf(FileChangedError);
    expect(site.service.record.of("assets.uploadSingle")).toEqual([]);
  });
});

describe("an interrupted upload", () => {
  test("after the death of its process continues in the next one, with the missing parts", async () => {
    const death = Promise.withResolvers<void>();
    // Of the first process, no part after the twentieth is answered.
    await using site: UploadSite = await uploadSite({
      blockSize: BLOCK,
      sleep: () => (site.service.record.of("assets.uploadPart").length > 20 ? death.promise : Promise.resolve()),
    });
    site.service.script.always("assets.uploadPart", fault.latency(10));
    const bytes = noise(30 * BLOCK);
    const path = await put(site, "a.bin", bytes);
    const script = join(import.meta.dirname, "../test-support/upload-in-process.ts");
    const child = spawn(process.execPath, [script, site.service.baseUrl, site.service.apiKey, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const [phase, sent] = line.split(" ");
      if (phase === "sending" && Number(sent) > 10 * BLOCK) break;
    }
    child.kill("SIGKILL");
    death.resolve();
    await site.service.record.until(({ inFlight }) => inFlight.length === 0);
    const landed = site.service.record
      .of("assets.uploadPart")
      .filter(({ landed: isThere, status }) => isThere && status === 200).length;
    expect(landed).toBeGreaterThanOrEqual(8);
    expect(landed).toBeLessThan(30);
    const asset = await site.assets.upload(path);
    expect(Buffer.from(await (await fetch(asset.url)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(partsOfLastUpload(site).length).toBeGreaterThan(0);
    expect(partsOfLastUpload(site).length).toBeLessThanOrEqual(30 - landed);
  });

  test("by its signal while it reads, sends or waits leaves nothing open", async () => {
    for (const phase of ["reading", "sending", "waiting"] as const) {
      await using site = await uploadSite({ blockSize: BLOCK });
      const path = await put(site, "a.bin", noise(8 * BLOCK));
      const stop = new AbortController();
      const reason = new Error("stop");
      const error = await rejection(
        site.assets.upload(path, {
          signal: stop.signal,
          onProgress: (progress) => {
            if (progress.phase === phase) stop.abort(reason);
          },
        }),
      );
      if (phase === "waiting") {
        expect(error).toMatchObject({
          name: "OutcomeUnknownError",
          reason: "StatusUnknown",
          upload: { name: "a.bin", size: 8 * BLOCK, md5: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown },
          cause: reason,
        });
      } else expect(error).toBe(reason);
      await site.service.record.until(({ inFlight }) => inFlight.length === 0);
      if (phase === "reading") expect(site.service.record.requests).toEqual([]);
    }
  });

  test("with an already aborted signal does not start", async () => {
    await using site = await uploadSite();
    const reason = new Error("stop");
    const path = join(site.folder, "not even looked at");
    expect(await rejection(site.assets.upload(path, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  test("by its own progress function ends with that function's error", async () => {
    await using site = await uploadSite();
    const reason = new Error("a defect of the caller");
    const upload = site.assets.upload(noise(10), {
      name: "a.bin",
      onProgress: () => {
        throw reason;
      },
    });
    expect(await rejection(upload)).toBe(reason);
  });

  test("by its timeout has a hint", async () => {
    await using site = await uploadSite({ blockSize: BLOCK });
    site.service.script.always("assets.uploadPart", fault.latency(200));
    const path = await put(site, "a.bin", noise(8 * BLOCK));
    const error = await rejection(site.assets.upload(path, { timeout: 300 }));
    expect(error).toMatchObject({
      name: "DeadlineError",
      message: expect.stringContaining("only what is missing") as unknown,
    });
  });
});

describe("a stream", () => {
  // A folder of its own: other processes upload streams as well.
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), "usdkit-test-"));
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    });
  });

  const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("usdkit-upload-"));

  test("that is long is written to a temporary file, which is removed afterwards", async () => {
    await using site = await uploadSite({ blockSize: 1 << 20 });
    const bytes = noise(20_000_000);
    const path = await put(site, "a.bin", bytes);
    const before = leftovers();
    const during: string[][] = [];
    const asset = await site.assets.upload(createReadStream(path), {
      name: "b.bin",
      onProgress: () => during.push(leftovers()),
    });
    expect(Buffer.from(await (await fetch(asset.url)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(during.every((names) => names.length > before.length)).toBe(true);
    expect(leftovers()).toEqual(before);
  });

  test("that fails midway ends the upload with its own error, and leaves no file", async () => {
    await using site = await uploadSite();
    const before = leftovers();
    const reason = new Error("the source broke");
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      yield noise(9_000_000);
      await Promise.resolve();
      throw reason;
    };
    expect(await rejection(site.assets.upload(stream(), { name: "a.bin" }))).toBe(reason);
    expect(leftovers()).toEqual(before);
    expect(site.service.record.requests).toEqual([]);
  });

  test("that never ends is cancelled by its signal", async () => {
    await using site = await uploadSite();
    let isLeft = false;
    const reason = new Error("stop");
    const stop = new AbortController();
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: () => {
          setImmediate(() => stop.abort(reason));
          return new Promise(() => undefined);
        },
        cancel: () => {
          isLeft = true;
        },
      },
      // Not read before the upload reads it.
      { highWaterMark: 0 },
    );
    expect(await rejection(site.assets.upload(stream, { name: "a.bin", signal: stop.signal }))).toBe(reason);
    expect(isLeft).toBe(true);
  });
});
