import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { appendFile, mkdtemp, open, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FileChangedError } from "../../errors/file-errors.ts";
import { noise, rejection } from "../../test-support/uploads.ts";
import type { OpenSource } from "../upload-source.ts";
import { openFileSource } from "./file-source.ts";
import { nodePlatform } from "./node-platform.ts";

/** Two cells and a bit. */
const SIZE = 1_300_001;
const bytes = noise(SIZE);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usdkit-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function opened(content: Uint8Array = bytes): Promise<{ source: OpenSource; path: string }> {
  const path = join(folder, `file-${Math.random()}`);
  await writeFile(path, content);
  return { path, source: await openFileSource(path, "a.bin") };
}

async function read(source: OpenSource, start: number, end: number): Promise<Buffer> {
  const part = source.part(start, end);
  const whole = Buffer.from(await new Response(part.content.stream()).arrayBuffer());
  part.release();
  return whole;
}

describe("openFileSource", () => {
  test.each([1, 524_287, 524_288, 524_289, SIZE])(
    "sums up %i bytes as node:crypto does, and says how far it is",
    async (size) => {
      const content = bytes.subarray(0, size);
      const { source } = await opened(content);
      const seen: number[] = [];
      expect(await source.digest((count) => seen.push(count))).toBe(createHash("md5").update(content).digest("hex"));
      expect(seen.at(-1)).toBe(size);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      await source.close();
    },
  );

  test("returns exactly the bytes of a part, at any offset, also for concurrent parts", async () => {
    const { source } = await opened();
    await source.digest();
    const edges = fc.oneof(
      fc.integer({ min: 0, max: SIZE - 1 }),
      fc.constantFrom(0, 524_287, 524_288, 524_289, 1_048_576, SIZE - 1),
    );
    const parts = fc.array(fc.tuple(edges, edges), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, async (ranges) => {
        const all = ranges.map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
        const given = await Promise.all(all.map(([start, end]) => read(source, start, end)));
        for (const [i, [start, end]] of all.entries()) {
          expect(given[i]?.equals(bytes.subarray(start, end))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
    await source.close();
  });

  test("each attempt has its own bytes, also after a failed one", async () => {
    const { source } = await opened();
    await source.digest();
    const part = source.part(0, SIZE);
    const reader = (part.content.stream() as ReadableStream<Uint8Array>).getReader();
    const { value: first } = await reader.read();
    const copy = Buffer.from(first ?? []);
    // The attempt is given up, and its buffer is still on its way somewhere.
    const again = Buffer.from(await new Response(part.content.stream()).arrayBuffer());
    part.release();
    await read(source, 500_000, SIZE);
    expect(Buffer.from(first ?? []).equals(copy)).toBe(true);
    expect(again.equals(bytes)).toBe(true);
    await reader.cancel();
    await source.close();
  });

  test("returns no byte that was not part of its md5", async () => {
    const { source, path } = await opened();
    await source.digest();
    const file = await open(path, "r+");
    await file.write(Buffer.from([bytes[600_000] ^ 1]), 0, 1, 600_000);
    await file.close();
    expect((await read(source, 0, 524_288)).equals(bytes.subarray(0, 524_288))).toBe(true);
    expect(await rejection(read(source, 524_288, SIZE))).toBeInstanceOf(FileChangedError);
    expect(source.unfit.aborted).toBe(true);
    expect(await rejection(source.check())).toBe(source.unfit.reason);
    await source.close();
  });

  test.each([
    ["shorter", (path: string) => truncate(path, 10)],
    ["longer", (path: string) => appendFile(path, "x")],
  ])("a file that became %s before it was read to its end", async (_, change) => {
    const { source, path } = await opened();
    await change(path);
    expect(await rejection(source.digest())).toBeInstanceOf(FileChangedError);
    await source.close();
  });

  test("ends when its signal aborts", async () => {
    const { source } = await opened();
    const reason = new Error("stop");
    const stop = new AbortController();
    expect(await rejection(source.digest(() => stop.abort(reason), stop.signal))).toBe(reason);
    await source.close();
  });
});

describe("a Blob", () => {
  test("of a file that changed since is rejected, when it is read and when it is checked", async () => {
    const path = join(folder, "blob.bin");
    await writeFile(path, bytes);
    const source = await nodePlatform.openSource(new File([await openAsBlob(path)], "blob.bin"));
    expect(await source.digest()).toBe(createHash("md5").update(bytes).digest("hex"));
    await source.check();
    await appendFile(path, "more");
    expect(await rejection(source.check())).toBeInstanceOf(FileChangedError);
    expect(await rejection(source.digest())).toMatchObject({
      name: "FileChangedError",
      message: expect.stringContaining("blob.bin cannot be read as it was chosen") as unknown,
    });
  });

  test("returns its parts as Blobs", async () => {
    const source = await nodePlatform.openSource(bytes);
    const { content } = source.part(5, 10);
    expect(content).toBeInstanceOf(Blob);
    expect(Buffer.from(await (content as Blob).arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
  });
});
