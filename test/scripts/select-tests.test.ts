import { expect, test } from "vitest";
import { selectTests } from "./select-tests.ts";

const files = ["packages/validate/src/rules/rules.test.ts", "test/laws/print.test.ts"];
const sources = [
  "packages/validate/src/rules/payload-required.ts",
  "packages/usda/src/parse/parse.ts",
  "packages/validate/src/parse.ts",
];

test("parts of paths select files", () => {
  expect(selectTests(["laws/print", "packages/validate"], files, sources)).toEqual({
    files: ["laws/print", "packages/validate"],
    namePattern: undefined,
  });
});

test("a path without tests is an error", () => {
  const select = (): unknown => selectTests(["laws/print", "packages/validate/gone"], files, sources);
  expect(select).toThrow('No test file has "packages/validate/gone" in its path');
});

test("other names select tests by their names, literally", () => {
  expect(selectTests(["payload-required", "packages/validate", "a.b"], files, sources)).toEqual({
    files: ["packages/validate"],
    namePattern: String.raw`payload-required|a\.b`,
  });
});

test("the name of source files selects among the tests of their packages", () => {
  const filesOf = (...names: readonly string[]): readonly string[] => selectTests(names, files, sources).files;
  expect(filesOf("payload-required")).toEqual(["packages/validate/"]);
  expect(filesOf("parse", "payload-required")).toEqual(["packages/usda/", "packages/validate/"]);
  expect(filesOf("payload-required", "a name of tests")).toEqual([]);
  expect(filesOf("laws/print", "payload-required")).toEqual(["laws/print", "packages/validate/"]);
});
