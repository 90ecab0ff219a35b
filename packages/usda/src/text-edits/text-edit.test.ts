import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { EditError } from "./edit-error.ts";
import type { TextEdit } from "./text-edit.ts";
import { applyEdits, mergeEdits } from "./text-edit.ts";

function applied(text: string, edits: readonly TextEdit[]): string {
  const bytes = applyEdits(encodeUtf8(text), edits);
  return decodeUtf8(bytes, 0, bytes.length);
}

describe("applyEdits", () => {
  test.each<[name: string, edits: TextEdit[], after: string]>([
    ["nothing", [], "abcdef"],
    ["a replacement", [{ start: 1, end: 3, text: "X" }], "aXdef"],
    ["a removal", [{ start: 0, end: 6, text: "" }], ""],
    [
      "any order",
      [
        { start: 4, end: 5, text: "Y" },
        { start: 1, end: 2, text: "X" },
      ],
      "aXcdYf",
    ],
    [
      "insertions at one place in their order",
      [
        { start: 2, end: 2, text: "1" },
        { start: 2, end: 2, text: "2" },
      ],
      "ab12cdef",
    ],
    [
      "an insertion before a replacement",
      [
        { start: 2, end: 3, text: "R" },
        { start: 2, end: 2, text: "I" },
      ],
      "abIRdef",
    ],
    [
      "edits that touch",
      [
        { start: 0, end: 2, text: "x" },
        { start: 2, end: 4, text: "y" },
      ],
      "xyef",
    ],
    ["text beyond ASCII", [{ start: 0, end: 1, text: "é€" }], "é€bcdef"],
  ])("%s", (_, edits, after) => {
    expect(applied("abcdef", edits)).toBe(after);
  });

  test.each<[name: string, edits: TextEdit[], message: RegExp]>([
    [
      "overlap",
      [
        { start: 0, end: 3, text: "" },
        { start: 2, end: 4, text: "" },
      ],
      /\[0, 3\) and \[2, 4\) overlap/,
    ],
    [
      "an insertion inside",
      [
        { start: 0, end: 3, text: "" },
        { start: 2, end: 2, text: "x" },
      ],
      /overlap/,
    ],
    ["beyond the end", [{ start: 6, end: 7, text: "" }], /\[6, 7\) is outside of the text, which has 6 bytes/],
    ["backwards", [{ start: 3, end: 2, text: "" }], /not a range of bytes/],
    ["negative", [{ start: -1, end: 2, text: "" }], /not a range of bytes/],
  ])("throws for %s", (_, edits, message) => {
    expect(() => applied("abcdef", edits)).toThrow(message);
    expect(() => applied("abcdef", edits)).toThrow(EditError);
  });

  test("keeps uncovered text byte for byte", () => {
    const cuts = fc.uniqueArray(fc.nat(60), { minLength: 2, maxLength: 10 }).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 61, maxLength: 61 }), cuts, fc.string(), (bytes, places, text) => {
        const edits: TextEdit[] = [];
        for (let i = 0; i + 1 < places.length; i += 2) edits.push({ start: places[i], end: places[i + 1], text });
        const out = applyEdits(bytes, edits);
        const size = encodeUtf8(text).length;
        let shift = 0;
        let from = 0;
        for (const { start, end } of edits) {
          expect(out.subarray(from + shift, start + shift)).toEqual(bytes.subarray(from, start));
          shift += size - (end - start);
          from = end;
        }
        expect(out.subarray(from + shift)).toEqual(bytes.subarray(from));
      }),
    );
  });
});

test("mergeEdits sorts and joins lists", () => {
  const a: TextEdit = { start: 5, end: 6, text: "a" };
  const b: TextEdit = { start: 1, end: 2, text: "b" };
  expect(mergeEdits([a], [b])).toEqual([b, a]);
  expect(() => mergeEdits([a], [a])).toThrow(EditError);
});

test("applyEdits returns a string for a string; offsets count bytes", () => {
  const text = '# süß\ndef "A" {\n}\n';
  const start = encodeUtf8(text).indexOf(65);
  expect(applyEdits(text, [{ start, end: start + 1, text: "Ü" }])).toBe('# süß\ndef "Ü" {\n}\n');
  expect(applyEdits("", [])).toBe("");
});
