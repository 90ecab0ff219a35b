import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineOfPath } from "./json-place.ts";

test("entries of objects and lists, keys with escapes, the last of duplicate keys", () => {
  const text = [
    "{",
    '  "a": 1, "b": [',
    '    { "x": ["}", "]"] },',
    "    2",
    "  ],",
    '  "\\u0063\\"": {',
    '    "b": 3',
    "  },",
    '  "a": 4',
    "}",
  ].join("\n");
  expect(lineOfPath(text, ["b"])).toBe(2);
  expect(lineOfPath(text, ["b", 0])).toBe(3);
  expect(lineOfPath(text, ["b", 0, "x", 1])).toBe(3);
  expect(lineOfPath(text, ["b", 1])).toBe(4);
  expect(lineOfPath(text, ['c"'])).toBe(6);
  expect(lineOfPath(text, ['c"', "b"])).toBe(7);
  expect(lineOfPath(text, ["a"])).toBe(9);
  expect(lineOfPath(text, ["b", 7])).toBe(2);
  expect(lineOfPath(text, ["no"])).toBe(1);
});

test("law: every entry of a text with one entry per line is found on its line", () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      // JSON.stringify puts keys that look like numbers first.
      fc.dictionary(
        fc.string().filter((key) => key !== "__proto__" && !/^\d+$/.test(key)),
        tie("value"),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, (root) => {
      const text = JSON.stringify(root, undefined, 1);
      // JSON.stringify writes one entry per line, in the order of a walk.
      let line = 1;
      const visit = (at: unknown, path: (string | number)[]): void => {
        if (typeof at !== "object" || at === null) return;
        const entries = Array.isArray(at) ? [...at.entries()] : Object.entries(at);
        for (const [key, child] of entries) {
          line++;
          expect([path, key, lineOfPath(text, [...path, key])]).toEqual([path, key, line]);
          visit(child, [...path, key]);
        }
        if (entries.length > 0) line++;
      };
      visit(root, []);
    }),
  );
});

test("deep nesting does not overflow the stack", () => {
  const depth = 200_000;
  expect(lineOfPath("[".repeat(depth) + "]".repeat(depth), [0, 0, 0])).toBe(1);
});
