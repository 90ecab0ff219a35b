import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../diagnostics/types.ts";
import { parseUsda } from "../parse/parse-usda.ts";

/** Children with these names, each with children of the same names. */
function siblings(names: readonly string[]): string {
  const inner = names.map((name) => `def "${name}" {\n}\n`).join("");
  return names.map((name, index) => `def "${name}" {\n${index < 2 ? inner : ""}}\n`).join("");
}

function duplicates(text: string): readonly Diagnostic[] {
  const { diagnostics } = parseUsda(`#usda 1.0\n${text}`);
  expect(diagnostics.filter(({ code }) => code !== "USDA_DUPLICATE_PRIM")).toEqual([]);
  return diagnostics;
}

describe("prims with the same parent and name", () => {
  // Up to sixteen children are searched linearly, more are in a table.
  for (const count of [1, 2, 15, 16, 17, 18, 40, 400]) {
    const names = Array.from({ length: count }, (_, index) => `p${index}`);

    test(`finds no duplicate among ${count}`, () => {
      expect(duplicates(siblings(names))).toEqual([]);
      expect(duplicates(`def "World" {\n${siblings(names)}}\n`)).toEqual([]);
    });

    for (const index of new Set([0, count >> 1, count - 1])) {
      test(`finds the one that repeats child ${index + 1} of ${count}, and shows the first`, () => {
        const text = `def "World" {\n${siblings(names)}over "p${index}" {\n}\n}\n`;
        const [found, ...others] = duplicates(text);
        expect(others).toEqual([]);
        const source = `#usda 1.0\n${text}`;
        expect(source.slice(found.range.start, found.range.end)).toBe(`"p${index}"`);
        expect(found.range.start).toBe(source.lastIndexOf(`"p${index}"`));
        const [first] = found.related ?? [];
        expect(source.slice(first.range.start, first.range.end)).toBe(`p${index}`);
        expect(source.slice(0, first.range.start - 1)).toMatch(/\ndef $/);
      });
    }
  }

  test("reports each third occurrence", () => {
    expect(duplicates(`def "A" {\n}\nover "A" {\n}\nclass "A" {\n}\n`)).toHaveLength(2);
  });

  test("two blocks of one variant have the same prims, two variants do not", () => {
    const block = (variant: string): string => `"${variant}" {\ndef "A" {\n}\n}\n`;
    const prim = (...sets: string[]): string =>
      `def "World" {\n${sets.map((set) => `variantSet "v" = {\n${set}}\n`).join("")}}\n`;
    expect(duplicates(prim(block("a") + block("b")))).toEqual([]);
    expect(duplicates(prim(block("a"), block("b")))).toEqual([]);
    expect(duplicates(prim(block("a"), block("a")))).toHaveLength(1);
  });
});
