import { createHash } from "node:crypto";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

let folder: TestFolder;
beforeEach(() => (folder = new TestFolder({ "shot.usda": shot, "look.usda": look })));
afterEach(() => folder[Symbol.dispose]());

const read = (name: string): string => readFileSync(join(folder.path, name), "utf8");

const shot = `#usda 1.0
(
    subLayers = [@look.usda@]
)
# the world
def Xform "World"
{
    def Sphere "Ball"
    {
        double radius = 1 # m
    }
}
`;
const look = '#usda 1.0\nover "World"\n{\n}\n';

const usda = (...args: readonly string[]): Promise<Result> => runCommand("usda", args, { cwd: folder.path });
const edit = (edits: unknown, ...args: readonly string[]): Promise<Result> =>
  runCommand("usda", ["edit", "shot.usda", "-", ...args], { cwd: folder.path, input: JSON.stringify(edits) });

const revision = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Expects a command to fail with a message. */
async function expectError(run: Promise<Result>, message: string): Promise<void> {
  const { code, stdout, stderr } = await run;
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
}

const set = { op: "set", path: "/World/Ball.radius", value: 2 };

describe("usda edit", () => {
  test("writes the edits to the root layer, and names the file", async () => {
    expect(await edit([set])).toEqual({ code: 0, stdout: "shot.usda\n", stderr: "" });
    expect(read("shot.usda")).toBe(shot.replace("= 1", "= 2"));
  });

  test("writes to the target, as a whole or not at all", async () => {
    const edits = [set, { op: "rename", path: "/World/Ball", name: "Disc" }];
    expect(await edit(edits, "--target", "look.usda")).toMatchObject({ code: 0, stdout: "look.usda\nshot.usda\n" });
    expect(read("look.usda")).toContain('over "Disc"\n    {\n        double radius = 2\n');
    expect(read("shot.usda")).toBe(shot.replace('"Ball"', '"Disc"'));
  });

  test("notes a value that a stronger layer hides", async () => {
    const { code, stderr } = await edit([set], "--target", "look.usda");
    expect([code, stderr]).toEqual([
      0,
      "usda edit: /World/Ball.radius was written, but shot.usda:10 has a stronger opinion, that of /World/Ball.radius\n",
    ]);
    const { stdout } = await edit([{ ...set, value: 3 }], "--target", "look.usda", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      hidden: [{ path: "/World/Ball.radius", layer: "shot.usda", line: 10, specPath: "/World/Ball.radius" }],
    });
    expect((await edit([set])).stderr).toBe("");
  });

  test("--dry-run prints a patch, --json the revisions", async () => {
    const { stdout } = await edit([set], "--dry-run");
    expect(stdout).toContain("--- a/shot.usda\n+++ b/shot.usda\n");
    expect(stdout).toContain("-        double radius = 1 # m\n+        double radius = 2 # m\n");
    const before = revision(shot);
    const after = revision(shot.replace("= 1", "= 2"));
    const { stdout: json } = await edit([set], "--dry-run", "--json");
    expect(JSON.parse(json)).toEqual({ files: [{ path: "shot.usda", before, after }], diff: stdout });
    expect(read("shot.usda")).toBe(shot);
    expect(await edit([set], "--if-revision", before)).toMatchObject({ code: 0 });
    const again = await edit([set], "--if-revision", before);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`shot.usda has the revision ${after}`);
  });

  test.each([
    [
      [set, { op: "clear", path: "/World/Ball.none" }],
      'usda edit: edit 2 (clear): "/World/Ball" has no attribute "none"',
    ],
    [[{ op: "set" }], 'edit 1: The edit "set" needs "path"'],
    ["no list", "Expected an object"],
  ])("%j is an error, and nothing is written", async (edits, message) => {
    await expectError(edit(edits), message);
    expect(read("shot.usda")).toBe(shot);
  });

  test("needs edits, as JSON", async () => {
    await expectError(usda("edit", "shot.usda"), "-e EDITS.json");
    folder.write("edits.json", "{");
    await expectError(usda("edit", "shot.usda", "-e", "edits.json"), "not JSON");
    await expectError(usda("edit", "shot.usda", "-e", "none.json"), "none.json: no such file");
  });

  test("packages are written again with --repack", async () => {
    await usda("package", "shot.usda", "-o", "shot.usdz");
    const input = JSON.stringify([set]);
    const run = (...args: readonly string[]): Promise<Result> =>
      runCommand("usda", ["edit", "shot.usdz", "-", ...args], { cwd: folder.path, input });
    await expectError(run(), "is in a package");
    expect(await run("--repack")).toMatchObject({ code: 0, stdout: "shot.usdz\n" });
    expect((await usda("value", "shot.usdz", "/World/Ball.radius")).stdout).toContain('"value":2');
  });

  test("crates stay crates", async () => {
    await usda("cat", "shot.usda", "-o", "shot.usdc");
    const input = JSON.stringify([set]);
    const run = await runCommand("usda", ["edit", "shot.usdc", "-"], { cwd: folder.path, input });
    expect(run).toMatchObject({ code: 0, stdout: "shot.usdc\n" });
    expect(read("shot.usdc").slice(0, 8)).toBe("PXR-USDC");
    expect((await usda("value", "shot.usdc", "/World/Ball.radius")).stdout).toContain('"value":2');
  });
});

