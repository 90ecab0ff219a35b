import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesGlob } from "./glob.ts";

describe("wildcards", () => {
  test.each([
    ["Chair", "Chair", true],
    ["Chair", "Chair2", false],
    ["Ch*", "Chair", true],
    ["*r", "Chair", true],
    ["*a*i*", "Chair", true],
    ["*i*a*", "Chair", false],
    ["?hair", "Chair", true],
    ["?hair", "hair", false],
    ["[A-D]hair", "Chair", true],
    ["[!A-D]hair", "Chair", false],
    ["[!x]*", "Chair", true],
    ["[a-]", "-", true],
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
  ])("%s, %s: %s", (glob, name, expected) => {
    expect(matchesGlob(glob, name)).toBe(expected);
  });

  test("law: as the regular expression with the same wildcards", () => {
    const part = fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "[a-b]");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.stringMatching(/^[abc]{0,6}$/u), (parts, name) => {
        const glob = parts.join("");
        const pattern = glob.replaceAll("*", ".*").replaceAll("?", ".").replaceAll("[!", "[^");
        expect(matchesGlob(glob, name)).toBe(new RegExp(`^${pattern}$`, "u").test(name));
      }),
    );
  });

  test("many stars take no exponential time", () => {
    expect(matchesGlob(`${"*a".repeat(2000)}b`, "a".repeat(20_000))).toBe(false);
  });
});
