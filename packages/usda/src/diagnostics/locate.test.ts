import { expect, test } from "vitest";
import { locate, utf16Length } from "./locate.ts";
import type { UnlocatedDiagnostic } from "./locate.ts";

function placesOf(text: string, ...offsets: number[]): readonly string[] {
  const found = offsets.map((start): UnlocatedDiagnostic => {
    return { code: "USDA_NAME", message: "m", start, end: start, primPath: "/" };
  });
  return locate(new TextEncoder().encode(text), found).map(({ line, column }) => `${line}:${column}`);
}

test("line feeds, carriage returns, or both end lines", () => {
  expect(placesOf("a\nb\r\nc\rd", 0, 1, 2, 5, 7)).toEqual(["1:1", "1:2", "2:1", "3:1", "4:1"]);
  expect(placesOf("\r\r\n\n", 0, 1, 3, 4)).toEqual(["1:1", "2:1", "3:1", "4:1"]);
});

test("columns count UTF-16 units", () => {
  // Characters of one, two, three and four bytes; the last is two UTF-16 units.
  expect(placesOf("aé漢🎬z", 1, 3, 6, 10)).toEqual(["1:2", "1:3", "1:4", "1:6"]);
});

test("locates offsets that go backwards", () => {
  expect(placesOf("a\nb\nc", 4, 0, 2)).toEqual(["3:1", "1:1", "2:1"]);
});

test("locates the end of the text", () => {
  expect(placesOf("", 0)).toEqual(["1:1"]);
  expect(placesOf("ab\n", 3)).toEqual(["2:1"]);
});

test("omits hint and related if there are none", () => {
  const [diagnostic] = locate(new Uint8Array(), [
    { code: "USDA_NAME", message: "m", start: 0, end: 0, primPath: "/A" },
  ]);
  expect(Object.keys(diagnostic ?? {}).sort()).toEqual(["code", "column", "line", "message", "primPath", "range"]);
});

test("counts the UTF-16 units of bytes like the decoded text", () => {
  for (const text of ["", "abc", "é漢🎬", "\u0000\u007f\u0080\uffff"]) {
    const bytes = new TextEncoder().encode(text);
    expect(utf16Length(bytes, 0, bytes.length)).toBe(text.length);
  }
});
