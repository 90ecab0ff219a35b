import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { measurePackage, readLimits, sizeProblem } from "./package-sizes.ts";

test("every published package has limits, and no other", () => {
  const root = resolve(import.meta.dirname, "../..");
  const names = globSync("packages/*/package.json", { cwd: root }).flatMap((path) => {
    const { name, private: isPrivate } = JSON.parse(readFileSync(join(root, path), "utf8")) as {
      name: string;
      private?: boolean;
    };
    return isPrivate === true ? [] : [name];
  });
  expect(Object.keys(readLimits()).toSorted()).toEqual(names.toSorted());
});

test("a package is measured, and compared with its limits", () => {
  const folder = mkdtempSync(join(tmpdir(), "sizes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "package/dist"), { recursive: true });
  writeFileSync(join(folder, "a.tgz"), "x".repeat(1500));
  writeFileSync(join(folder, "package/package.json"), "x".repeat(1024));
  writeFileSync(join(folder, "package/dist/index.js"), "x".repeat(2048));
  const size = measurePackage(join(folder, "a.tgz"), join(folder, "package"));
  expect(size).toEqual({ archive: 2, unpacked: 3 });
  expect(sizeProblem("a", size, { a: { archive: 2, unpacked: 3 } })).toBeUndefined();
  expect(sizeProblem("a", size, { a: { archive: 1, unpacked: 3 } })).toMatch(/archive size 2 KB exceeds .* 1 KB/);
  expect(sizeProblem("a", size, { a: { archive: 2, unpacked: 2 } })).toMatch(/unpacked size 3 KB exceeds/);
  expect(sizeProblem("a", size, {})).toContain("has no limits");
});
