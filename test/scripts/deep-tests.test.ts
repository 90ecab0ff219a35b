import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeDeepTests } from "./deep-tests.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "usdkit-deep-"));
  mkdirSync(join(root, "packages/a/src"), { recursive: true });
  mkdirSync(join(root, "packages/a/node_modules/b/test"), { recursive: true });
  mkdirSync(join(root, "test/laws"), { recursive: true });
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test("every campaign of the repository has a description", () => {
  const lines = describeDeepTests(resolve(import.meta.dirname, "../.."));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines.slice(2, -1)) expect(line).toMatch(/^ {2}(packages|test)\/\S+\.deep\.test\.ts: \S/);
});

test("every campaign that CI names is one file", () => {
  const repository = resolve(import.meta.dirname, "../..");
  const [, names = ""] =
    /step test:deep ((?:[^\n]*\\\n)*[^\n]*)\n/.exec(readFileSync(join(repository, ".ci/run"), "utf8")) ?? [];
  const filters = names.split(/[\s\\]+/).filter((name) => name !== "");
  const files = describeDeepTests(repository).flatMap((line) => /^ {2}(\S+): /.exec(line)?.[1] ?? []);
  expect(filters.length).toBeGreaterThan(20);
  const matched = filters.map((filter) => [filter, files.filter((file) => file.includes(filter)).length]);
  expect(matched.filter(([, count]) => count !== 1)).toEqual([]);
});

test("lists deep tests by path, and no others", () => {
  writeFileSync(join(root, "test/laws/print.deep.test.ts"), '// 10,000 layers\n\nimport "./print.test.ts";\n');
  writeFileSync(join(root, "test/laws/print.test.ts"), "// 100 layers\n");
  writeFileSync(join(root, "packages/a/src/parse.deep.test.ts"), "//every file\n");
  writeFileSync(join(root, "packages/a/node_modules/b/test/c.deep.test.ts"), "// not ours\n");
  expect(describeDeepTests(root)).toEqual([
    "",
    "Left to `npx -y pnpm@12 test:deep` (2):",
    "  packages/a/src/parse.deep.test.ts: every file",
    "  test/laws/print.deep.test.ts: 10,000 layers",
    "",
  ]);
});

test("a campaign without a description is an error that names the file", () => {
  writeFileSync(join(root, "test/laws/print.deep.test.ts"), 'import "./print.test.ts";\n');
  expect(() => describeDeepTests(root)).toThrow(/print\.deep\.test\.ts: the first line must be a comment/);
});

test("without campaigns there is nothing to list", () => {
  expect(describeDeepTests(root)).toEqual([]);
});
