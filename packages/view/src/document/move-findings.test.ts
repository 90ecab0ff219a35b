import { expect, test } from "vitest";
import type { FindingRow } from "../protocol/code-view.ts";
import { moveFindings } from "./move-findings.ts";

const row = (line: number, last: number = line): FindingRow => ({
  rule: "mine",
  severity: "error",
  message: "x",
  hint: null,
  primPath: "/",
  start: { line, column: 2 },
  end: { line: last, column: 4 },
  fixes: [{ title: "Fix", edits: [] }],
});

/** Lines of what is left of the findings of lines 1 to 4. */
function linesAfter(before: string, after: string): readonly number[] {
  const encoder = new TextEncoder();
  const moved = moveFindings(
    [1, 2, 3, 4].map((line) => row(line)),
    encoder.encode(before),
    encoder.encode(after),
  );
  for (const { fixes } of moved) expect(fixes).toEqual([]);
  return moved.map(({ start, end }) => {
    expect(end.line).toBe(start.line);
    return start.line;
  });
}

test.each([
  ["a\nb\nc\nd", "a\nbx\nc\nd", [1, 3, 4]],
  ["a\nb\nc\nd", "a\nb\nx\ny\nc\nd", [1, 2, 5, 6]],
  ["a\nb\nc\nd", "a\nd", [1, 2]],
  ["a\nb\nc\nd", "x\na\nb\nc\nd", [2, 3, 4, 5]],
  ["a\nb\nc\nd", "a\nb\nc\nd\ne", [1, 2, 3]],
  ["a\nb\nc\nd", "", []],
  ["ä\nb\nc\nd", "ö\nb\nc\nd", [2, 3, 4]],
])("%j → %j", (before, after, expected) => {
  expect(linesAfter(before, after)).toEqual(expected);
});

test("a finding over several lines is dropped if one of them changed", () => {
  const encoder = new TextEncoder();
  const [before, after] = ["a\nb\nc\nd\ne", "a\nb\nx\nd\ne"].map((text) => encoder.encode(text));
  const moved = moveFindings([row(1, 2), row(2, 4), row(4, 5)], before, after);
  expect(moved.map(({ start, end }) => [start.line, end.line])).toEqual([
    [1, 2],
    [4, 5],
  ]);
});
