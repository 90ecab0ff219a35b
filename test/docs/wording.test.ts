import { expect, test } from "vitest";
import { faultsOf } from "./wording.ts";

test.each([
  "1 files",
  "found in 1 files.",
  "2 file",
  "0 error",
  "a error",
  "A int takes",
  "a unknown field",
  "an file",
  "an user",
  "an USD",
  "an uniform value",
  "the the file",
  "found undefined",
])("%s is wrong", (text) => {
  expect(faultsOf(text)).not.toEqual([]);
});

test.each([
  "1 file",
  "2 files",
  "1.1 files",
  "line 1 is bad",
  "an error",
  "a uniform value",
  "a unit",
  "the prim at /A is inactive",
  "a user",
  "an hour",
  "an XML",
  'a "error"',
  "`1 files`",
  "the field is unknown",
])("%s is right", (text) => {
  expect(faultsOf(text)).toEqual([]);
});
