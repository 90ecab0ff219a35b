import type { SemanticTokens } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HEAD, TestClient } from "../test-support/client.ts";

const URI = "file:///scenes/a.usda";
let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start();
});
afterAll(() => client.stop());

async function tokens(text: string, range?: object): Promise<string[]> {
  await client.open(URI, text);
  const method = range === undefined ? "textDocument/semanticTokens/full" : "textDocument/semanticTokens/range";
  const { data } = await client.request<SemanticTokens>(method, { textDocument: { uri: URI }, range });
  const { legend } = client.initialized.capabilities.semanticTokensProvider as { legend: { tokenTypes: string[] } };
  const lines = text.split("\n");
  const shown: string[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    character = data[i] === 0 ? character + data[i + 1] : data[i + 1];
    line += data[i];
    shown.push(`${legend.tokenTypes[data[i + 3]]} ${lines[line]?.slice(character, character + data[i + 2])}`);
  }
  return shown;
}

test("words get their kind from the statement", async () => {
  const found = await tokens(
    `${HEAD}(\n    upAxis = "Y"\n)\n# note\ndef Xform "A" (\n    prepend references = @a.usda@</B>\n)\n{\n` +
      `    custom uniform float size = 1.5 (doc = "x")\n    rel other = </A>\n    bool on = true\n` +
      `    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n`,
  );
  for (const token of [
    "decorator upAxis",
    'string "Y"',
    "comment # note",
    "keyword def",
    "class Xform",
    "keyword prepend",
    "decorator references",
    "string @a.usda@",
    "variable </B>",
    "keyword custom",
    "keyword uniform",
    "type float",
    "property size",
    "number 1.5",
    "decorator doc",
    "keyword rel",
    "property other",
    "type bool",
    "keyword true",
    "keyword variantSet",
  ]) {
    expect(found).toContain(token);
  }
});

test("a string of several lines is one token a line", async () => {
  const found = await tokens(`${HEAD}(\n    doc = """one\ntwo"""\n)\n`);
  expect(found).toContain('string """one');
  expect(found).toContain('string two"""');
});

test("a range has the tokens of the whole that are in it", async () => {
  const text = `${HEAD}def "A"\n{\n    int x = 1\n    int y = 2\n    int z = 3\n}\n`;
  const found = await tokens(text, { start: { line: 4, character: 0 }, end: { line: 5, character: 0 } });
  expect(found).toEqual(["type int", "property y", "operator =", "number 2"]);
});

test("a line of many numbers takes linear time", async () => {
  const text = `${HEAD}def "A"\n{\n    int[] x = [${"1, ".repeat(60_000)}1]\n}\n`;
  // Each position counted from the start of the line took more than a minute.
  expect(await tokens(text)).toHaveLength(60_006);
});
