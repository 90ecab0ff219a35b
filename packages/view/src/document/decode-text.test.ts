import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeAny, decodeExactly, hasCrLf } from "./decode-text.ts";

test("a decoded text has the same bytes, or is null", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = decodeExactly(bytes);
      if (text === null) expect(decodeAny(bytes)).toContain("\ufffd");
      else expect(new TextEncoder().encode(text)).toEqual(bytes);
    }),
  );
});

test.each([
  ["\ufeff#usda 1.0\n", false],
  ["a\r\nb\r\n", true],
  ["\r\n", true],
  ["a\r\nb\n", false],
  ["\n\r\n", false],
  ["a", false],
])("%j: lines end with CR LF: %j", (text, expected) => {
  expect(decodeExactly(new TextEncoder().encode(text))).toBe(text);
  expect(hasCrLf(text)).toBe(expected);
});
