import { describe, expect, test } from "vitest";
import { addedCount, addedItems } from "./list-items.ts";
import type { FieldValue } from "./types.ts";

test("an explicit list replaces the other operations", () => {
  expect(addedItems({ explicit: ["a"], prepended: ["b"] })).toEqual(["a"]);
  expect(addedItems({ prepended: ["a"], added: ["b"], appended: ["c"], deleted: ["d"], ordered: ["e"] })).toEqual([
    "a",
    "b",
    "c",
  ]);
});

describe("addedCount", () => {
  const cases: readonly (readonly [string, FieldValue, number])[] = [
    ["None", { kind: "block" }, 0],
    ["an empty list", { kind: "pathListOp", listOp: { explicit: [] } }, 0],
    ["deletions", { kind: "pathListOp", listOp: { deleted: ["/A"] } }, 0],
    ["paths", { kind: "pathListOp", listOp: { prepended: ["/A", "/B"] } }, 2],
    ["an empty dictionary", { kind: "dictionary", entries: new Map() }, 0],
    ["selections", { kind: "stringMap", entries: new Map([["look", "red"]]) }, 1],
    ["relocates", { kind: "relocates", pairs: [["/A", "/B"]] }, 1],
    ["names", { kind: "names", names: ["a", "b"] }, 2],
  ];
  test.each(cases)("%s", (_name, value, count) => {
    expect(addedCount(value)).toBe(count);
  });
});
