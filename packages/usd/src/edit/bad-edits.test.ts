// What cannot be edited: which edit, why, what to do, and nothing changed.
import { encodeUtf8 } from "@usdkit/base";
import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { readStageEdits } from "./read-edits.ts";

const files: Readonly<Record<string, string>> = {
  "root.usda": `(
    subLayers = [@./weak.usda@]
)
def Xform "World"
{
    def Sphere "Ball"
    {
        double radius = 1
        rel r = </World>
        custom int[] ints = [1, 2]
        custom string s = "a"
        custom matrix4d m
    }
    def "I1" (
        instanceable = true
        references = @./a.usda@</M>
    )
    {
    }
    def "I2" (
        instanceable = true
        references = @./a.usda@</M>
    )
    {
    }
    def "N" (
        references = @./a.usda@</M>
    )
    {
    }
}
`,
  "weak.usda": 'over "World"\n{\n    def Cube "Box"\n    {\n    }\n}\n',
  "a.usda": 'def "M"\n{\n    def Sphere "S"\n    {\n        double radius = 3\n    }\n}\n',
};

async function open(): Promise<Stage> {
  const contents = Object.entries(files).map(([name, text]) => [name, encodeUtf8(`#usda 1.0\n${text}`)] as const);
  return await Stage.open("root.usda", { resolver: memoryResolver(new Map(contents)) });
}

interface Case {
  readonly edit: Readonly<Record<string, unknown>>;
  readonly target?: string;
  readonly message: string;
  readonly hint?: string;
}

/** Makes a valid edit first, so that something would be half written. */
async function expectRejected({ edit, target, message, hint }: Case): Promise<void> {
  const stage = await open();
  const before = [...stage.traverse()];
  const first = { op: "set", path: target === undefined ? "/World/Ball.radius" : "/World/N/S.radius", value: 7 };
  const failed = (async () => await stage.edit({ target }, readStageEdits([first, edit])))();
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.toMatchObject({ name: "StageEditError", index: 1 });
  if (hint !== undefined) await expect(failed).rejects.toMatchObject({ hint: expect.stringContaining(hint) as string });
  expect(stage.editedLayers).toEqual([]);
  expect([...stage.traverse()]).toEqual(before);
}

const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const shared = '"/World/I1", whose prims are shared';
const prototype = '"/__Prototype_1/S" is the prototype of instances';

