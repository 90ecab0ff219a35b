// Commands that compose report on standard error what could not be composed, and print the rest.
import { expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const files = {
  "shot.usda": `#usda 1.0
(
    subLayers = [@./gone.usda@]
)
def "A" (
    references = @./broken.usda@</A>
)
{
    int x = 1
}
`,
  "broken.usda": '#usda 1.0\ndef "A"\n{\n    int x =\n}\n',
};

async function run(...args: string[]): Promise<Result> {
  using folder = new TestFolder(files);
  return await runCommand("usda", args, { cwd: folder.path });
}

test.each([
  { args: ["tree", "shot.usda", "--composed"], printed: "A" },
  { args: ["value", "shot.usda", "/A.x"], printed: "/A.x" },
  { args: ["explain", "shot.usda", "/A.x"], printed: "/A.x" },
  { args: ["query", "shot.usda", "//A"], printed: "/A" },
  { args: ["flatten", "shot.usda"], printed: 'def "A"' },
  { args: ["plan", "shot.usda"], printed: "shot.usda, read as a full scene" },
])("usda $args.0", async ({ args, printed }) => {
  const { code, stdout, stderr } = await run(...args);
  expect(code).toBe(0);
  expect(stdout).toContain(printed);
  const lines = stderr.trimEnd().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^usda \w+: shot\.usda:3:18: \/: The sublayer @.\/gone\.usda@ cannot be opened/u),
    expect.stringMatching(/^usda \w+: shot\.usda:6:18: \/A: .*broken\.usda@<\/A>: line 4, column 11: /u),
  ]);
});

test("a value that the stage does not have may be in a layer that is missing", async () => {
  const { code, stderr } = await run("value", "shot.usda", "/A.y");
  expect(code).toBe(2);
  expect(stderr).toContain("usda value: shot.usda:3:18: /: The sublayer @./gone.usda@ cannot be opened");
});

test("usda deps and usda package have the place at which a layer cannot be read", async () => {
  const deps = await run("deps", "shot.usda");
  expect(deps.stderr).toContain("usda deps: broken.usda: line 4, column 11: Expected a value");
  const packed = await run("package", "shot.usda", "-o", "out.usdz");
  expect(packed.stderr).toContain("broken.usda: line 4, column 11: Expected a value");
});

test("payloads of the service are no errors of usda plan", async () => {
  using folder = new TestFolder({
    "scene.usda": `#usda 1.0
def Mesh "Chair" (
    payload = @asset:/mesh/chair@
)
{
}
def "Table" (
    references = @./gone.usda@
)
{
}
`,
  });
  const { code, stderr } = await runCommand("usda", ["plan", "scene.usda"], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stderr).toBe(
    "usda plan: scene.usda:8:18: /Table: </Table> references @./gone.usda@: there is no such layer\n",
  );
});
