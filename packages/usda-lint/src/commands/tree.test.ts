import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BAD, GOOD, runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const scenes = join(import.meta.dirname, "../../../../test/scenes");
const run = (command: string, ...args: string[]): Promise<Result> =>
  runCommand("usda", [command, ...args], { cwd: scenes });

describe("usda tree", () => {
  test("prims, types, arcs, variants", async () => {
    expect((await run("tree", "camera-variants.usda")).stdout).toMatchInlineSnapshot(`
      "camera-variants.usda
      ├─ World Xform
      │  ├─ Main Camera  {lens=wide}
      │  │  └─ lens variant set
      │  │     ├─ {tele}
      │  │     └─ {wide}
      │  └─ Statue Mesh  payload @asset:/mesh/statue@</mesh>
      └─ Render Scope
         └─ Settings RenderSettings
      "
    `);
  });

  test("--properties and --depth", async () => {
    expect((await run("tree", "walk.patch.usda", "--properties")).stdout).toMatchInlineSnapshot(`
      "walk.patch.usda
      └─ over World
         └─ over Main
            ├─ · focalLength float = 40
            ├─ · xformOp:transform matrix4d = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (-1.2, 1.5, 6, 1))
            └─ · xformOpOrder uniform token[] = ["xformOp:transform"]
      "
    `);
    expect((await run("tree", "nested.usda", "--depth", "1")).stdout).toBe(
      "nested.usda\n├─ Building Xform\n└─ Render Scope\n",
    );
  });

  test("values of every kind, short", async () => {
    const body = `def "A" (
    active = false
    prepend apiSchemas = ["X", "Y"]
    inherits = </B>
    references = [@a.usda@</P>, </Q>]
)
{
    half h = 0.1
    half3 h3 = (0.1, 0.2, 0.3)
    float3[] points = [(0, 0, 0), (1.1, 2, 3)]
    int[] many = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]
    string s = "\\x1b[31m"
    asset a = @x.png@
    float t.timeSamples = {
        1: 1,
        2: 2,
    }
    float n = None
    float c.connect = </A.t>
    rel r = [</A>, </B>, </C>, </D>]
    int64 big = -9223372036854775808
    token[] none = []
    float declared
}
`;
    const { stdout } = await runCommand("usda", ["tree", "-", "--properties"], { input: `#usda 1.0\n${body}` });
    expect(stdout).toMatchInlineSnapshot(`
      "<stdin>
      └─ A  references @a.usda@</P>, </Q>  inherits </B>  api X, Y  inactive
         ├─ · h half = 0.0999756
         ├─ · h3 half3 = (0.0999756, 0.199951, 0.300049)
         ├─ · points float3[] = [(0, 0, 0), (1.1, 2, 3)]
         ├─ · many int[] = [17 elements]
         ├─ · s string = "\\u001b[31m"
         ├─ · a asset = @x.png@
         ├─ · t float = 2 time samples
         ├─ · n float = None
         ├─ · c float = connected to </A.t>
         ├─ · r rel = 4 targets
         ├─ · big int64 = -9223372036854775808
         ├─ · none token[] = []
         └─ · declared float
      "
    `);
  });

  test("rejected files and missing ones", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    const bad = await runCommand("usda", ["tree", "bad.usda"], { cwd: folder.path });
    expect([bad.code, bad.stdout]).toEqual([2, ""]);
    expect(bad.stderr).toContain("bad.usda:4:13");
    expect(await runCommand("usda", ["tree", "none.usda"], { cwd: folder.path })).toEqual({
      code: 2,
      stdout: "",
      stderr: "usda tree: none.usda: no such file\n",
    });
  });
});

describe("usda cat", () => {
  test("the same content in the canonical form", async () => {
    const printed = await run("cat", "commented.usda");
    expect([printed.code, printed.stderr]).toEqual([0, ""]);
    expect(printed.stdout).not.toContain("mannequin is enough");
    const digest = async (input: string): Promise<unknown> =>
      JSON.parse((await runCommand("usda", ["dump", "--digest", "-"], { input })).stdout);
    expect(await digest(printed.stdout)).toMatchObject({ accept: true });
    const again = await runCommand("usda", ["cat", "-"], { input: printed.stdout });
    expect(again.stdout).toBe(printed.stdout);
  });

  test("one file", async () => {
    expect((await run("cat")).code).toBe(2);
    expect((await run("cat", "a.usda", "b.usda")).code).toBe(2);
    expect((await runCommand("usda", ["cat", "-"], { input: GOOD })).code).toBe(0);
  });
});

describe("usda", () => {
  test.each<[number, string[]]>([
    [0, ["--help"]],
    [0, ["--version"]],
    [0, ["dump", "--help"]],
    [2, []],
    [2, ["dmp"]],
    [2, ["--x"]],
    [2, ["diff", "none.usda", "none.usda"]],
  ])("%i: %j", async (code, args) => {
    const result = await runCommand("usda", args);
    expect([result.code, `${result.stdout}${result.stderr}`.includes("    at ")]).toEqual([code, false]);
    expect(code === 0 ? result.stderr : result.stdout).toBe("");
  });
  test("a command that was probably meant", async () => {
    expect((await runCommand("usda", ["dmp"])).stderr).toContain('Did you mean "dump"?');
  });
});
