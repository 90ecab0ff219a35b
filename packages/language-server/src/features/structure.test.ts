import type { DocumentSymbol, FoldingRange, SelectionRange } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SourceText } from "../document/source-text.ts";
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

async function selections(marked: string): Promise<string[]> {
  const { text, position } = withCursor(marked);
  await client.open(URI, text);
  const [chain] = await client.request<SelectionRange[]>("textDocument/selectionRange", {
    textDocument: { uri: URI },
    positions: [position],
  });
  const source = SourceText.of(text);
  const texts: string[] = [];
  for (let at: SelectionRange | undefined = chain; at !== undefined; at = at.parent) {
    texts.push(source.slice(source.bytesOf(at.range)));
  }
  expect(texts.at(-1)).toBe(text);
  return texts;
}

test("a selection grows from the word to the text", async () => {
  const texts = await selections(`${HEAD}def "A"\n{\n    rel r = [</A/|B>, </C>]\n}\n`);
  expect(texts.slice(0, 5)).toEqual(["/A/B", "</A/B>", "</A/B>, </C>", "[</A/B>, </C>]", "rel r = [</A/B>, </C>]"]);
  expect(texts.at(-2)).toMatch(/^def "A"/);
});

test("a selection in brackets within brackets, and in some that are not closed", async () => {
  const tuples = await selections(`${HEAD}def "A"\n{\n    matrix2d m = ((1, |2), (3, 4))\n}\n`);
  expect(tuples.slice(0, 5)).toEqual(["2", "1, 2", "(1, 2)", "(1, 2), (3, 4)", "((1, 2), (3, 4))"]);
  const open = await selections(`${HEAD}def "A"\n{\n    int2[] x = [(1, |2), (3`);
  expect(open.slice(0, 4)).toEqual(["2", "1, 2", "(1, 2)", "(1, 2), (3"]);
});

test("a selection in a thousand brackets takes linear time", async () => {
  const numbers = "1, ".repeat(20_000);
  // A pass through the text for each bracket took a minute.
  expect(await selections(`${HEAD}${'def "A" { '.repeat(900)}int[] x = [${numbers}|1]`)).not.toHaveLength(0);
});
