import { encodeUtf8 } from "@usdkit/base";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import {
  afterLineEnd,
  beginsLine,
  blanksBefore,
  commentsWithin,
  indentAt,
  indentUnit,
  lineEnd,
  lineEndAt,
  lineStart,
  skipBlanks,
  surroundingsOf,
} from "./lines.ts";

/** The bytes of a text, and the offset of its `|`, which is removed. */
function at(marked: string): [bytes: Uint8Array, position: number] {
  return [encodeUtf8(marked.replace("|", "")), marked.indexOf("|")];
}

test.each([
  ["ab|c", 0],
  ["|ab", 0],
  ["\na|b", 1],
  ["a\r\nb|", 3],
  ["a\n|", 2],
])("%j: the line starts at %i", (marked, expected) => {
  expect(lineStart(...at(marked))).toBe(expected);
});

test.each([
  ["a|bc", 3],
  ["a|b\nc", 2],
  ["a|b\r\nc", 2],
  ["ab|", 2],
  ["ab|\r", 2],
])("%j: the line ends at %i", (marked, expected) => {
  expect(lineEnd(...at(marked))).toBe(expected);
});

test.each([
  ["a|\nb", 2],
  ["a|\r\nb", 3],
  ["a|\rb", 2],
  ["a|\n\nb", 2],
  ["a|b", 1],
  ["ab|", 2],
])("%j: what follows the line end is at %i", (marked, expected) => {
  expect(afterLineEnd(...at(marked))).toBe(expected);
});

test.each([
  ["|a", true],
  [" \t|a", true],
  ["x |a", false],
  ["x\n |a", true],
  ["x\r |a", false],
])("%j: the position begins its line: %s", (marked, expected) => {
  expect(beginsLine(...at(marked))).toBe(expected);
});

test.each([
  ["x \t|y", 1, 3],
  [" |", 0, 1],
  ["|\t ", 0, 2],
  ["x\n|\n", 2, 2],
])("%j: blanks from %i to %i", (marked, before, after) => {
  const [bytes, position] = at(marked);
  expect([blanksBefore(bytes, position), skipBlanks(bytes, position)]).toEqual([before, after]);
});

test.each([
  ["  a|", "  "],
  ["\t a|b", "\t "],
  ["a\n    b|", "    "],
  // Only the blanks before the position.
  ["  |  a", "  "],
  ["a|", ""],
])("%j: is indented by %j", (marked, expected) => {
  expect(indentAt(...at(marked))).toBe(expected);
});

test.each([
  ["a\r\nb|", "\r\n"],
  ["a\nb|\r\n", "\n"],
  ["a\r\nb\n|c", "\n"],
  // In the first line its own line end counts.
  ["a|b\r\nc", "\r\n"],
  ["a|b\nc", "\n"],
  ["|a\r\n", "\r\n"],
  ["\n|a\r\n", "\n"],
  ["a\n\r\n|", "\r\n"],
  ["|ab", "\n"],
  ["a\n|\r\n", "\n"],
])("%j: the line end is %j", (marked, expected) => {
  expect(lineEndAt(...at(marked))).toBe(expected);
});

test.each([
  ["a\n  b\n    c\n", "  "],
  ["a\n\tb", "\t"],
  ["\n  a", "  "],
  // Empty lines of blanks do not count.
  ["a\n   \n  b", "  "],
  ["a\n   \r\n  b", "  "],
  ["a\nb\n   ", "    "],
  ["   a\nb", "    "],
])("%j: one level is %j", (text, expected) => {
  expect(indentUnit(encodeUtf8(text))).toBe(expected);
});

/** The surroundings of `int x`, as texts. */
function around(body: string): object {
  const source = `#usda 1.0\ndef "A" {${body}}\n`;
  const { layer, diagnostics } = parseUsda(source);
  expect(diagnostics).toEqual([]);
  const start = source.indexOf("int x");
  const found = surroundingsOf(layer, { start, end: start + "int x".length });
  return {
    separated: source.slice(start, found.separatorEnd),
    text: source.slice(found.start, found.end),
    beginsLine: found.beginsLine,
    endsLine: found.endsLine,
  };
}

test.each([
  ["\n  int x\n", "int x", "int x", true, true],
  ["\n  int x; # c\n", "int x;", "int x; # c", true, true],
  ["\n  int x ; /* c */ # d\n", "int x ;", "int x ; /* c */ # d", true, true],
  ["\r\n  int x; /* c */\r\n", "int x;", "int x; /* c */", true, true],
  // Comments before something else in the line are not the statement's.
  ["\n  int x; /* c */ int y\n", "int x;", "int x;", true, false],
  ["\n  int x /* c */; int y\n", "int x /* c */;", "int x /* c */;", true, false],
  // Only those directly above.
  ["\n  # a\n  # b\n  int x\n", "int x", "# a\n  # b\n  int x", true, true],
  ["\n  # a\n\n  # b\n  int x\n", "int x", "# b\n  int x", true, true],
  ["\n  # a\n\n  int x\n", "int x", "int x", true, true],
  ["\n  int y # a\n  int x\n", "int x", "int x", true, true],
  ["\n  /* a */ int x\n", "int x", "int x", false, true],
  ["\n  int y; int x # c\n", "int x", "int x # c", false, true],
  [" int x; ", "int x;", "int x;", false, false],
])("%j: separator, comments and lines", (body, separated, text, ...lines) => {
  const [begins, ends] = lines;
  expect(around(body)).toEqual({ separated, text, beginsLine: begins, endsLine: ends });
});

test("a statement at the end of the text ends its line", () => {
  const source = '#usda 1.0\ndef "A" {}  ';
  const { layer } = parseUsda(source);
  const range = { start: source.indexOf("def"), end: source.indexOf("}") + 1 };
  expect(surroundingsOf(layer, range)).toMatchObject({ end: range.end, beginsLine: true, endsLine: true });
});

test("comments within a range begin in it", () => {
  const source = "#usda 1.0\n# a\n# b\n# c\n";
  const { comments } = parseUsda(source).layer;
  const texts = (start: number, end: number): string[] => commentsWithin(comments, start, end).map(({ text }) => text);
  const [a, b, c] = ["# a", "# b", "# c"].map((text) => source.indexOf(text));
  expect(texts(a, c)).toEqual(["# a", "# b"]);
  expect(texts(a + 1, c + 1)).toEqual(["# b", "# c"]);
  expect(texts(b, b)).toEqual([]);
  expect(texts(c + 1, 100)).toEqual([]);
});
