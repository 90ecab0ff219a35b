import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { memoryResolver } from "../../resolve/path-resolver.ts";
import { Stage } from "../../stage/stage.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { AddEdit, SetEdit, StageEdit } from "../stage-edit.ts";

const weaker = `over "W"
{
    def "C"
    {
    }
}

def "Weak"
{
}
`;

const texts = [
  "",
  'def "W"\n{\n}',
  'def "W" {}\n',
  'def "W"\n{\n  def "A"\n  {\n  }\n\n}\n',
  'def "W"\n{\n\tover "A" { }\n}\nover "B"\n{\n}\n',
  'def "W" (\n    instanceable = true\n    references = </B>\n)\n{\n}\n\ndef "B"\n{\n    def "A" { }\n}\n',
  'def "W" (\n    active = false\n)\n{\n    class "A"\n    {\n    }\n}\r\n',
  'def "W" (\n    variants = { string v = "x" }\n    prepend variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "A"\n            {\n            }\n        }\n    }\n}\n',
];

async function open(text: string): Promise<Stage> {
  const files = new Map(
    Object.entries({
      "root.usda": `#usda 1.0\n(\n    subLayers = [@weak.usda@]\n)\n${text}`,
      "weak.usda": `#usda 1.0\n${weaker}`,
    }).map(([name, content]) => [name, encodeUtf8(content)]),
  );
  return await Stage.open("root.usda", { resolver: memoryResolver(files) });
}

/** What is on the stage, and its texts; or the message of the edit that cannot be made. */
async function result(text: string, target: string | undefined, lists: readonly (readonly StageEdit[])[]) {
  const stage = await open(text);
  let index = 0;
  try {
    for (const list of lists) {
      await stage.edit({ target }, list);
      index += list.length;
    }
  } catch (error) {
    if (!(error instanceof StageEditError)) throw error;
    return { index: index + (error.index ?? 0), message: error.message };
  }
  const layers = ["root.usda", "weak.usda"].map((name) => stage.layer(name).text);
  return { layers: layers.map((bytes) => decodeUtf8(bytes, 0, bytes.length)), prims: [...stage.traverse()] };
}

const name = fc.constantFrom("W", "A", "B", "C", "Weak", "P", "Q", "2x", "");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`);
const add: fc.Arbitrary<AddEdit> = fc.record(
  {
    op: fc.constant("add" as const),
    path: fc.oneof({ weight: 8, arbitrary: path }, { weight: 1, arbitrary: fc.constantFrom("/", "A", "/W.a") }),
    type: fc.constantFrom("Xform", "Scope", "Sphere", "", "Other", "No type"),
    specifier: fc.constantFrom("def", "def", "class", "over"),
  },
  { requiredKeys: ["op", "path"] },
);

const set: fc.Arbitrary<SetEdit> = fc.record(
  {
    op: fc.constant("set" as const),
    path: fc
      .tuple(path, fc.constantFrom("x", "n:y", "radius", "visibility", "xformOpOrder", "proxyPrim", "2x", ""))
      .map(([prim, property]) => `${prim}.${property}`),
    value: fc.constantFrom<unknown>(1.5, "invisible", 'two\nlines }\n"""', ["a", "}"], null, [1, "inf"]),
    type: fc.constantFrom("double", "string", "token", "token[]", "timecode", "none"),
    time: fc.constantFrom(null, 3),
    custom: fc.boolean(),
    uniform: fc.boolean(),
  },
  { requiredKeys: ["op", "path", "value"] },
);

test("prims that are added together are those that are added one after the other", async () => {
  const targets = fc.constantFrom(undefined, undefined, "weak.usda", "/W{v=x}", "/W{v=y}");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      targets,
      fc.array(fc.oneof(add, set), { minLength: 2, maxLength: 12 }),
      async (text, target, edits) => {
        const together = await result(text, target, [edits]);
        expect(together).toEqual(
          await result(
            text,
            target,
            edits.map((edit) => [edit]),
          ),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test("values of prims that are added are written with them", async () => {
  const stage = await open('def "W"\n{\n}\n');
  const { layers } = await stage.edit({}, [
    { op: "add", path: "/W/A", type: "Sphere" },
    { op: "set", path: "/W/A.radius", value: 2 },
    { op: "add", path: "/W/A/B" },
    { op: "set", path: "/W/A/B.text", value: "a\nb", type: "string" },
    { op: "set", path: "/W/A.visibility", value: "invisible" },
  ]);
  expect(decodeUtf8(layers[0].after.text, 0, layers[0].after.text.length)).toBe(
    `#usda 1.0
(
    subLayers = [@weak.usda@]
)
def "W"
{
    def Sphere "A"
    {
        double radius = 2
        token visibility = "invisible"

        def "B"
        {
            custom string text = """a
b"""
        }
    }
}
`,
  );
});

test("a list of prims is written at once", async () => {
  const stage = await open('def "W"\n{\n}\n');
  const edits = Array.from({ length: 2_000 }, (_, i): AddEdit => ({ op: "add", path: `/W/G${i % 40}/P${i}` }));
  const { undo, layers } = await stage.edit({}, edits);
  const [{ before, document }] = layers;
  expect([...stage.traverse()]).toHaveLength(2_043);
  await undo();
  expect(document.snapshot().text).toEqual(before.text);
});

test("prims as deep as they may be are added together", async () => {
  const stage = await open("");
  const paths = Array.from({ length: 1_001 }, (_, i) => "/P".repeat(i + 1));
  const edits = paths.map((each): AddEdit => ({ op: "add", path: each }));
  await expect(stage.edit({}, edits)).rejects.toMatchObject({ index: 1_000 });
  await stage.edit({}, edits.slice(0, 1_000));
  expect([...stage.traverse()]).toContain("/P".repeat(1_000));
});
