import { describe, expect, test } from "vitest";
import { normalizePathExpression } from "./path-expression.ts";
import { replacePathAtoms } from "./replace-path-atoms.ts";

describe("replacePathAtoms", () => {
  test.each([
    ["/A %_", "/B - /C", "/A (/B - /C)"],
    ["~%_", "//", ""],
    ["%_ & /A", "", ""],
    ["/A - %_", "", "/A"],
    ["%_ - %_", "/B", "/B - /B"],
    ["/A + %_", "/B(", "/A"],
  ])("replaces the references to the weaker opinion of %s with %s", (text, weaker, expected) => {
    expect(replacePathAtoms(text, (atom) => (atom.text === "%_" ? weaker : atom.text))).toBe(expected);
  });

  test("keeps the normal text if every operand stays", () => {
    const text = "/A{isa:Mesh}+(/B - ~(//C.x & %/S:names)) %_";
    expect(replacePathAtoms(text, (atom) => atom.text)).toBe(normalizePathExpression(text));
  });

  test("does not run out of stack for deep expressions", () => {
    const text = `${"~(".repeat(20_000)}/A - /B${")".repeat(20_000)}`;
    expect(replacePathAtoms(text, () => "/C")).toBe("/C - /C");
  });

  test("returns nothing for an ill-formed expression", () => {
    expect(replacePathAtoms("/A/", (atom) => atom.text)).toBeUndefined();
  });
});