const cases: Readonly<Record<string, readonly Case[]>> = {
  "what the target cannot hold": [
    {
      edit: { op: "set", path: "/World/Ball.radius", value: 1 },
      target: "a.usda",
      message: '"a.usda" cannot have opinions about "/World/Ball"',
      hint: "No arc leads",
    },
    {
      edit: { op: "targets", path: "/World/N/S.r", value: ["/World/Ball"] },
      target: "a.usda",
      message: '"a.usda" cannot contain the path "/World/Ball"',
    },
    {
      edit: { op: "metadata", path: "/", field: "upAxis", value: "Y" },
      target: "a.usda",
      message: 'cannot have opinions about "/"',
    },
    {
      edit: { op: "rename", path: "/World/N/S", name: "T" },
      target: "a.usda",
      message: '"a.usda" is behind an arc',
      hint: "open it as the root",
    },
    {
      edit: { op: "remove", path: "/World/Box" },
      message: 'no opinions about "/World/Box"',
      hint: 'It has opinions in "weak.usda": name the layer as the target',
    },
  ],
  "instances and prototypes": [
    {
      edit: { op: "set", path: "/World/I1/S.radius", value: 1 },
      message: shared,
      hint: "Name a layer behind the instance as the target",
    },
    { edit: { op: "add", path: "/World/I1/X" }, message: shared },
    { edit: { op: "remove", path: "/World/I1/S" }, message: shared },
    { edit: { op: "rename", path: "/World/I1/S", name: "Z" }, message: shared },
    { edit: { op: "move", path: "/World/Ball", to: "/World/I1/B" }, message: shared },
    {
      edit: { op: "set", path: "/__Prototype_1/S.radius", value: 1 },
      message: prototype,
      hint: "Edit a layer behind the instance",
    },
    { edit: { op: "move", path: "/World/Ball", to: "/__Prototype_1/S" }, message: prototype },
    { edit: { op: "targets", path: "/World/Ball.r", value: ["/__Prototype_1/S"] }, message: prototype },
    { edit: { op: "reference", path: "/World/Ball", prim: "/__Prototype_1/S" }, message: prototype },
    { edit: { op: "inherit", path: "/World/Ball", prim: "/__Prototype_1/S" }, message: prototype },
  ],
  "values of the wrong type": [
    {
      edit: { op: "set", path: "/World/Ball.radius", value: "wide" },
      message: 'The value of "/World/Ball.radius" is not valid: Expected a number',
    },
    {
      edit: { op: "set", path: "/World/Ball.radius", value: [1, 2] },
      message: "Not a value of type double: a list of 2",
    },
    {
      edit: { op: "set", path: "/World/Ball.radius", value: {} },
      message: "Expected a value of type double, found an object",
    },
    {
      edit: { op: "set", path: "/World/Ball.ints", value: [1, 2.5] },
      message: "Expected a whole number of type int, found 2.5",
    },
    {
      edit: { op: "set", path: "/World/Ball.ints", value: [2 ** 31] },
      message: "Expected a number from -2147483648 to 2147483647",
    },
    {
      edit: { op: "set", path: "/World/Ball.m", value: [1, 2, 3] },
      message: "Not a value of type matrix4d: a list of 3",
    },
    { edit: { op: "set", path: "/World/Ball.s", value: 3 }, message: "Not a value of type string: 3" },
    {
      edit: { op: "set", path: "/World/Ball.ints", value: deep(50_000) },
      message: 'The value of "/World/Ball.ints" is not valid',
    },
    {
      edit: { op: "set", path: "/World/Ball.radius", value: 1, type: "float" },
      message: 'has the type "double", not "float"',
    },
    {
      edit: { op: "set", path: "/World.new", value: 1, type: "dooble" },
      message: 'Expected a value type such as "double3"',
    },
    {
      edit: { op: "set", path: "/World.new", value: 1 },
      message: '"/World" has no attribute "new"',
      hint: "give its type",
    },
    { edit: { op: "set", path: "/World/Ball.r", value: 1 }, message: "is a relationship", hint: '{"op":"targets"}' },
    {
      edit: { op: "targets", path: "/World/Ball.s", value: ["/World"] },
      message: "is an attribute",
      hint: '{"op":"connect"}',
    },
    { edit: { op: "metadata", path: "/World", field: "active", value: "maybe" }, message: "Expected true or false" },
    { edit: { op: "metadata", path: "/World", field: "kin", value: "a" }, message: 'did you mean "kind"?' },
    {
      edit: { op: "metadata", path: "/World", field: "customData", value: deep(50_000) },
      message: 'The value of "customData" of "/World" is not valid',
    },
    {
      edit: { op: "metadata", path: "/World", field: "specifier", value: ["def"] },
      message: 'Expected "def", "over" or "class" for the specifier of "/World", found a list of 1',
    },
  ],
  "names that are no identifiers": [
    {
      edit: { op: "set", path: "/World.1x", value: 1, type: "double" },
      message: 'as the name of a property, found "1x"',
      hint: "do not start with a digit",
    },
    {
      edit: { op: "set", path: "/World.x;int y", value: 1, type: "double" },
      message: 'as the name of a property, found "x;int y"',
    },
    {
      edit: { op: "set", path: '/World.x\n}\ndef "Y"', value: 1, type: "double" },
      message: "Expected the absolute path of a prim or property",
    },
    {
      edit: { op: "targets", path: "/World.a b", value: ["/World"] },
      message: 'as the name of a property, found "a b"',
    },
    { edit: { op: "add", path: "/World/1A" }, message: '"1A" is not a name' },
    { edit: { op: "add", path: "/World/X", type: "no type" }, message: 'Expected a type name, found "no type"' },
    {
      edit: { op: "metadata", path: "/World", field: "typeName", value: "a b" },
      message: 'Expected a type name, found "a b"',
    },
    {
      edit: { op: "rename", path: "/World/Ball", name: "a b" },
      message: "Expected an identifier as the name of a prim",
    },
    { edit: { op: "rename", path: "/World/Ball.s", name: "a b" }, message: "as the name of a property" },
    {
      edit: { op: "select", path: "/World", set: "a b", variant: "x" },
      message: 'Expected the name of a variant set, found "a b"',
    },
    {
      edit: { op: "select", path: "/World", set: "look", variant: "x}" },
      message: 'Expected the name of a variant, found "x}"',
    },
    {
      edit: { op: "reference", path: "/World", asset: "./a.usda", prim: "M" },
      message: 'Expected the absolute path of a prim for "prim", found "M"',
    },
    {
      edit: { op: "reference", path: "/World", asset: "a\nb.usda" },
      message: "Expected an asset path without control characters",
    },
    {
      edit: { op: "inherit", path: "/World" },
      message: "An inherits arc leads to a prim",
      hint: 'Give its path as "prim"',
    },
    {
      edit: { op: "set", path: "World.x", value: 1 },
      message: 'Expected the absolute path of a prim or property, found "World.x"',
    },
  ],
  "what is too long": [
    {
      edit: { op: "set", path: `/${"A/".repeat(50_000)}A.x`, value: 1, type: "int" },
      message: "Expected the path of a prim at most 1000 levels below the root, found 50001",
    },
    { edit: { op: "set", path: "/World/Ball.radius", value: "x".repeat(1_000_000) }, message: "…" },
  ],
  "what is not there, or there already": [
    { edit: { op: "set", path: "/World/Bal.radius", value: 1 }, message: 'did you mean "/World/Ball"?' },
    {
      edit: { op: "set", path: "/Else.x", value: 1 },
      message: 'The stage has no prim "/Else"',
      hint: 'Add it first, with {"op":"add"}',
    },
    { edit: { op: "remove", path: "/Else" }, message: 'The stage has no prim "/Else"' },
    { edit: { op: "move", path: "/World/Ball", to: "/World/Box" }, message: 'There is "/World/Box" already' },
    { edit: { op: "move", path: "/World", to: "/World/Ball/W" }, message: "cannot be moved into itself" },
  ],
};

describe.each(Object.entries(cases))("%s", (_name, rows) => {
  test.each(rows)("$edit.op: $message", expectRejected);
});

test("an edit of what an edit before took away names that edit", async () => {
  const stage = await open();
  const rename = { op: "rename", path: "/World/Ball", name: "Sphere" } as const;
  await expect(stage.edit({}, [rename, { op: "set", path: "/World/Ball.radius", value: 1 }])).rejects.toMatchObject({
    index: 1,
    hint: 'Edit 1 of the list gives it the path "/World/Sphere.radius": use that one',
  });
  const remove = { op: "remove", path: "/World/Ball" } as const;
  await expect(stage.edit({}, [remove, { op: "add", path: "/World/A" }, remove])).rejects.toMatchObject({
    index: 2,
    hint: "Edit 1 of the list removes it: change their order, or leave one out",
  });
  expect(stage.editedLayers).toEqual([]);
});
