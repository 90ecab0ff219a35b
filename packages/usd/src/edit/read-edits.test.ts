import { expect, test } from "vitest";
import { readStageEdits } from "./read-edits.ts";

test("edits are read as they are, one or a list", () => {
  const edit = { op: "set", path: "/A.x", value: [1, { a: 2 }], time: null };
  expect(readStageEdits(edit)).toEqual([edit]);
  expect(readStageEdits([edit, { op: "targets", path: "/A.r", value: { prepended: ["/B"] } }])).toHaveLength(2);
});

test.each([
  [[1], "Expected an object"],
  [[{ op: "sett" }], 'Expected an "op" of set, clear'],
  [[{ op: "constructor" }], 'Expected an "op"'],
  [[{ op: "set", path: "/A.x" }], 'The edit "set" needs "value"'],
  [[{ op: "set", path: "/A.x", valu: 1 }], 'The edit "set" has no "valu"'],
  [[{ op: "set", path: 1, value: 1 }], 'Expected a string for "path", found 1'],
  [[{ op: "set", path: "/A.x", value: 1, time: "now" }], "a finite number or null"],
  [[{ op: "add", path: "/A", specifier: "Def" }], '"def", "over" or "class"'],
  [[{ op: "targets", path: "/A.r", value: [1] }], "a list of paths"],
  [[{ op: "rename", path: "/A", name: "B", to: "/C" }], 'The edit "rename" has no "to"'],
  [Array.from({ length: 100_001 }, () => ({ op: "clear", path: "/A.x" })), "at most 100000 edits"],
])("%j is an error", (json, message) => {
  expect(() => readStageEdits(json)).toThrow(message);
});

test("an error has the position of the edit", () => {
  expect(() => readStageEdits([{ op: "clear", path: "/A.x" }, {}])).toThrow(expect.objectContaining({ index: 1 }));
});