describe("commands for people", () => {
  test("usda set takes values as in a text, and words", async () => {
    for (const [path, value, ...rest] of [
      ["/World/Ball.radius", "2.5"],
      ["/World/Ball.xformOp:translate", "(1, 2, 3)", "--type", "double3"],
      ["/World/Ball.label", 'a "word"', "--type", "string"],
      ["/World/Ball.visibility", "None", "--time", "4"],
    ]) {
      expect(await usda("set", "shot.usda", path, value, ...rest)).toMatchObject({ code: 0, stderr: "" });
    }
    expect(read("shot.usda")).toContain(`        double radius = 2.5 # m
        custom double3 xformOp:translate = (1, 2, 3)
        custom string label = 'a "word"'
        token visibility.timeSamples = {
            4: None,
        }
`);
    await expectError(
      usda("set", "shot.usda", "/World/Ball.radius", "wide"),
      "Expected a value of type double for /World/Ball.radius",
    );
  });

  test("usda add, ref, select, mv and rm", async () => {
    const chair =
      'def "Chair" (\n    variantSets = "look"\n)\n{\n    variantSet "look" = {\n        "red" {\n        }\n    }\n}\n';
    folder.write("chair.usda", `#usda 1.0\n${chair}`);
    for (const args of [
      ["add", "shot.usda", "/World/Room/Chair", "Xform"],
      ["ref", "shot.usda", "/World/Room/Chair", "./chair.usda", "/Chair", "--append"],
      ["select", "shot.usda", "/World/Room/Chair", "look", "red"],
      ["mv", "shot.usda", "/World/Room/Chair", "/World/Seat"],
      ["mv", "shot.usda", "/World/Ball", "Disc"],
      ["rm", "shot.usda", "/World/Room"],
    ]) {
      expect(await usda(...args)).toEqual({ code: 0, stdout: "shot.usda\n", stderr: "" });
    }
    expect(read("shot.usda")).toBe(`#usda 1.0
(
    subLayers = [@look.usda@]
)
# the world
def Xform "World"
{
    def Sphere "Disc"
    {
        double radius = 1 # m
    }

    def Xform "Seat" (
        append references = @./chair.usda@</Chair>
        variants = {
            string look = "red"
        }
    )
    {
    }
}
`);
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be written is an error with its name", async () => {
    chmodSync(join(folder.path, "shot.usda"), 0o444);
    await expectError(usda("set", "shot.usda", "/World/Ball.radius", "2"), "shot.usda");
  });
});
