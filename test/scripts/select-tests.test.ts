import { expect, test } from "vitest";
import { selectTests } from "./select-tests.ts";

const files = ["packages/validate/src/rules/rules.test.ts", "test/laws/print.test.ts"];

test("parts of paths select files", () => {
  expect(selectTests(["laws/print", "packages/validate"], files)).toEqual({
    files: ["laws/print", "packages/validate"],
    namePattern: undefined,
  });
});

test("a path without tests is an error", () => {
  const select = (): unknown => selectTests(["laws/print", "packages/validate/gone"], files);
  expect(select).toThrow('No test file has "packages/validate/gone" in its path');
});

test("other names select tests by their names, literally", () => {
  expect(selectTests(["payload-required", "packages/validate", "a.b"], files)).toEqual({
    files: ["packages/validate"],
    namePattern: String.raw`payload-required|a\.b`,
  });
});
