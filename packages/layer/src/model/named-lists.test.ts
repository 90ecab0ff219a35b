import * as fc from "fast-check";
import { expect, test } from "vitest";
import { memberNamed } from "./named-lists.ts";

test("the first member of a name is found in lists of any length, also after the list has changed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 120 }),
      fc.array(fc.tuple(fc.nat(119), fc.integer({ min: 0, max: 90 })), { maxLength: 4 }),
      (numbers, changes) => {
        const list = numbers.map((number, place) => ({ name: `n${number}`, place }));
        const expectFound = (): void => {
          for (let number = 0; number <= 90; number++) {
            const name = `n${number}`;
            expect(memberNamed(list, name)).toBe(list.find((each) => each.name === name));
          }
        };
        expectFound();
        for (const [place, number] of changes) if (place < list.length) list[place] = { name: `new${number}`, place };
        expectFound();
      },
    ),
    { numRuns: 50 },
  );
});
