import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { versionOf } from "./file-states.ts";
import { FollowedFiles } from "./followed-files.ts";

const folder = mkdtempSync(join(tmpdir(), "usda-view-followed-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [a, b] = [join(folder, "a.usda"), join(folder, "b.usda")];
writeFileSync(a, "#usda 1.0\n");

test("files that are followed are no change; those that change, appear or disappear are", () => {
  const files = new FollowedFiles();
  const stamps = [files.stamp()];
  expect(files.add([[a, versionOf(a)]])).toEqual([a]);
  expect(
    files.add([
      [a, ""],
      [b, ""],
    ]),
  ).toEqual([b]);
  stamps.push(files.stamp());
  expect(stamps[1]).toBe(stamps[0]);
  for (const change of [() => writeFileSync(a, "#usda 1.0\n# more\n"), () => writeFileSync(b, "x"), () => rmSync(b)]) {
    change();
    stamps.push(files.stamp());
    expect(files.stamp()).toBe(stamps.at(-1));
  }
  expect(new Set(stamps.slice(1)).size).toBe(4);
});

test("a file that has changed since it was read is a change", () => {
  const files = new FollowedFiles();
  const before = files.stamp();
  files.add([[a, "another version"]]);
  expect(files.stamp()).not.toBe(before);
});
