import { expect, test } from "vitest";
import { escapeJson, escapeLines, escapeTerminal } from "./escape-terminal.ts";

test("plain text of any script stays", () => {
  for (const text of ["", "abc ~", "Büro 会議室 مكتب", "e\u0301", "❤️ 🪑"]) expect(escapeTerminal(text)).toBe(text);
});

test.each([
  ["\x1b[31mred\x1b]0;title\x07", "\\x1b[31mred\\x1b]0;title\\x07"],
  ["\0\x7f\x9b31m", "\\x00\\x7f\\x9b31m"],
  ["a\tb\nc\r", "a\\tb\\nc\\r"],
  ["\u202eabc\u202c \u2066x\u2069", "\\u202eabc\\u202c \\u2066x\\u2069"],
  ["\u200e\u200f\u061c\u200b\u200d\u2060\ufeff\u00ad", "\\u200e\\u200f\\u061c\\u200b\\u200d\\u2060\\ufeff\\xad"],
  ["\u2028\u2029\u3164\u{e0041}", "\\u2028\\u2029\\u3164\\u{e0041}"],
  ["\ud800", "\\ud800"],
  ["\ue000\u{10ffff}", "\\ue000\\u{10ffff}"],
])("%j is shown as %j", (text, shown) => {
  expect(escapeTerminal(text)).toBe(shown);
});

test("every code point that a terminal would interpret or hide is escaped", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = String.fromCodePoint(code);
    if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text) && escapeTerminal(text) === text) {
      expect(code.toString(16)).toBe("escaped");
    }
  }
});

test("of several lines, the line ends and tabs stay", () => {
  expect(escapeLines("a\n\tb\x1b\r\n")).toBe("a\n\tb\\x1b\\r\n");
});

test("JSON stays JSON of the same meaning", () => {
  const value = { text: "\u202e\u{e0041}\x9b\u2028 ok\n" };
  const json = `${escapeJson(JSON.stringify(value))}\n`;
  expect(json).toMatch(/^[\x20-\x7e]*\n$/);
  expect(JSON.parse(json)).toEqual(value);
});
