import type { Hover } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryHost } from "../../host/memory-host.ts";
import { HEAD, TestClient } from "../../test-support/client.ts";

let client: TestClient;
beforeAll(async () => {
  const files = new Map([
    ["file:///scenes/chair.usda", '#usda 1.0\ndef Mesh "Chair"\n{\n}\n'],
    ["file:///scenes/wood.png", "xxxx"],
  ]);
  client = await TestClient.start({ host: memoryHost({ files, check: { assets: ["item-1"] } }) });
});
afterAll(() => client.stop());

async function hover(marked: string): Promise<string> {
  const found = await client.at<Hover | null>("textDocument/hover", `${HEAD}${marked}`);
  if (found === null) return "";
  return (found.contents as { value: string }).value;
}

test.each([
  [
    "an attribute",
    'def Camera "C"\n{\n    float focal|Length = 35\n}\n',
    ["Focal length of the lens", "Unit: mm", "`50`", "UsdGeomCamera"],
  ],
  ["an attribute of a patch", 'over "C"\n{\n    float focal|Length = 35\n}\n', ["Unit: mm"]],
  [
    "an attribute outside of the table",
    'def Camera "C"\n{\n    float sh|ade = 35\n}\n',
    ["`float shade`", "ignores it"],
  ],
  [
    "a prim type of the reference's schemas",
    'def Sphere|Light "C"\n{\n}\n',
    ["**SphereLight**", "`inputs:radius`", "UsdLuxSphereLight", "does not read it"],
  ],
  [
    "an attribute of the reference's schemas",
    'def SphereLight "C"\n{\n    float inputs:rad|ius = 1\n}\n',
    ["**SphereLight** · `inputs:radius`", "`float`", "`0.5`", "ignores it"],
  ],
  ["a prim type", 'def Cam|era "C"\n{\n}\n', ["**Camera**", "`focalLength`"]],
  ["a value type", 'def "C"\n{\n    color|3f x\n}\n', ["3 numbers of type `float`", "Color"]],
  [
    "a path",
    'def Xform "A"\n{\n    def "B"\n    {\n    }\n}\ndef "C"\n{\n    rel r = </|A/B>\n}\n',
    ['`def Xform "A"`', "`B`"],
  ],
  [
    "a path's second name",
    'def Xform "A"\n{\n    def "B"\n    {\n    }\n}\ndef "C"\n{\n    rel r = </A/|B>\n}\n',
    ['`def "B"`'],
  ],
  ["a relative path", 'def "C"\n{\n    int x\n    rel r = <.|x>\n}\n', ["`int x`"]],
  ["a path that leads nowhere", 'def "C"\n{\n    rel r = </N|o>\n}\n', ["does not define it"]],
  [
    "a path in another layer",
    'def "C" (\n    references = @./chair.usda@</Ch|air>\n)\n{\n}\n',
    ['`def Mesh "Chair"`', "chair.usda"],
  ],
  [
    "an asset that exists",
    'def "C" (\n    references = @./cha|ir.usda@\n)\n{\n}\n',
    ["31 bytes", "file:///scenes/chair.usda"],
  ],
  ["an image", 'def "C"\n{\n    asset a = @./woo|d.png@\n}\n', ["![](file:///scenes/wood.png|width=256)"]],
  ["an asset that is missing", 'def "C" (\n    references = @./ta|ble.usda@\n)\n{\n}\n', ["does not exist"]],
  ["an asset elsewhere", 'def "C" (\n    references = @https://a/|b.usda@\n)\n{\n}\n', ["Not a file of this machine"]],
  ["an uploaded mesh", 'def "C" (\n    payload = @asset:/mesh/it|em-1@</mesh>\n)\n{\n}\n', ["`item-1`", "in the list"]],
  ["an unknown mesh", 'def "C" (\n    payload = @asset:/mesh/it|em-2@</mesh>\n)\n{\n}\n', ["not in the list"]],
  ["a metadata field", '(\n    up|Axis = "Y"\n)\n', ["`upAxis`", '`"Y"`']],
  ["a rule", "# usda-lint-disable resolution|-limit\n", ["# resolution-limit", "## Fine"]],
])("%s", async (_title, marked, wanted) => {
  const found = await hover(marked);
  for (const part of wanted) expect(found).toContain(part);
});

test("nothing at white space, in comments and on strings", async () => {
  expect(await hover('|\ndef "A"\n{\n}\n')).toBe("");
  expect(await hover("# ju|st text\n")).toBe("");
});

test("names of a file become no markup", async () => {
  const name = "a](command:evil)<img src=x>`![x](http://x)";
  const found = await hover(`def "C" (\n    references = @./${name}|.usda@\n)\n{\n}\n`);
  expect(found.startsWith(`\`\`./${name}.usda\`\``)).toBe(true);
  expect(found.slice(found.indexOf("\n\n"))).not.toContain("command:");
});
