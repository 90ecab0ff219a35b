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

  it("names the spec in errors, if one is written", () => {
    const context = new PackContext(88, 8, true);
    expect(context.error("No.").message).toBe("No.");
    context.spec = { path: "/A" };
    expect(context.error("No.").message).toContain("/A");
    expect(() => context.require(9, "A spline")).toThrow("A spline needs crate version 0.9.0, but 0.8.0 was asked for");
    expect(() => context.require(8, "A payload")).not.toThrow();
  });

  it("uses the builder of a short value again, and not that of a long one, whose bytes it keeps", () => {
    const context = new PackContext(88, 12, false);
    const short = context.builder().uint32(1);
    context.addBuilt(30, short);
    expect(context.builder()).toBe(short);
    expect(short.length).toBe(0);
    const long = context.builder();
    for (let i = 0; i < KEPT_LENGTH / 4; i++) long.uint32(i);
    context.addBuilt(30, long);
    expect(context.builder()).not.toBe(long);
  });

  it("keeps no more memory of a long value than its bytes", () => {
    const context = new PackContext(88, 12, false);
    const builder = context.builder();
    for (let i = 0; i <= KEPT_LENGTH / 4; i++) builder.uint32(i);
    const { bytes } = builder;
    context.addBuilt(30, builder);
    bytes.fill(0);
    const same = context.builder();
    for (let i = 0; i <= KEPT_LENGTH / 4; i++) same.uint32(i);
    const at = context.output.position;
    context.addBuilt(30, same);
    expect(context.output.position).toBe(at);
  });

  it("knows no value, string or path after the end", () => {
    const context = new PackContext(88, 12, false);
    context.string("a");
    context.addBuilt(30, context.builder().uint32(1));
    const at = context.output.position;
    context.finish();
    context.addBuilt(30, context.builder().uint32(1));
    expect(context.output.position).toBe(at + 4);
  });
});
