import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { replacePathExpressions } from "./path-expressions.ts";

/** Returns the statements of a prim after each operand `/A` is replaced. */
function replaced(statements: string, by = "/B"): string {
  const text = `#usda 1.0\ndef "P" {\n${statements}\n}\n`;
  const { layer } = parseUsda(text);
  const edits = replacePathExpressions(layer, ({ text: operand }) => (operand === "/A" ? by : operand));
  return applyEdits(text, edits).split("\n").slice(2, -2).join("\n");
}

test.each([
  ['pathExpression e = "/A"', 'pathExpression e = "/B"'],
  ['pathExpression e = "/A /C - /A"', 'pathExpression e = "/B /C - /B"'],
  ['pathExpression e = "/C"\npathExpression f = "/A"', 'pathExpression e = "/C"\npathExpression f = "/B"'],
  // Time samples, of which only those change that have the operand.
  [
    'pathExpression e = "/C"\npathExpression e.timeSamples = { 0: "/C", 1: "/A" }',
    'pathExpression e = "/C"\npathExpression e.timeSamples = { 0: "/C", 1: "/B" }',
  ],
  ['pathExpression e.timeSamples = { 0: None, 1: "/A" }', 'pathExpression e.timeSamples = { 0: None, 1: "/B" }'],
])("%s", (before, after) => {
  expect(replaced(before)).toBe(after);
});

test.each([
  'pathExpression e = "/C"',
  "pathExpression e",
  "pathExpression e = None",
  'string e = "/A"',
  'string e = "/A"\npathExpression f = "/C"',
  'pathExpression[] e = ["/A"]',
  // Operands written with other spaces stay as they are if none is replaced.
  'pathExpression e = "/C   /D"',
])("leaves %s as it is", (statements) => {
  expect(replaced(statements)).toBe(statements);
});

test("an operand without paths", () => {
  expect(replaced('pathExpression e = "/A /C"', "")).toBe('pathExpression e = "/C"');
});

test("relative paths within a variant lose its selection, which expressions cannot have", () => {
  const text = `#usda 1.0\n\ndef "A" (\n    prepend variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                pathExpression e = "../C /A"\n            }\n        }\n    }\n}\n`;
  const { layer } = parseUsda(text);
  const edits = replacePathExpressions(layer, (atom) => (atom.text === "/A" ? "/D" : atom.text));
  expect(applyEdits(text, edits)).toContain('pathExpression e = "/A/C /D"');
});
