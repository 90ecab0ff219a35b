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

  test("reads variant selections, which a text cannot have", () => {
    const text = "/A{v=x}B/C* + %/A{v=x}{w=y}B:s - /A{v=x}//";
    const atoms: string[] = [];
    const replaced = replacePathAtoms(text, (atom) => {
      atoms.push(atom.text);
      return atom.text.replaceAll("{v=x}", "{v=z}");
    });
    expect(atoms).toEqual(["/A{v=x}B/C*", "%/A{v=x}{w=y}B:s", "/A{v=x}//"]);
    expect(replaced).toBe("/A{v=z}B/C* + %/A{v=z}{w=y}B:s - /A{v=z}//");
    expect(normalizePathExpression(text)).toBeUndefined();
  });

  test("does not run out of stack for deep expressions", () => {
    const text = `${"~(".repeat(20_000)}/A - /B${")".repeat(20_000)}`;
    expect(replacePathAtoms(text, () => "/C")).toBe("/C - /C");
  });

  test("returns nothing for an ill-formed expression", () => {
    expect(replacePathAtoms("/A/", (atom) => atom.text)).toBeUndefined();
  });
});
