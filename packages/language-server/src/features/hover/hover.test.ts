import type { Hover } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryHost } from "../../host/memory-host.ts";
import { HEAD, TestClient } from "../../test-support/client.ts";

let client: TestClient;
beforeAll(async () => {
  const files = new Map([
    ["file:///scenes/chair.usda", '#usda 1.0\ndef Mesh "Chair"\n{\n}\n'],
    ["file:///scenes/wood.png", "xxxx"],
    ...["1001", "1012", "1100", "1000", "1101", "2001", "100"].map((tile): [string, string] => [
      `file:///scenes/skin.${tile}.exr`,
      "",
    ]),
  ]);
  client = await TestClient.start({ host: memoryHost({ files, check: { profile: "offline", assets: ["item-1"] } }) });
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
    [
      "**SphereLight**",
      "A light with the shape of a sphere",
      "`inputs:radius`",
      "UsdLuxSphereLight",
      "does not read it",
    ],
  ],
  [
    "an attribute of the reference's schemas",
    'def SphereLight "C"\n{\n    float inputs:rad|ius = 1\n}\n',
    ["**SphereLight** · `inputs:radius`", "Radius of the sphere", "`float`", "`0.5`", "ignores it"],
  ],
  [
    "an API schema",
    'def Xform "A" (\n    prepend apiSchemas = ["PhysicsMassAPI", "Physics|DriveAPI:linear"]\n)\n{\n}\n',
    ["**PhysicsDriveAPI**", "`PhysicsDriveAPI:linear`", "`drive:linear:physics:type`", "`rotX`", "does not read it"],
  ],
  [
    "a property with an infinite fallback, and the page of the schema that defines it",
    'def PhysicsFixedJoint "J"\n{\n    float physics:break|Force = 1\n}\n',
    ["- Fallback: `inf`", "[UsdPhysicsJoint](https://openusd.org/release/api/class_usd_physics_joint.html)"],
  ],
  [
    "an API schema without the name that it needs",
    'def Xform "A" (\n    apiSchemas = ["Collection|API"]\n)\n{\n}\n',
    ["`CollectionAPI:NAME`", "The name after it is missing"],
  ],
  [
    "an API schema with a name that it does not take",
    'def Xform "A" (\n    apiSchemas = ["PhysicsMass|API:x"]\n)\n{\n}\n',
    ["without a name"],
  ],
  [
    "an API schema of a plugin",
    'def Xform "A" (\n    apiSchemas = ["My|API"]\n)\n{\n}\n',
    ["`MyAPI`", "Not among the API schemas"],
  ],
  [
    "a property of an API schema",
    'def Xform "A" (\n    prepend apiSchemas = ["PhysicsMassAPI"]\n)\n{\n    float physics:ma|ss = 1\n}\n',
    ["**PhysicsMassAPI** · `physics:mass`", "- Type: `float`", "- Fallback: `0`", "UsdPhysicsMassAPI"],
  ],
  [
    "a property of an API schema with a name",
    'def Xform "A" (\n    prepend apiSchemas = ["CollectionAPI:lights"]\n)\n{\n    uniform token collection:lights:expansion|Rule = "explicitOnly"\n}\n',
    [
      "**CollectionAPI\\:lights** · `collection:lights:expansionRule`",
      "Whether included paths",
      "`expandPrims`",
      "`explicitOnly`",
    ],
  ],
  [
    "a property of an API schema that a variant applies",
    'def Xform "A"\n{\n    variantSet "v" = {\n        "a" (\n            apiSchemas = ["MaterialBindingAPI"]\n        ) {\n            rel material:bin|ding = </M>\n        }\n    }\n}\n',
    ["**MaterialBindingAPI**", "- Type: `rel`"],
  ],
  [
    "a property of an API schema that the layer does not apply",
    'over "A"\n{\n    rel collection:a:b:inclu|des = </M>\n}\n',
    ["CollectionAPI\\:a\\:b", "does not apply `CollectionAPI:a:b`"],
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
  ["tiles of a texture", 'def "C"\n{\n    asset a = @./sk|in.<UDIM>.exr@\n}\n', ["3 tiles\\: 1001, 1012, 1100"]],
  ["tiles that are missing", 'def "C"\n{\n    asset a = @./no|.<UDIM>.exr@\n}\n', ["No file of any tile"]],
  [
    "a path in a layer that is missing",
    'def "C" (\n    references = @./table.usda@</Ta|ble>\n)\n{\n}\n',
    ["`/Table` of `./table.usda`", "does not exist"],
  ],
  ["an asset elsewhere", 'def "C" (\n    references = @https://a/|b.usda@\n)\n{\n}\n', ["Not a file of this machine"]],
  ["an uploaded mesh", 'def "C" (\n    payload = @asset:/mesh/it|em-1@</mesh>\n)\n{\n}\n', ["`item-1`", "in the list"]],
  ["an unknown mesh", 'def "C" (\n    payload = @asset:/mesh/it|em-2@</mesh>\n)\n{\n}\n', ["not in the list"]],
  ["a metadata field", '(\n    up|Axis = "Y"\n)\n', ["`upAxis`", '`"Y"`']],
  ["a rule", "# usda-lint-disable resolution|-limit\n", ["# resolution-limit", "## Fine"]],
])("%s", async (_title, marked, wanted) => {
  const found = await hover(marked);
  for (const part of wanted) expect(found).toContain(part);
});

test("an API schema that is deleted is not applied", async () => {
  const lists = 'prepend apiSchemas = ["PhysicsMassAPI"]\n    delete apiSchemas = ["PhysicsMassAPI"]';
  const found = await hover(`def Xform "A" (\n    ${lists}\n)\n{\n    float physics:ma|ss = 1\n}\n`);
  expect(found).toContain("This layer does not apply `PhysicsMassAPI`");
});

test.each(["usda", "usd", "auto"] as const)(
  "files that are no scenes of the service have no notes about it: %s",
  async (profile) => {
    const usda = await TestClient.start({ host: memoryHost({ check: { profile } }) });
    for (const marked of [
      'def Sphere|Light "C"\n{\n}\n',
      'def Camera "C"\n{\n    float sh|ade = 35\n}\n',
      'def SphereLight "C"\n{\n    float inputs:rad|ius = 1\n}\n',
    ]) {
      const { contents } = await usda.at<{ contents: { value: string } }>("textDocument/hover", `${HEAD}${marked}`);
      expect(contents.value).not.toContain("service");
    }
    await usda.stop();
  },
);

test.each([
  ["a type", 'def Sphere|Light "C"\n{\n}\n', ["**SphereLight**", "**prim-type-ignored** (warning): "]],
  [
    "an attribute",
    'def Camera "C"\n{\n    float focal|Length = -1\n}\n',
    ["Focal length of the lens", "**camera-range** (error): "],
  ],
  [
    "a string, which has no hover of its own",
    'def Camera "C"\n{\n    float focalLength = "wi|de"\n}\n',
    ["**usda-syntax** (error)"],
  ],
])("a finding on %s shows its rule as well", async (_, marked, wanted) => {
  const found = await hover(marked);
  for (const part of wanted) expect(found).toContain(part);
  // The message is a part of the diagnostic.
  expect(found.match(/\*\*[a-z]+-[a-z-]+\*\*/g)).toHaveLength(1);
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
