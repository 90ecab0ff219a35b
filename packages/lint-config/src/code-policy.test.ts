import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CodeGuard, isInside } from "./code-policy.ts";

const folder = mkdtempSync(join(tmpdir(), "usdkit-policy-"));
beforeAll(() => {
  for (const each of ["r/.git", "r/p/s", "q/.git", "q/inner/.git"]) mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, "r/p/package.json"), "{}");
  writeFileSync(join(folder, "package.json"), "{}");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const projectOf = (start: string, roots: readonly string[] = []): string =>
  new CodeGuard({ roots }, folder).projectOf(start);

test.each([
  ["r/p/s", "r"],
  ["r", "r"],
  ["q/inner/x", "q/inner"],
  ["q/x", "q"],
  ["other/x", "."],
])("the project of %s is %s", (start, project) => {
  expect(projectOf(join(folder, start))).toBe(join(folder, project));
});

test("without a repository and a package, it is the outermost root, otherwise the folder itself", () => {
  // Its parents have neither.
  const lone = join(parse(folder).root, "usdkit-none", "a");
  expect(projectOf(lone)).toBe(lone);
  expect(projectOf(join(lone, "b/c"), [join(lone, "b"), lone, join(lone, "d")])).toBe(lone);
  expect(projectOf(join(lone, "b"), [join(lone, "b/c"), join(lone, "bb")])).toBe(join(lone, "b"));
});

test.each([
  ["/a", "/a", true],
  ["/a", "/a/b", true],
  ["/a", "/a/..b", true],
  ["/a", "/ab", false],
  ["/a/b", "/a", false],
  ["/", "/a", true],
])("%s contains %s: %s", (outer, inner, expected) => {
  expect(isInside(outer, inner)).toBe(expected);
});
