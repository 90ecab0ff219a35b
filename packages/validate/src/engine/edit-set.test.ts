import { applyEdits, type TextEdit } from "@usdkit/usda";
import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { EditSet } from "./edit-set.ts";

const edit = record({ start: nat(40), length: nat(5), text: constantFrom("", "x", "yy") }).map(
  ({ start, length, text }) => ({ start, end: start + length, text }),
);

function isApart([a, b]: readonly TextEdit[]): boolean {
  return b === undefined || a.end < b.start || b.end < a.start;
}

test("accepted edits can be applied together, each group completely or not at all", () => {
  assert(
    property(array(array(edit, { minLength: 1, maxLength: 2 })), (groups) => {
      const set = new EditSet();
      // The edits of one rule do not overlap.
      const taken = groups.filter((group) => isApart(group) && set.add(group)).flat();
      expect(set.inOrder).toHaveLength(taken.length);
      expect(set.inOrder).toEqual(taken.toSorted((a, b) => a.start - b.start));
      expect(() => applyEdits(new Uint8Array(50), set.inOrder)).not.toThrow();
    }),
  );
});

test("a group with one overlapping edit is rejected completely", () => {
  const set = new EditSet();
  expect(set.add([{ start: 10, end: 20, text: "" }])).toBe(true);
  expect(
    set.add([
      { start: 0, end: 1, text: "" },
      { start: 20, end: 21, text: "" },
    ]),
  ).toBe(false);
  expect(set.add([])).toBe(false);
  expect(set.inOrder).toHaveLength(1);
});
