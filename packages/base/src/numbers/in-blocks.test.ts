import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inBlocks } from "./in-blocks.ts";

test("calls for ranges that follow each other from 0 to the count, none of them long", () => {
  fc.assert(
    fc.property(fc.nat(20_000), (count) => {
      let end = 0;
      inBlocks(count, (from, to) => {
        expect(from).toBe(end);
        expect(to).toBeGreaterThan(from);
        expect(to - from).toBeLessThanOrEqual(2048);
        end = to;
      });
      expect(end).toBe(count);
    }),
  );
});
