import { describe, expect, it } from "vitest";
import { KEPT_LENGTH } from "./content-table.ts";
import { PackContext } from "./pack-context.ts";

describe("a context", () => {
  it.each([KEPT_LENGTH - 4, KEPT_LENGTH])(
    "writes a value of %d bytes once, also after its builder was used again",
    (size) => {
      const context = new PackContext(88, 12, false);
      const [first, second] = [context.builder(), context.builder()];
      for (let i = 0; i < size / 4; i++) first.uint32(1);
      for (let i = 0; i < size / 4; i++) second.uint32(1);
      const rep = context.addBuilt(30, first);
      const other = context.builder();
      for (let i = 0; i < size / 4; i++) other.uint32(2);
      expect(context.addBuilt(30, other)).not.toEqual(rep);
      expect(context.addBuilt(30, second)).toEqual(rep);
    },
  );

  it("has each string once, and its token", () => {
    const context = new PackContext(88, 12, false);
    expect(["a", "b", "a", "c"].map((text) => context.string(text))).toEqual([0, 1, 0, 2]);
    context.tokens.add("d");
    expect([context.string("e"), context.string("d"), context.string("b")]).toEqual([3, 4, 1]);
    expect(context.tokens.length).toBe(6);
  });
});
