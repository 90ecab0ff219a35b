import { encodeUtf8 } from "@usdkit/base";
import { applyEdits } from "@usdkit/usda";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf } from "./text-edits.ts";

test("the difference of two texts turns one into the other", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "è", "漢", "🎬", "🎭", "\n"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edit = differenceOf(encodeUtf8(before), encodeUtf8(after));
      expect(edit === undefined ? before : applyEdits(before, [edit])).toBe(after);
      expect(edit === undefined).toBe(before === after);
    }),
  );
});
