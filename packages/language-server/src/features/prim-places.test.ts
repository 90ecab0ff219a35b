import { afterAll, beforeAll, expect, test } from "vitest";
import { HEAD, TestClient, withCursor } from "../test-support/client.ts";

const URI = "file:///scenes/a.usda";
const TEXT = `${HEAD}def Xform "Räume"
{
    def Mesh "Chair" (
        payload = @asset:/mesh/chair@
    )
    {
        float size = 1
    }
    def "Lamp" (
        variantSets = "on"
    )
    {
        variantSet "on" = {
            "yes" {
                def "Bulb"
                {
                }
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

test.each([
  ["float si|ze", "float size", "/Räume/Chair"],
  ["payl|oad", "payload", "/Räume/Chair"],
  ['def Xform "Rä|ume"', 'def Xform "Räume"', "/Räume"],
  ['def "Bu|lb"', 'def "Bulb"', "/Räume/Lamp{on=yes}Bulb"],
  ["#usda| 1.0", "#usda 1.0", undefined],
])("the prim at %j", async (marked, plain, path) => {
  const found = await client.at("usda/primAt", TEXT.replace(plain, marked), URI);
  expect(found).toEqual(path === undefined ? null : { path });
});

test.each([
  ["/Räume/Chair", 'def Mesh "|Chair"'],
  ["/Räume/Lamp{on=yes}Bulb", 'def "|Bulb"'],
])("where %s is", async (path, marked) => {
  await client.open(URI, TEXT);
  const { position } = withCursor(TEXT.replace(marked.replace("|", ""), marked));
  const found = await client.request<{ selectionRange: { start: object } }>("usda/primRange", {
    textDocument: { uri: URI },
    path,
  });
  expect(found.selectionRange.start).toEqual(position);
});

test("after an edit the prim is where it is now", async () => {
  await client.open(URI, TEXT);
  await client.change(URI, `${HEAD}\n\n\ndef "New"\n{\n}\n`);
  const place = (path: string): Promise<unknown> =>
    client.request("usda/primRange", { textDocument: { uri: URI }, path });
  expect(await place("/Räume")).toBeNull();
  expect(await place("/New")).toEqual({
    range: { start: { line: 4, character: 0 }, end: { line: 6, character: 1 } },
    selectionRange: { start: { line: 4, character: 5 }, end: { line: 4, character: 8 } },
  });
});

test.each([
  null,
  {},
  { textDocument: { uri: "file:///none.usda" }, path: "/A", position: { line: 0, character: 0 } },
  { textDocument: { uri: URI }, path: 5, position: "x" },
  { textDocument: { uri: URI }, path: "/Räume/None", position: {} },
  { textDocument: { uri: URI }, path: "]{}{", position: { line: "0" } },
])("nothing is found for %j", async (params) => {
  await client.open(URI, TEXT);
  expect(await client.request("usda/primAt", params)).toBeNull();
  expect(await client.request("usda/primRange", params)).toBeNull();
});
