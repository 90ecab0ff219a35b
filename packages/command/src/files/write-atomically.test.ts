import { execFileSync } from "node:child_process";
import {
  closeSync,
  createReadStream,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeAllAtomically, writeAtomically } from "./write-atomically.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "usdkit-write-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a file is replaced, and folders are created", () => {
  const file = join(folder, "a/b/c.txt");
  writeAtomically(file, "one");
  writeAtomically(file, Uint8Array.of(50));
  expect(readFileSync(file, "utf8")).toBe("2");
  expect(readdirSync(join(folder, "a/b"))).toEqual(["c.txt"]);
});

test.skipIf(process.platform === "win32")("devices and links stay what they are", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const read = (): Promise<string> =>
    new Promise((resolve) => {
      createReadStream(pipe)
        .on("data", (chunk) => resolve(chunk.toString()))
        .resume();
    });
  // A reader first: without one, a pipe waits for it.
  const descriptor = openSync(pipe, "r+");
  writeAtomically(pipe, "one ");
  expect(await writeAllAtomically([{ file: pipe, parts: [Buffer.from("two"), Buffer.from("!")] }])).toBe(4);
  expect(await read()).toBe("one two!");
  closeSync(descriptor);
  expect(lstatSync(pipe).isFIFO()).toBe(true);

  const [file, link] = [join(folder, "file"), join(folder, "link")];
  writeFileSync(file, "before");
  symlinkSync(file, link);
  writeAtomically(link, "after");
  expect([readFileSync(file, "utf8"), lstatSync(link).isSymbolicLink()]).toEqual(["after", true]);
});

test("parts have the places that they name, or follow the one before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 }), async (pieces) => {
      const whole = Buffer.concat(pieces);
      let offset = 0;
      const placed = pieces.map((bytes) => {
        offset += bytes.length;
        return { offset: offset - bytes.length, bytes };
      });
      const file = join(folder, "whole.bin");
      for (const parts of [pieces, placed, placed.toReversed()]) {
        expect(await writeAllAtomically([{ file, parts }])).toBe(whole.length);
        expect(readFileSync(file).equals(whole)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test("more bytes than wait at a time are all written, in any size of parts", async () => {
  const sizes = [5 << 20, 100, 5 << 20, 9 << 20, 1, 0];
  const pieces = sizes.map((size, i) => new Uint8Array(size).fill(i + 1));
  const file = join(folder, "large.bin");
  const size = await writeAllAtomically([{ file, parts: pieces }]);
  expect(size).toBe(sizes.reduce((sum, each) => sum + each, 0));
  expect(readFileSync(file).equals(Buffer.concat(pieces))).toBe(true);
});

test("what parts throw leaves all files as they were", async () => {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  writeFileSync(first, "before");
  function* broken(): Generator<Uint8Array> {
    yield new Uint8Array(1 << 20);
    throw new Error("no more");
  }
  const files = [
    { file: first, parts: [Uint8Array.of(1)] },
    { file: second, parts: broken() },
  ];
  await expect(writeAllAtomically(files)).rejects.toThrow("no more");
  expect(readdirSync(folder)).toEqual(["first"]);
  expect(readFileSync(first, "utf8")).toBe("before");
});

test("what the file system does not take is an error, and leaves no temporary file", async () => {
  const file = join(folder, "taken");
  writeAtomically(join(file, "inside"), "");
  await expect(writeAllAtomically([{ file, parts: [Uint8Array.of(1)] }])).rejects.toThrow("rename");
  expect(() => writeAtomically(file, "text")).toThrow("rename");
  expect(readdirSync(folder)).toEqual(["taken"]);
});
