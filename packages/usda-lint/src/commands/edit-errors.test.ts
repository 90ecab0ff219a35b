// What `usda edit`, `usda set` and `usda mv` reject: which edit, why, and nothing is written.
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const shot = `#usda 1.0
def Xform "World"
{
    def Sphere "Ball"
    {
        double radius = 1
    }
    def Sphere "Disc"
    {
    }
    def "I" (
        instanceable = true
        references = @./a.usda@</M>
    )
    {
    }
}
`;
const asset = '#usda 1.0\ndef "M"\n{\n    def Cube "C" (\n        permission = private\n    )\n    {\n    }\n}\n';

let folder: TestFolder;
beforeEach(() => (folder = new TestFolder({ "shot.usda": shot, "a.usda": asset })));
afterEach(() => folder[Symbol.dispose]());

const read = (name: string): string => readFileSync(join(folder.path, name), "utf8");
const usda = (...args: readonly string[]): Promise<Result> => runCommand("usda", args, { cwd: folder.path });
const edit = (edits: unknown, ...args: readonly string[]): Promise<Result> =>
  runCommand("usda", ["edit", "shot.usda", "-", ...args], { cwd: folder.path, input: JSON.stringify(edits) });

/** Expects that a command fails with messages, and that the folder is as it was. */
async function expectRejected(run: Promise<Result>, ...messages: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run;
  expect(stdout).toBe("");
  expect([1, 2]).toContain(code);
  for (const message of messages) expect(stderr).toContain(message);
  expect([read("shot.usda"), read("a.usda")]).toEqual([shot, asset]);
  expect(readdirSync(folder.path).sort()).toEqual(["a.usda", "shot.usda"]);
}

const set = { op: "set", path: "/World/Ball.radius", value: 2 };

describe("usda edit", () => {
  test.each([
    [
      "conflicting edits",
      [{ op: "rename", path: "/World/Ball", name: "B" }, set],
      ["Edit 1 of the list", "/World/B.radius"],
    ],
    ["a value of the wrong type", [set, { ...set, value: "big" }], ["/World/Ball.radius", "not valid"]],
    ["a name that is no identifier", [set, { op: "add", path: "/World/a-b" }], ["a-b"]],
    ["another type", [set, { ...set, type: "float" }], ["edit 2", "double", 'leave "type" out']],
    [
      "a name that is taken",
      [set, { op: "rename", path: "/World/Ball", name: "Disc" }],
      ["/World/Disc", "another name"],
    ],
    ["a sublayer of itself", [set, { op: "sublayer", asset: "./shot.usda" }], ["shot.usda", "below itself"]],
    ["a path below an instance", [set, { op: "set", path: "/World/I/C.size", value: 1 }], ["/World/I", "shared"]],
    ["a path within a prototype", [set, { op: "set", path: "/__Prototype_1/C.size", value: 1 }], ["/__Prototype_1"]],
    ["a prim that is missing", [set, { op: "set", path: "/World/Bal.radius", value: 1 }], ["/World/Ball"]],
  ])("%s", async (_name, edits, messages) => {
    await expectRejected(edit(edits), ...messages);
  });

  test("a stale revision", async () => {
    await expectRejected(edit([set], "--if-revision", "0".repeat(64)), "shot.usda");
  });

  test("a layer that may not be written", async () => {
    chmodSync(join(folder.path, "shot.usda"), 0o444);
    await expectRejected(edit([set]), "read-only");
  });

  test("a target that has no opinions about the path", async () => {
    await expectRejected(edit([set], "--target", "a.usda"), "a.usda");
    await expectRejected(edit([set], "--target", "nowhere.usda"), "nowhere.usda", "Its layers are");
  });

  test("a long list is made as a whole, or not at all", async () => {
    const values = Array.from({ length: 60 }, (_, i) => ({
      op: "set",
      path: `/World/Disc.x${i}`,
      value: i,
      type: "int",
    }));
    await expectRejected(edit([...values, { op: "remove", path: "/Nowhere" }]), "/Nowhere");
    expect(await edit(values)).toMatchObject({ code: 0, stderr: "" });
    expect(read("shot.usda").match(/custom int x\d+ = /gu)).toHaveLength(60);
  });

  test("a private prim behind an arc is edited as others are, as in the reference", async () => {
    const active = { op: "metadata", path: "/World/I", field: "instanceable", value: false };
    expect(await edit([active, { op: "set", path: "/World/I/C.size", value: 3 }])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(read("shot.usda")).toContain('over "C"');
    expect(read("a.usda")).toBe(asset);
  });
});

describe("usda set and usda mv", () => {
  test.each([
    ["set", "/World/Ball.radius", "big", "/World/Ball.radius"],
    ["set", "/World/Ball.radis", "1", 'did you mean "radius"'],
    ["set", "/World/Ball", "1", "/World/Ball"],
    ["set", "/World/I/C.size", "1", "is below the instance"],
    ["mv", "/World/Ball", "Disc", 'There is "/World/Disc" already'],
    ["mv", "/World/Ball", "a-b", "Expected an identifier"],
    ["mv", "/World", "/World/Ball/W", "cannot be moved into itself"],
    ["mv", "/World/Nothing", "N", "/World/Nothing"],
    ["mv", "/World/I/C", "N", "/World/I"],
  ])("%s %s %s: %s", async (command, path, value, message) => {
    await expectRejected(usda(command, "shot.usda", path, value), message);
  });
});
