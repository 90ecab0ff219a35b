import { expect, test } from "vitest";
import { GOOD, TWICE, TestFolder, lintText } from "../test-support/run-command.ts";

test("a configuration extends another, with comments in both", async () => {
  using folder = new TestFolder({
    "shared/base.json": `{
      // Levels of all projects.
      "extends": "strict",
      "rules": { "duplicate-field": "info", "usda-header": "warning", },
      "ignore": ["old.usda"],
      "assets": "ids.json", /* relative to this file */
    }`,
    "shared/ids.json": "[]",
    "p/usda-lint.config.json": '{ "extends": "../shared/base.json", "rules": { "usda-header": "error" } }',
    "p/a.usda": TWICE,
    "p/old.usda": TWICE,
  });
  const found = await lintText(["p", "--format", "json"], { cwd: folder.path });
  expect([found.code, found.stderr]).toEqual([0, ""]);
  expect(JSON.parse(found.stdout)).toMatchObject({
    files: [{ path: "p/a.usda", diagnostics: [{ rule: "duplicate-field", severity: "info" }] }],
  });
  const printed = await lintText(["--print-config", "p/a.usda"], { cwd: folder.path });
  expect(JSON.parse(printed.stdout)).toMatchObject({
    assets: { value: "shared/ids.json" },
    rules: { "usda-header": { value: "error" }, "duplicate-field": { value: "info" } },
  });
});

test.each([
  ["./usda-lint.config.json", "extends itself"],
  ["./other.json", "extends itself"],
  ["./missing.json", "missing.json: no such file"],
  ["./broken.json", "broken.json:1: invalid JSON"],
  ["stricter", "expected recommended, strict or the path of a configuration"],
])("extends %s is reported", async (name, message) => {
  using folder = new TestFolder({
    "usda-lint.config.json": JSON.stringify({ extends: name }),
    "other.json": '{ "extends": "./usda-lint.config.json" }',
    "broken.json": "{",
    "a.usda": GOOD,
  });
  const result = await lintText([], { cwd: folder.path });
  expect([result.code, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toContain(message);
});
