import { expect, test } from "vitest";
import { BAD, GOOD, TWICE, TestFolder, lintText } from "../test-support/run-command.ts";

const FILES = { "a.usda": BAD, "b.usda": TWICE, "c.usda": TWICE, "d.usda": GOOD };

test("--statistics counts findings by rule, the most frequent one first", async () => {
  using folder = new TestFolder(FILES);
  const { code, stderr } = await lintText(["--statistics"], { cwd: folder.path });
  expect([code, stderr]).toEqual([1, "2  duplicate-field  2 warnings\n1  usda-syntax      1 error\n"]);
  expect((await lintText(["--statistics", "d.usda"], { cwd: folder.path })).stderr).toBe("");
});

test("--max-diagnostics limits reports; all findings count", async () => {
  using folder = new TestFolder(FILES);
  const { code, stdout, stderr } = await lintText(["--max-diagnostics", "2", "--max-warnings", "1"], {
    cwd: folder.path,
  });
  expect([code, stderr]).toEqual([
    1,
    "usda-lint: 1 more finding; --max-diagnostics is 2\nusda-lint: 2 warnings exceed --max-warnings 1\n",
  ]);
  expect(stdout.split("\n").map((line) => line.slice(0, 8))).toEqual(["a.usda:4", "b.usda:5", "1 error,", ""]);
  expect((await lintText(["--max-diagnostics", "0"], { cwd: folder.path })).code).toBe(2);
});
