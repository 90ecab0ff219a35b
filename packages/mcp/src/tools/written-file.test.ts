import { expect, test } from "vitest";
import { shownMessages } from "./written-file.ts";

test("messages fit into a result, which has them twice, and others are counted", () => {
  const lines = Array.from({ length: 500 }, (_, i) => `${i} "${"\\".repeat(i)}"`);
  const shown = shownMessages(lines);
  expect(JSON.stringify(shown).length).toBeLessThan(6100);
  expect(shown.at(-1)).toBe(`${500 - shown.length + 1} more messages`);
});

test("a long message is cut, and a few are shown as they are", () => {
  expect(shownMessages(["a", "b".repeat(400)])).toEqual(["a", `${"b".repeat(300)}…`]);
  expect(shownMessages([])).toEqual([]);
});
