import { describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const files = {
  "shot.usda": `#usda 1.0
def Xform "World" (
    prepend references = @./chair.usda@
)
{
    def Cube "Box" (
        kind = "component"
    )
    {
        double size = 3
    }
    def Cube "Plain"
    {
    }
}
`,
  "chair.usda": `#usda 1.0
(
    defaultPrim = "Chair"
)
def Xform "Chair"
{
    def Mesh "Seat"
    {
        point3f[] points = [(0, 1, 2)]
    }
}
`,
};

async function query(...args: string[]): Promise<Result> {
  using folder = new TestFolder(files);
  return await runCommand("usda", ["query", "shot.usda", ...args], { cwd: folder.path });
}

describe("usda query", () => {
  test("prints one path a line", async () => {
    expect(await query("//")).toMatchObject({
      code: 0,
      stdout: "/World\n/World/Seat\n/World/Box\n/World/Plain\n",
    });
  });

  test("selects columns, with fallbacks of schemas", async () => {
    const { stdout } = await query("//{isa:Cube}", "--select", "path,kind,size,none");
    expect(stdout).toBe("/World/Box\tcomponent\t3\t\n/World/Plain\t\t2\t\n");
  });

  test("prints JSON, a row a line", async () => {
    const { stdout } = await query("//Seat.points //Box", "--json", "--select", "path,type,kind,points");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { path: "/World/Seat.points", type: "point3f[]", kind: null, points: [[0, 1, 2]] },
      { path: "/World/Box", type: "Cube", kind: "component", points: null },
    ]);
    expect((await query("//Box", "--json")).stdout).toBe('{"path":"/World/Box","type":"Cube","kind":"component"}\n');
  });

  test("stops at the limit", async () => {
    expect((await query("//", "--limit", "2")).stdout).toBe("/World\n/World/Seat\n");
    expect((await query("//", "--limit", "0")).stdout).toBe("");
  });

  test.each([
    [["//{visible}"], 'Unknown predicate "visible"'],
    [["//Chair {"], "Ill-formed path expression"],
    [["//", "--select", "path,"], "--select: expected names separated by commas"],
    [["//", "--limit", "-1"], "--limit"],
  ])("%j is a usage error", async (args, message) => {
    const { code, stderr, stdout } = await query(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
