import { expect, test } from "vitest";
import { memoryHost } from "../host/memory-host.ts";
import { HEAD, TestClient } from "../test-support/client.ts";

const URI = "file:///scenes/a.usda";

test("findings of parser and rules are published as the text changes, and taken back when it closes", async () => {
  const client = await TestClient.start();
  await client.open(URI, `${HEAD}def Xform "World"\n{\n    int x = "a"\n}\n`);
  const found = await client.diagnostics(URI);
  expect(found.map(({ code, range }) => [code, range.start.line, range.start.character])).toContainEqual([
    "usda-syntax",
    3,
    12,
  ]);
  expect(found.every(({ source }) => source === "usda-lint")).toBe(true);

  const at = { line: 3, character: 12 };
  await client.change(URI, "1", { start: at, end: { line: 3, character: 15 } });
  expect((await client.diagnostics(URI)).map(({ code }) => code)).not.toContain("usda-syntax");
  await client.close(URI);
  await client.stop();
});

test("a hint of several lines keeps its line breaks", async () => {
  const client = await TestClient.start({ host: memoryHost({ check: { profile: "offline" } }) });
  await client.open(URI, `${HEAD}def Xform "World"\n{\n}\n`);
  const empty = (await client.diagnostics(URI)).find(({ code }) => code === "scene-empty");
  expect(empty?.message).toContain('\ndef Mesh "Thing" (\n');
  expect(empty?.message).not.toContain("\\u000a");
  await client.stop();
});

test("columns are UTF-16 units, lines any of the three ends", async () => {
  const client = await TestClient.start({ host: memoryHost({ check: { profile: "usda" } }) });
  await client.open(URI, `${HEAD}def "A"\r\n{\r\n    string 名 = "🎬"; int x = "a"\r\n}\r\n`);
  const [first] = await client.diagnostics(URI);
  expect(first?.range).toEqual({ start: { line: 3, character: 29 }, end: { line: 3, character: 32 } });
  await client.stop();
});

test("the settings of the host apply", async () => {
  const host = {
    ...memoryHost(),
    settings: async () => ({
      check: { rules: { "scene-empty": "off", "camera-present": "off" } as const },
      isIgnored: false,
    }),
  };
  const client = await TestClient.start({ host });
  await client.open(URI, `${HEAD}def Xform "World"\n{\n}\n`);
  expect((await client.diagnostics(URI)).map(({ code }) => code)).not.toContain("camera-present");
  await client.stop();
});

test("an ignored file has no findings; a broken configuration is one", async () => {
  const ignoring = { ...memoryHost(), settings: async () => ({ check: {}, isIgnored: true }) };
  const one = await TestClient.start({ host: ignoring });
  await one.open(URI, "nothing");
  expect(await one.diagnostics(URI)).toEqual([]);
  await one.stop();
  const broken = { ...memoryHost(), settings: async () => ({ check: {}, isIgnored: false, problem: "unknown rule" }) };
  const other = await TestClient.start({ host: broken });
  await other.open(URI, HEAD);
  expect((await other.diagnostics(URI))[0]?.message).toBe("Configuration: unknown rule");
  await other.stop();
});
