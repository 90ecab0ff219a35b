import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLayer } from "@usdkit/usd";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const files = {
  "shot.usda": `#usda 1.0
def Xform "World"
{
    def "Chair" (
        prepend references = @parts/chair.usda@
    )
    {
    }
    def "Lamp" (
        payload = @./lamp.usda@
    )
    {
    }
}
`,
  "session.usda": '#usda 1.0\nover "World"\n{\n    double z = 3\n    double a = 1\n}\n',
  "lamp.usda": '#usda 1.0\n(\n    defaultPrim = "Lamp"\n)\ndef "Lamp"\n{\n    asset shade = @./shade.png@\n}\n',
  "library/parts/chair.usda": `#usda 1.0
(
    defaultPrim = "Chair"
)
def "Chair" (
    prepend variantSets = "look"
    variants = {
        string look = "red"
    }
)
{
    variantSet "look" = {
        "red" {
            double red = 1
        }
        "blue" {
            double blue = 1
        }
    }
}
`,
};

async function run(folder: TestFolder, ...args: string[]): Promise<Result> {
  return await runCommand("usda", args, { cwd: folder.path });
}

const composition = ["--search-path", "library", "--variant", "/World/Chair{look=blue}", "--session", "session.usda"];

/** @param lines the body of `/World` */
function world(lines: string): string {
  return `#usda 1.0\n\ndef Xform "World"\n{\n${lines}}\n\n`;
}

const CHAIR = '    def "Chair"\n    {\n        double blue = 1\n    }\n';

describe("usda flatten", () => {
  test.each([["flatten"], ["cat", "--flatten"]])("%s %s prints the composed stage as one layer", async (...command) => {
    using folder = new TestFolder(files);
    const [name, ...flags] = command.filter((each) => each !== undefined);
    const { code, stdout, stderr } = await run(folder, name, "shot.usda", ...flags, ...composition);
    const shade = join(folder.path, "shade.png");
    const lamp = `    def "Lamp"\n    {\n        asset shade = @${shade}@\n    }\n`;
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: world(`    double a = 1\n    double z = 3\n\n${CHAIR}\n${lamp}`),
      stderr: "",
    });
  });

  test("composes the prims of a mask, and no payloads", async () => {
    using folder = new TestFolder(files);
    const flags = ["--search-path", "library", "--variant", "/World/Chair{look=blue}"];
    const masked = await run(folder, "flatten", "shot.usda", "--mask", "/World/Chair", ...flags);
    expect(masked.stdout).toBe(world(CHAIR));
    const unloaded = await run(folder, "flatten", "shot.usda", "--no-payloads", ...flags);
    expect(unloaded.stdout).toBe(world(`${CHAIR}\n    def "Lamp"\n    {\n    }\n`));
  });

  test("merges the layer stack alone, and keeps arcs", async () => {
    using folder = new TestFolder({
      "shot.usda":
        '#usda 1.0\n(\n    subLayers = [@./in/base.usda@, @./none.usda@]\n)\nover "A"\n{\n    double x = 2\n}\n',
      "in/base.usda":
        '#usda 1.0\ndef "A" (\n    references = @./b.usda@\n)\n{\n    double x = 1\n    double y = 1\n}\n',
      "session.usda": '#usda 1.0\nover "A"\n{\n    double y = 3\n}\n',
    });
    const { code, stdout, stderr } = await run(
      folder,
      "flatten",
      "shot.usda",
      "--layer-stack",
      "--session",
      "session.usda",
    );
    const asset = join(folder.path, "in/b.usda");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `#usda 1.0\n\ndef "A" (\n    references = @${asset}@\n)\n{\n    double x = 2\n    double y = 3\n}\n\n`,
    });
    expect(stderr).toMatch(/^usda flatten: shot\.usda:3:\d+: \/: The sublayer @\.\/none\.usda@ cannot be opened.*\n$/u);
  });

  test("names a selection that selects nothing, and goes on", async () => {
    using folder = new TestFolder(files);
    const flags = ["--search-path", "library", "--variant", "/World/Chair{look=bleu}"];
    const { code, stderr } = await run(folder, "flatten", "shot.usda", ...flags);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^usda: --variant \/World\/Chair\{look=bleu\}: "look" has no variant "bleu": it has "[^\n]+\n$/u,
    );
  });

  test("writes a crate, and reports what cannot be composed", async () => {
    using folder = new TestFolder(files);
    const { code, stderr } = await run(folder, "flatten", "shot.usda", "-o", "flat.usd");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^usda flatten: shot\.usda:5:\d+: \/World\/Chair: .*chair\.usda.*\n$/u);
    const { encoding, layer } = openLayer(readFileSync(join(folder.path, "flat.usd")));
    expect([encoding, layer.root.children[0].children.map(({ name }) => name)]).toEqual(["usdc", ["Chair", "Lamp"]]);
  });

  test.each([
    [["flatten", "none.usda"], /none\.usda/u],
    [["flatten", "shot.usda", "--mask", "Chair"], /Expected the absolute path of a prim, found "Chair"/u],
    [["flatten", "shot.usda", "-o", "flat.txt"], /Unknown format of "flat\.txt"/u],
    [["flatten", "shot.usda", "--layer-stack", "--mask", "/World"], /leave out --mask/u],
    [["flatten", "shot.usda", "--layer-stack", "--no-payloads"], /leave out --no-payloads/u],
    [["cat", "shot.usda", "--session", "session.usda"], /need --flatten/u],
  ])("%j is an error", async (args, message) => {
    using folder = new TestFolder(files);
    const { code, stderr } = await run(folder, ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("composed scenes", () => {
  const pair = {
    "a.usda": '#usda 1.0\n(\n    subLayers = [@./base.usda@]\n)\nover "A"\n{\n    double x = 2\n}\n',
    "b.usda": '#usda 1.0\ndef "A"\n{\n    double x = 2\n}\n',
    "base.usda": '#usda 1.0\ndef "A"\n{\n    double x = 1\n}\n',
  };

  test("are compared by usda diff --composed", async () => {
    using folder = new TestFolder(pair);
    expect(await run(folder, "diff", "--composed", "a.usda", "b.usda")).toMatchObject({ code: 0, stdout: "" });
    expect(await run(folder, "diff", "a.usda", "b.usda")).toMatchObject({ code: 1 });
    const other = await run(folder, "diff", "--composed", "a.usda", "base.usda");
    expect(other.code).toBe(1);
    expect(other.stdout).toContain("/A");
    expect(await run(folder, "diff", "a.usda", "b.usda", "--search-path", ".")).toMatchObject({ code: 2 });
  });

  test("are what usda plan reads, with the payloads of the service", async () => {
    using folder = new TestFolder({
      "root.usda": `#usda 1.0
(
    upAxis = "Z"
    subLayers = [@./camera.usda@]
)
def Xform "World"
{
    def "Chair" (
        references = </Library>
    )
    {
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}
class Mesh "Library" (
    payload = @asset:/mesh/chair-1@
)
{
}
`,
      "camera.usda": '#usda 1.0\nover "World"\n{\n    def Camera "Main"\n    {\n    }\n}\n',
    });
    const { code, stdout } = await run(folder, "plan", "root.usda", "--json");
    expect(code).toBe(0);
    const plan = JSON.parse(stdout) as { camera: unknown; items: readonly unknown[] };
    expect(plan.camera).toMatchObject({ path: "/World/Main" });
    expect(plan.items).toMatchObject([
      { path: "/World/Chair", meshId: "chair-1", worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1] },
    ]);
  });
});
