import { parseUsda } from "@usdkit/usda";
import { CompletionItemKind, type CompletionItem } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryHost } from "../../host/memory-host.ts";
import { referenceSchemas } from "../../scene/reference-schemas.ts";
import { HEAD, TestClient } from "../../test-support/client.ts";

let client: TestClient;
beforeAll(async () => {
  const files = new Map([
    ["file:///scenes/chair.usda", "#usda 1.0\n"],
    ["file:///scenes/textures/wood.png", "x"],
    ["file:///other.usda", "#usda 1.0\n"],
  ]);
  client = await TestClient.start({
    host: memoryHost({ files, check: { assets: ["item-1"] } }),
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
});
afterAll(() => client.stop());

async function labels(marked: string): Promise<string[]> {
  const items = await client.at<CompletionItem[] | null>("textDocument/completion", `${HEAD}${marked}`);
  return (items ?? []).map(({ label }) => label);
}

const CAMERA = (line: string): string => `def Camera "Main"\n{\n    ${line}\n}\n`;

test.each<[string, string, readonly string[], readonly string[]]>([
  ["statements at the top", "\n|\n", ["def", "over", "class"], ["focalLength", "rel"]],
  ["statements in an unfinished text", 'def Xform "A"\n{\n    d|', ["def", "rel", "float"], []],
  ["prim types", "def |", ["Camera", "Xform", "RenderSettings"], ["def"]],
  ["prim types by prefix", "def Cam|", ["Camera"], ["def"]],
  [
    "prim types of the reference's schemas",
    "def |",
    ["Sphere", "SphereLight", "Material", "Volume", "Skeleton", "PhysicsScene", "PointInstancer"],
    ["Imageable"],
  ],
  [
    "attributes of the reference's schemas",
    'def SphereLight "A"\n{\n    |\n}\n',
    ["inputs:radius", "inputs:intensity", "light:filters", "visibility", "xformOpOrder"],
    ["focalLength"],
  ],
  ["attributes that the service ignores", 'def Mesh "A"\n{\n    |\n}\n', ["xformOp:transform", "faceVertexCounts"], []],
  [
    "tokens of the reference's schemas",
    'def Mesh "A"\n{\n    uniform token subdivisionScheme = "|"\n}\n',
    ["catmullClark", "none"],
    [],
  ],
  [
    "API schemas",
    'def Xform "A" (\n    prepend apiSchemas = ["|"]\n)\n{\n}\n',
    ["PhysicsMassAPI", "MaterialBindingAPI", "PhysicsDriveAPI:linear", "CollectionAPI:NAME"],
    ["ModelAPI", "PhysicsDriveAPI:NAME", "CollectionAPI:lights"],
  ],
  [
    "API schemas of properties that the prim has, in a text that is unfinished",
    'def Xform "A" (\n    prepend apiSchemas = ["PhysicsMassAPI", "Coll|\n)\n{\n    rel collection:lights:includes = </A>\n}\n',
    ["CollectionAPI:NAME"],
    [],
  ],
  [
    "instances that the prim's properties have",
    'def Xform "A" (\n    prepend apiSchemas = "|"\n)\n{\n    rel collection:lights:includes = </A>\n}\n',
    ["CollectionAPI:lights"],
    [],
  ],
  ["API schemas without quotes", 'def Xform "A" (\n    apiSchemas = [|]\n)\n{\n}\n', ["PhysicsMassAPI"], []],
  [
    "properties of API schemas",
    'def Mesh "A" (\n    apiSchemas = ["MaterialBindingAPI", "CollectionAPI:lights", "PhysicsRigidBodyAPI"]\n)\n{\n    |\n}\n',
    ["material:binding", "collection:lights:includes", "physics:velocity", "faceVertexCounts"],
    ["physics:mass", "collection:__INSTANCE_NAME__:includes"],
  ],
  [
    "properties of API schemas that a prim without a type applies",
    'over "A" (\n    prepend apiSchemas = ["PhysicsMassAPI"]\n)\n{\n    float |\n}\n',
    ["physics:mass", "focalLength"],
    [],
  ],
  [
    "relationships of API schemas",
    'def Mesh "A" (\n    prepend apiSchemas = ["MaterialBindingAPI"]\n)\n{\n    rel |\n}\n',
    ["material:binding", "material:binding:preview"],
    ["faceVertexCounts"],
  ],
  [
    "tokens of API schemas",
    'def Mesh "A" (\n    prepend apiSchemas = ["PhysicsMeshCollisionAPI"]\n)\n{\n    uniform token physics:approximation = "|"\n}\n',
    ["convexHull", "none"],
    [],
  ],
  [
    "the strength of a binding",
    'def Mesh "A"\n{\n    rel material:binding = </M> (\n        bindMaterialAs = "|"\n    )\n}\n',
    ["strongerThanDescendants"],
    [],
  ],
  [
    "attributes of the type",
    CAMERA("|"),
    ["focalLength", "clippingRange", "xformOp:transform", "shutter:open"],
    ["resolution"],
  ],
  ["attributes of the type after others", CAMERA("float fStop = 2\n    foc|"), ["focalLength"], []],
  ["names after a type", CAMERA("float |"), ["focalLength", "fStop"], ["clippingRange"]],
  ["nothing after a name", CAMERA("float x |"), [], []],
  ["tokens in quotes", CAMERA('token projection = "|"'), ["perspective", "orthographic"], []],
  ["tokens in quotes that are open", CAMERA('token projection = "pers|'), ["perspective"], []],
  ["tokens without quotes", CAMERA("token projection = |"), ['"perspective"'], []],
  [
    "ops in an order",
    CAMERA('double x = 1\n    matrix4d xformOp:transform = 1\n    uniform token[] xformOpOrder = ["|"]'),
    ["xformOp:transform", "!resetXformStack!"],
    [],
  ],
  ["booleans", CAMERA("bool x = |"), ["true", "false"], []],
  ["metadata of the layer", "(\n    |\n)\n", ["defaultPrim", "upAxis", "subLayers", "doc"], ["kind", "payload"]],
  ["metadata of a prim", 'def "A" (\n    |\n)\n{\n}\n', ["kind", "payload", "references", "prepend"], ["upAxis"]],
  ["metadata of a prim after an entry", 'def "A" (\n    kind = "x"\n    |\n)\n{\n}\n', ["payload"], []],
  [
    "metadata of an attribute",
    CAMERA("float x = 1 (\n        |\n    )"),
    ["displayUnit", "interpolation"],
    ["payload"],
  ],
  ["metadata of a relationship", CAMERA("rel x = </A> (\n        |\n    )"), ["noLoadHint"], ["interpolation"]],
  [
    "list operations take lists",
    'def "A" (\n    prepend |\n)\n{\n}\n',
    ["references", "apiSchemas", "inherits"],
    ["doc", "prepend"],
  ],
  ["values of metadata", '(\n    upAxis = "|"\n)\n', ["Y", "Z"], []],
  ["the default prim", '(\n    defaultPrim = "|"\n)\ndef "World"\n{\n}\n', ["World"], []],
  ["kinds", 'def "A" (\n    kind = "|"\n)\n{\n}\n', ["component", "assembly"], []],
  ["paths from the root", 'def "A"\n{\n    def "B"\n    {\n    }\n    rel r = <|>\n}\n', ["/A"], []],
  ["paths of children", 'def "A"\n{\n    def "B"\n    {\n    }\n    rel r = </A/|>\n}\n', ["B"], ["A"]],
  ["paths of properties", 'def "A"\n{\n    int x\n    rel r = </A.|>\n}\n', ["x", "r"], []],
  ["paths that are open", 'def "A"\n{\n    def "B"\n    {\n    }\n    rel r = </A/|\n}\n', ["B"], []],
  ["paths in lists", 'def "A"\n{\n    rel r = [</A>, </|>]\n}\n', ["A"], []],
  [
    "files",
    'def "A" (\n    references = @|@\n)\n{\n}\n',
    ["./chair.usda", "./textures/", "asset:/mesh/item-1"],
    ["./other.usda"],
  ],
  ["files in folders", 'def "A" (\n    references = @./textures/|@\n)\n{\n}\n', ["wood.png"], []],
  ["files above", 'def "A" (\n    references = @../|@\n)\n{\n}\n', ["other.usda"], []],
  ["directives", "# |", ["usda-lint-disable-next-line"], []],
  [
    "rules in directives",
    "# usda-lint-disable-next-line |",
    ["camera-present", "resolution-limit"],
    ["usda-lint-enable", "usda-syntax"],
  ],
  ["a second rule", "# usda-lint-disable camera-present, res|", ["resolution-limit"], []],
  ["no rules in reasons", "# usda-lint-disable camera-present -- |", [], ["resolution-limit"]],
  ["names to reorder", 'def "A"\n{\n}\nreorder rootPrims = ["|"]\n', ["A"], []],
])("%s", async (_title, marked, wanted, others) => {
  const found = await labels(marked);
  for (const label of wanted) expect(found).toContain(label);
  for (const label of others) expect(found).not.toContain(label);
  if (wanted.length === 0) expect(found).toEqual([]);
});

test("an attribute is written with type and fallback, in place of what is typed", async () => {
  const items = await client.at<CompletionItem[]>("textDocument/completion", `${HEAD}${CAMERA("foc|")}`);
  const edit = items.find(({ label }) => label === "focalLength")?.textEdit;
  expect(edit).toEqual({
    newText: "float focalLength = ${1:50}",
    range: { start: { line: 3, character: 4 }, end: { line: 3, character: 7 } },
  });
});

test("every property of the schemas is completed to a statement without errors", async () => {
  const { types, apis } = await referenceSchemas();
  const scenes = [...types.keys()].map((type) => `def ${type} "A"\n{\n    \n}\n`);
  for (const { name, isMultiple } of apis.values()) {
    scenes.push(`over "A" (\n    apiSchemas = ["${name}${isMultiple ? ":x" : ""}"]\n)\n{\n    \n}\n`);
  }
  const plain = await TestClient.start();
  let count = 0;
  for (const scene of scenes) {
    const [head = "", tail = ""] = scene.split("    \n");
    const items = await plain.at<CompletionItem[]>("textDocument/completion", `${HEAD}${head}    |\n${tail}`);
    const statements = items.filter(({ kind }) => kind === CompletionItemKind.Field).map((each) => each.textEdit);
    const text = statements.map((each) => `    ${each?.newText ?? ""}\n`).join("");
    expect({ head, found: parseUsda(`${HEAD}${head}${text}${tail}`).diagnostics }).toEqual({ head, found: [] });
    count += statements.length;
  }
  await plain.stop();
  expect(count).toBeGreaterThan(1500);
});
