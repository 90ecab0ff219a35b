/** Tests of every file store. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { FileTooLarge } from "../files/file-store.ts";
import type { FileStores } from "../files/file-stores.ts";
import { Readable } from "node:stream";

const CONTENT = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 31) % 251));
const md5 = createHash("md5").update(CONTENT).digest("hex");

/** @param open Opens a new, empty store. */
export function describeFiles(open: () => Promise<FileStores>): void {
  async function written(files: FileStores["files"], content = CONTENT): Promise<string> {
    const path = files.temporaryPath();
    await writeFile(path, content);
    return path;
  }

  test("a file reads back as written: whole, in ranges, and at a path", async () => {
    const { files } = await open();
    const id = files.makeId();
    const path = await written(files);
    expect(await files.sum(path)).toEqual({ size: CONTENT.length, md5 });
    await files.keep(path, id);
    expect(existsSync(path)).toBe(false);
    expect(await buffer(await files.read(id))).toEqual(CONTENT);
    expect(await buffer(await files.read(id, { start: 10, end: 19 }))).toEqual(CONTENT.subarray(10, 20));
    const paths = await Promise.all([files.localPath(id), files.localPath(id)]);
    for (const local of paths) expect(await readFile(local)).toEqual(CONTENT);
    expect(await readFile(await files.localPath(id))).toEqual(CONTENT);
    await files.remove(id);
    await files.remove(id);
    await expect(files.read(id).then(buffer)).rejects.toThrow();
  });

  test("stores an empty file", async () => {
    const { files } = await open();
    const id = files.makeId();
    await files.keep(await written(files, Buffer.alloc(0)), id);
    expect(await buffer(await files.read(id))).toEqual(Buffer.alloc(0));
    expect(await readFile(await files.localPath(id))).toEqual(Buffer.alloc(0));
  });

  test("a received file has a checksum; nothing remains if it is too large", async () => {
    const { files } = await open();
    const { path, ...sum } = await files.receive(Readable.from([CONTENT]), CONTENT.length);
    expect(sum).toEqual({ size: CONTENT.length, md5 });
    expect(await readFile(path)).toEqual(CONTENT);
    await files.discard(path);
    await expect(files.receive(Readable.from([CONTENT]), 10)).rejects.toThrow(FileTooLarge);
    expect(await files.sweep(async () => new Set())).toBe(0);
  });

  test("an id is never a path", async () => {
    const { files, parts } = await open();
    for (const id of ["../../../../etc/passwd", "", "a/b", `${"a".repeat(31)}.`]) {
      await expect(async () => files.localPath(id)).rejects.toThrow(RangeError);
      await expect(async () => files.read(id)).rejects.toThrow(RangeError);
      await expect(async () => parts.read(id, 0)).rejects.toThrow(RangeError);
    }
  });

  test("old unknown files are removed", async () => {
    const { files } = await open();
    const [known, orphan] = [files.makeId(), files.makeId()];
    for (const id of [known, orphan]) await files.keep(await written(files), id);
    const temporary = await written(files);
    expect(await files.sweep(async () => new Set([known]), 60_000)).toBe(0);
    expect(await files.sweep(async () => new Set([known]))).toBe(2);
    expect(existsSync(temporary)).toBe(false);
    expect(await buffer(await files.read(known))).toEqual(CONTENT);
    await expect(files.read(orphan).then(buffer)).rejects.toThrow();
  });

  test("parts are assembled in order; the second of two with one number wins", async () => {
    const { files, parts } = await open();
    const [upload, other] = [files.makeId(), files.makeId()];
    for (const part of [2, 0, 1]) await parts.keep(await written(files, Buffer.from(`part ${part};`)), upload, part);
    await parts.keep(await written(files, Buffer.from("new 1;")), upload, 1);
    await parts.keep(await written(files), other, 0);
    expect((await parts.uploads()).toSorted()).toEqual([upload, other].toSorted());
    const { path } = await files.concatenate([0, 1, 2].map((part) => () => parts.read(upload, part)));
    expect(await readFile(path, "utf8")).toBe("part 0;new 1;part 2;");
    await parts.remove(upload);
    expect(await parts.uploads()).toEqual([other]);
  });
}
