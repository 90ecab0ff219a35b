import { formatUsda } from "@usdkit/usda";
import type { TextEdit } from "vscode-languageserver-types";
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

test("text with syntax errors stays, with a message", async () => {
  await client.open(URI, `${HEAD}def "A" {`);
  const edits = await client.request<TextEdit[] | null>("textDocument/formatting", {
    textDocument: { uri: URI },
    options,
  });
  expect(edits).toBeNull();
  expect(client.messages.at(-1)).toMatch(/^The document was not formatted\. /);
});
