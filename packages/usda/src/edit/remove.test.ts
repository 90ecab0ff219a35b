import { decodeUtf8 } from "@usdkit/base";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits, type TextEdit } from "../text-edits/text-edit.ts";
import type { ByteRange, Layer } from "@usdkit/layer";
import { removeStatements, removeStatementText } from "./remove.ts";

/** Applies a removal to `int x` and `int y` of a body, and returns the body. */
function without(
  body: string,
  remove: (layer: Layer, ranges: readonly ByteRange[]) => TextEdit[],
): { text: string; edits: number } {
  const head = '#usda 1.0\ndef "A"\n{';
  const source = `${head}${body}}`;
  const { layer, diagnostics } = parseUsda(source);
  expect(diagnostics).toEqual([]);
  const ranges = ["int y", "int x"].flatMap((text) => {
    const start = source.indexOf(text);
    return start < 0 ? [] : [{ start, end: start + text.length }];
  });
  const edits = remove(layer, ranges);
  const bytes = applyEdits(layer.source ?? new Uint8Array(), edits);
  expect(parseUsda(bytes).diagnostics).toEqual([]);
  return { text: decodeUtf8(bytes, head.length, bytes.length - 1), edits: edits.length };
}

test.each([
  ["\n  int x\n", "\n"],
  ["\n  int x\n  int z\n", "\n  int z\n"],
  ["\r\n  int z\r\n  # c\r\n  int x # d\r\n", "\r\n  int z\r\n"],
  // One of two empty lines.
  ["\n  int z\n\n  int x\n\n  int w\n", "\n  int z\n\n  int w\n"],
  ["\r\n  int z\r\n\r\n  int x\r\n\r\n  int w\r\n", "\r\n  int z\r\n\r\n  int w\r\n"],
  ["\n  int z\n \n\t\n  int x\n\n\n  int w\n", "\n  int z\n \n\t\n  int w\n"],
  ["\n  int z\n  int x\n\n  int w\n", "\n  int z\n\n  int w\n"],
  ["\n  int z\n\n  int x\n  int w\n", "\n  int z\n\n  int w\n"],
  // No empty line at a bracket.
  ["\n  int x\n\n  int w\n", "\n  int w\n"],
  ["\r\n  int x\r\n\r\n  int w\r\n", "\r\n  int w\r\n"],
  ["\n\n  int x\n\n  int w\n", "\n\n  int w\n"],
  ["\n  int w\n\n\n  int x\n\n", "\n  int w\n"],
  ["\n  int w\n\n  int x\n", "\n  int w\n"],
  // Within a line.
  [" int x; int z; ", " int z; "],
  [" int z; int x; ", " int z; "],
  [" int z; int x; int w; ", " int z; int w; "],
  // The lines around it are left.
  ["\n\n  int z; int x\n\n  int w\n", "\n\n  int z;\n\n  int w\n"],
  ["\n  int z\n\n  int x; int w\n\n", "\n  int z\n\n  int w\n\n"],
  ["\n  int z\n\n  int x; /* w */ int w\n", "\n  int z\n\n  /* w */ int w\n"],
])("%j without a statement", (body, expected) => {
  expect(without(body, removeStatements)).toEqual({ text: expected, edits: 1 });
});

test.each([
  ["\n  int x\n  int y\n  int z\n", "\n  int z\n", 1],
  ["\n  int x\n\n  int y\n\n  int z\n", "\n  int z\n", 1],
  [" int x; int y; int z; ", " int z; ", 1],
  ["\n  int x\n  int z\n  int y\n", "\n  int z\n", 2],
  ["\n  int z\n\n  int y\n\n  int x\n\n  int w\n", "\n  int z\n\n  int w\n", 1],
])("%j without two statements: adjacent ones are one edit", (body, text, edits) => {
  expect(without(body, removeStatements)).toEqual({ text, edits });
});

test("overlapping ranges are one edit", () => {
  const { layer } = parseUsda('#usda 1.0\ndef "A" { int x; int y; }');
  const ranges = [
    { start: 20, end: 33 },
    { start: 20, end: 25 },
  ];
  expect(removeStatements(layer, ranges)).toEqual([{ start: 19, end: 33, text: "" }]);
});

test.each([
  // Without comments as above.
  ["\n  int z\n\n  int x\n\n  int w\n", "\n  int z\n\n  int w\n"],
  [" int z; int x; ", " int z; "],
  // Comments above stay, with their line end.
  ["\n  # a\n  int x\n  int z\n", "\n  # a\n  int z\n"],
  ["\n  # a\n  int x; int z\n", "\n  int z\n"],
  // Comments in it and after it replace it.
  ["\n  int x # c  \n", "\n  # c\n"],
  ["\n  int x; # c\n  int z\n", "\n  # c\n  int z\n"],
  ["\n  int x /* c */; /* d */ # e\n", "\n  /* c */\n  /* d */\n  # e\n"],
  ["\r\n  int x; /* c */ # d\r\n", "\r\n  /* c */\r\n  # d\r\n"],
  ["\n  int z; int x # c\n", "\n  int z; # c\n"],
  ["\n  int z; int x /* c */ ; /* d */ # e\n", "\n  int z; /* c */ /* d */ # e\n"],
  ["\n  int z; int x /* c */; int w\n", "\n  int z; /* c */ int w\n"],
  ["\n  int x /* c */; int w\n", "\n  /* c */ int w\n"],
])("%j without a statement, but with its comments", (body, expected) => {
  const { text } = without(body, (layer, [range]) => removeStatementText(layer, range));
  expect(text).toBe(expected);
});

test("a prim at the end of the text", () => {
  for (const [source, expected] of [
    ['#usda 1.0\n\ndef "A" {}\n\ndef "B" {}', '#usda 1.0\n\ndef "A" {}\n'],
    ['#usda 1.0\n\ndef "A" {}\n\ndef "B" {}\n\n', '#usda 1.0\n\ndef "A" {}\n'],
    ['#usda 1.0\ndef "B" {}  ', "#usda 1.0\n"],
  ]) {
    const { layer } = parseUsda(source);
    const range = layer.root.children.at(-1)?.range ?? { start: 0, end: 0 };
    const bytes = applyEdits(layer.source ?? new Uint8Array(), removeStatements(layer, [range]));
    expect(decodeUtf8(bytes, 0, bytes.length)).toBe(expected);
  }
});
