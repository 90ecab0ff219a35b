import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
