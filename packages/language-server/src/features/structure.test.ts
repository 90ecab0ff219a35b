import type { DocumentSymbol, FoldingRange, SelectionRange } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HEAD, TestClient, withCursor } from "../test-support/client.ts";

const URI = "file:///scenes/a.usda";
const TEXT = `${HEAD}# one
# two

def Xform "World" (
    customData = {
        int a = 1
    }
)
{
    int[] list = [
        1,
        2
    ]

    def Camera "Main"
    {
    }

    variantSet "look" = {
        "red" {
            over "Main"
            {
            }
        }
    }
}
`;

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start();
});
afterAll(() => client.stop());

test("the outline has prims, properties and variants, with their ranges", async () => {
  await client.open(URI, TEXT);
  const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument: { uri: URI } });
  const show = ({ name, detail = "", children = [] }: DocumentSymbol): unknown => [name, detail, children.map(show)];
  expect(symbols.map(show)).toEqual([
    [
      "World",
      "Xform",
      [
        ["list", "int[]", []],
        ["look", "variant set", [["red", "", [["Main", "over", []]]]]],
        ["Main", "Camera", []],
      ],
    ],
  ]);
  expect(symbols[0]?.selectionRange).toEqual({ start: { line: 4, character: 11 }, end: { line: 4, character: 16 } });
  expect(symbols[0]?.range.end).toEqual({ line: 26, character: 1 });
});

test("blocks, entries, lists and comments fold", async () => {
  await client.open(URI, TEXT);
  const folds = await client.request<FoldingRange[]>("textDocument/foldingRange", { textDocument: { uri: URI } });
  expect(folds.map(({ startLine, endLine, kind = "" }) => [startLine, endLine, kind])).toEqual([
    [1, 2, "comment"],
    [4, 25, ""],
    [5, 6, ""],
    [10, 12, ""],
    [15, 16, ""],
    [19, 24, ""],
    [20, 23, ""],
    [21, 22, ""],
  ]);
});

test("a selection grows from the word to the text", async () => {
  const { text, position } = withCursor(`${HEAD}def "A"\n{\n    rel r = [</A/|B>, </C>]\n}\n`);
  await client.open(URI, text);
  const [chain] = await client.request<SelectionRange[]>("textDocument/selectionRange", {
    textDocument: { uri: URI },
    positions: [position],
  });
  const texts: string[] = [];
  const lines = text.split("\n");
  const offset = ({ line, character }: { line: number; character: number }): number =>
    lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + character;
  for (let at: SelectionRange | undefined = chain; at !== undefined; at = at.parent) {
    texts.push(text.slice(offset(at.range.start), offset(at.range.end)));
  }
  expect(texts[0]).toBe("/A/B");
  expect(texts[1]).toBe("</A/B>");
  expect(texts[2]).toBe("</A/B>, </C>");
  expect(texts[3]).toBe("[</A/B>, </C>]");
  expect(texts[4]).toBe("rel r = [</A/B>, </C>]");
  expect(texts.at(-2)).toMatch(/^def "A"/);
  expect(texts.at(-1)).toBe(text);
});
