import { dumpLayer } from "@usdkit/layer";
import { applyEdits, parseUsda, type TextEdit } from "@usdkit/usda";
import { expect, test } from "vitest";
import { reparseEdits } from "./reparse-edits.ts";

const count = 400;
const prims = Array.from(
  { length: count },
  (_, i) => `    def Sphere "S${i}"\n    {\n        double radius = ${i}\n    }\n`,
);
const text = `#usda 1.0\n\ndef "W"\n{\n${prims.join("")}}\n\ndef "V"\n{\n}\n`;
const source = new TextEncoder().encode(text);

function edit(found: string, replacement: string): TextEdit {
  const start = text.indexOf(found);
  return { start, end: start + found.length, text: replacement };
}

function reparsed(...edits: readonly TextEdit[]): ReturnType<typeof reparseEdits> {
  const result = reparseEdits(parseUsda(source), edits);
  const expected = parseUsda(applyEdits(source, edits));
  expect([dumpLayer(result.layer), result.diagnostics]).toEqual([dumpLayer(expected.layer), expected.diagnostics]);
  return result;
}

const moved = prims[3] ?? "";

test("text between edits that are far apart is not parsed again", () => {
  const end = source.length - "}\n".length;
  const { ok, reparsedBytes } = reparsed(edit(moved, ""), { start: end, end, text: moved });
  expect(ok).toBe(true);
  expect(reparsedBytes).toBeLessThan(source.length / 10);
});

test("edits that are valid together only are parsed together", () => {
  const last = prims.at(-1) ?? "";
  // After the edits of the end alone there are two prims of one name.
  expect(reparsed(edit(moved, ""), edit(last, last + moved)).ok).toBe(true);
  expect(reparsed(edit('"S3"', '"T"'), edit('"S399"', '"S3"'), edit('def "V"', 'def "X"')).ok).toBe(true);
});

test("an edit that is not valid is reported", () => {
  expect(reparsed(edit('"S3"', '"S4"'), edit('def "V"', "def V")).ok).toBe(false);
});
