import { formatUsda } from "@usdkit/usda";
import type { Range, TextEdit } from "vscode-languageserver-types";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HEAD, TestClient } from "../test-support/client.ts";
import { edited } from "../test-support/edited.ts";

const URI = "file:///scenes/a.usda";
const TEXT = `${HEAD}def "A"\n{\n  int x=1\n     int y  = 2\n\n\n\n int z = 3\n}\n`;
const options = { tabSize: 2, insertSpaces: true };

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start();
});
afterAll(() => client.stop());

test("a document gets the layout of usda fmt", async () => {
  await client.open(URI, TEXT);
  const edits = await client.request<TextEdit[]>("textDocument/formatting", { textDocument: { uri: URI }, options });
  expect(edited(TEXT, edits)).toBe(formatUsda(TEXT));
});

test("a range changes nothing else", async () => {
  await client.open(URI, TEXT);
  const range = { start: { line: 4, character: 2 }, end: { line: 4, character: 3 } };
  const edits = await client.request<TextEdit[]>("textDocument/rangeFormatting", {
    textDocument: { uri: URI },
    range,
    options,
  });
  expect(edited(TEXT, edits)).toBe(TEXT.replace("     int y  = 2", "    int y = 2"));
});

async function formatRange(text: string, range: Range): Promise<TextEdit[]> {
  await client.open(URI, text);
  return await client.request("textDocument/rangeFormatting", { textDocument: { uri: URI }, range, options });
}

/** Whole lines, from the first to before `end`. */
const lines = (first: number, end: number): Range => ({
  start: { line: first, character: 0 },
  end: { line: end, character: 0 },
});

test.each<[string, text: string, Range, expected: string]>([
  ["empty lines before it", "int x\n\n\n\n   int y", lines(4, 5), "int x\n\n\n\nint y"],
  ["blanks at the end of the line before", "int x   \n   int y", lines(1, 2), "int x   \nint y"],
  ["blanks at the end of the line before, if nothing else is wrong", "int x   \nint y", lines(1, 2), "int x   \nint y"],
  ["the line after, which a selection of whole lines ends on", "  int x\n  int y", lines(0, 1), "int x\n  int y"],
  ["blanks after it", "int x   \n   int y", lines(0, 1), "int x\n   int y"],
])("a range does not change %s", async (_, body, range, expected) => {
  const head = `${HEAD}def "A"\n{\n`;
  const shifted = {
    start: { ...range.start, line: range.start.line + 3 },
    end: { ...range.end, line: range.end.line + 3 },
  };
  const indented = (text: string): string => text.replace(/^(?=int)/gm, "    ");
  const text = `${head}${indented(body)}\n}\n`;
  expect(edited(text, await formatRange(text, shifted))).toBe(`${head}${indented(expected)}\n}\n`);
});

test("edits of any range are within its lines; the range of all lines gets the layout of usda fmt", async () => {
  const blank = fc.constantFrom("", " ", "   ", "\t");
  const end = fc.constantFrom("\n", "\n\n", " \n\n\n", "\r\n", "; \n", " # c\n", ";");
  const statement = fc.tuple(
    blank,
    fc.constantFrom("int a{}=1", 'string  b{} = """x\ny"""', "int[] c{} = [1,\n 2]"),
    blank,
    end,
  );
  const body = fc.array(statement, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(body, blank, fc.nat(), fc.nat(), async (statements, before, from, length) => {
      const list = statements.map(([a, text, b, last], i) => `${a}${text.replace("{}", String(i))}${b}${last}`);
      const text = `${HEAD}def "A"${before}\n{${before}\n${list.join("")}\n}${before}\n`;
      const count = text.split(/\r\n|\n/).length;
      const first = from % count;
      const last = Math.min(count - 1, first + (length % 3));
      const edits = await formatRange(text, {
        start: { line: first, character: 0 },
        end: { line: last, character: 1 },
      });
      for (const { range } of edits) {
        expect(range.start.line).toBeGreaterThanOrEqual(first);
        expect(range.end.line).toBeLessThanOrEqual(last);
      }
      const whole = { start: { line: 0, character: 0 }, end: { line: count, character: 0 } };
      expect(edited(text, await formatRange(text, whole))).toBe(formatUsda(text));
    }),
    { numRuns: 100 },
  );
});

test("text with syntax errors stays, with a message", async () => {
  await client.open(URI, `${HEAD}def "A" {`);
  const edits = await client.request<TextEdit[] | null>("textDocument/formatting", {
    textDocument: { uri: URI },
    options,
  });
  expect(edits).toBeNull();
  expect(client.messages.at(-1)).toMatch(/^The document was not formatted\. /);
});
