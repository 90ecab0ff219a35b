import { readFileSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { openPackage, writePackage } from "@usdkit/usdz";
import { describe, expect, test } from "vitest";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

const ROOT = `#usda 1.0
(
    subLayers = [@./sub/look.usda@]
)
def "A"
{
    asset t = @tex/wood.png@
}
`;
const files = {
  "scene/root.usda": ROOT,
  "scene/sub/look.usda": "#usda 1.0\n",
  "scene/tex/wood.png": new Uint8Array([1, 2, 3]),
};

test("deps lists layers, assets and what is missing", async () => {
  using folder = new TestFolder({ ...files, "scene/root.usda": ROOT.replace("A", "B").replace("wood", "none") });
  const { stdout, code } = await runCommand("usda", ["deps", "scene/root.usda", "--json"], { cwd: folder.path });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    layers: ["root.usda", "sub/look.usda"],
    assets: [],
    missing: ["tex/none.png"],
    uris: [],
  });
  const text = await runCommand("usda", ["deps", "scene/root.usda"], { cwd: folder.path });
  expect(text.stdout).toContain("missing  tex/none.png\n");
  expect(text.code).toBe(1);
  folder.write("scene/root.usda", ROOT);
  expect(await runCommand("usda", ["deps", "scene/root.usda"], { cwd: folder.path })).toMatchObject({ code: 0 });
});

test("MaterialX files are files like textures, also behind arcs", async () => {
  using folder = new TestFolder({
    "a.usda": '#usda 1.0\ndef "A" (\n    references = [@./look.mtlx@</MaterialX>, @CASE.MTLX@]\n)\n{\n}\n',
    "look.mtlx": '<?xml version="1.0"?>\n<materialx version="1.38"/>\n',
    "CASE.MTLX": "<materialx/>",
  });
  const cwd = folder.path;
  const found = await runCommand("usda", ["deps", "a.usda", "--json"], { cwd });
  expect([found.code, found.stderr]).toEqual([0, ""]);
  expect(JSON.parse(found.stdout)).toEqual({
    layers: ["a.usda"],
    assets: ["CASE.MTLX", "look.mtlx"],
    missing: [],
    uris: [],
  });
  expect(await runCommand("usda", ["package", "a.usda", "-o", "a.usdz"], { cwd })).toMatchObject({ code: 0 });
  const opened = openPackage(readFileSync(join(cwd, "a.usdz")));
  expect(opened.files.map(({ path }) => path)).toEqual(["a.usda", "CASE.MTLX", "look.mtlx"]);
});

test("package and unpack give the files back, aligned, the root first", async () => {
  using folder = new TestFolder(files);
  const cwd = folder.path;
  expect(await runCommand("usda", ["package", "scene/root.usda", "-o", "a.usdz"], { cwd })).toMatchObject({ code: 0 });
  const opened = openPackage(readFileSync(join(cwd, "a.usdz")), { checkSums: true });
  expect(opened.ok).toBe(true);
  expect(opened.files.map(({ path, offset }) => [path, offset % 64])).toEqual([
    ["root.usda", 0],
    ["sub/look.usda", 0],
    ["tex/wood.png", 0],
  ]);
  expect(await runCommand("usda", ["unpack", "a.usdz", "-o", "out"], { cwd })).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "out/root.usda"), "utf8")).toBe(ROOT);
  expect([...readFileSync(join(cwd, "out/tex/wood.png"))]).toEqual([1, 2, 3]);
  const again = await runCommand("usda", ["unpack", "a.usdz", "-o", "out"], { cwd });
  expect(again).toMatchObject({ code: 2 });
  expect(again.stderr).toContain("out/root.usda exists already");
});

test("package names what is missing, outside of the folder, or not for ARKit, and writes nothing", async () => {
  using folder = new TestFolder({
    ...files,
    "scene/lost.usda": ROOT.replace("wood", "none"),
    "scene/out.usda": ROOT.replace("./sub/look.usda", "../other.usda"),
    "other.usda": "#usda 1.0\n",
    "scene/flat.usda": '#usda 1.0\ndef "A"\n{\n    asset t = @tex/wood.png@\n}\n',
  });
  const cwd = folder.path;
  const pack = async (...args: readonly string[]): Promise<string> => {
    const { code, stderr } = await runCommand("usda", ["package", ...args, "-o", "x.usdz"], { cwd });
    expect(code).toBe(2);
    return stderr;
  };
  expect(await pack("scene/lost.usda")).toContain("depends on missing files: tex/none.png");
  expect(await pack("scene/out.usda")).toContain("outside of its folder: ../other.usda");
  expect(await pack("scene/none.usda")).toContain("no such file");
  expect(readdirSync(cwd)).not.toContain("x.usdz");
  expect(await runCommand("usda", ["package", "scene/flat.usda", "--arkit", "-o", "y.usdz"], { cwd })).toMatchObject({
    code: 0,
  });
  expect(openPackage(readFileSync(join(cwd, "y.usdz"))).files.map(({ path }) => path)).toEqual([
    "flat.usdc",
    "tex/wood.png",
  ]);
});

test("package names what selections and session layers need", async () => {
  using folder = new TestFolder(files);
  for (const flags of [
    ["--variant", "/A{look=red}"],
    ["--session", "scene/sub/look.usda"],
  ]) {
    const args = ["package", "scene/root.usda", ...flags, "-o", "a.usdz"];
    // oxlint-disable-next-line no-await-in-loop -- one command after the other
    const { code, stderr } = await runCommand("usda", args, { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr).toContain("--variant and --session need --arkit, which flattens the stage");
    expect(stderr).toContain("Add --arkit, or pack the output of usda flatten");
  }
});

test("package --arkit flattens a stage to one crate", async () => {
  using folder = new TestFolder({
    "scene/root.usda": `#usda 1.0
(
    defaultPrim = "A"
    metersPerUnit = 1
    upAxis = "Y"
    subLayers = [@./sub/look.usda@]
)
def "A" (
    references = @../library/chair.usda@
)
{
}
`,
    "scene/sub/look.usda": '#usda 1.0\nover "A"\n{\n    asset own = @./wood.png@\n}\n',
    "scene/sub/wood.png": "wood",
    "library/chair.usda": `#usda 1.0
(
    defaultPrim = "Chair"
)
def "Chair" (
    prepend variantSets = "look"
)
{
    variantSet "look" = {
        "red" {
            asset shared = @./red.png@
        }
    }
}
`,
    "library/red.png": "red",
  });
  const { path: cwd } = folder;
  const flags = ["--arkit", "--include-outside", "--variant", "/A{look=red}"];
  const packed = await runCommand("usda", ["package", "scene/root.usda", ...flags, "-o", "a.usdz"], { cwd });
  expect(packed).toMatchObject({ code: 0, stderr: "usda package: from outside: ../library/red.png\n" });
  expect(openPackage(readFileSync(join(cwd, "a.usdz"))).files.map(({ path }) => path)).toEqual([
    "root.usdc",
    "outside/0/red.png",
    "sub/wood.png",
  ]);
  expect((await runCommand("usda", ["cat", "a.usdz"], { cwd })).stdout).toBe(`#usda 1.0
(
    defaultPrim = "A"
    metersPerUnit = 1
    upAxis = "Y"
)

def "A"
{
    asset own = @./sub/wood.png@
    asset shared = @./outside/0/red.png@
}

`);
});

test("package --arkit names content that ARKit does not support", async () => {
  const scene = `#usda 1.0
(
    upAxis = "Z"
    metersPerUnit = 1
    defaultPrim = "A"
)
def Xform "A"
{
    def DomeLight "Sky"
    {
    }
    def Shader "Good"
    {
        uniform token info:id = "UsdPrimvarReader_float2"
    }
    def Shader "Bad"
    {
        uniform token info:id = "PxrDiffuse"
    }
    def Shader "Source"
    {
        uniform token info:implementationSource = "sourceCode"
    }
}
`;
  using folder = new TestFolder({ "a.usda": scene, "b.usda": "#usda 1.0\n" });
  const pack = (file: string): ReturnType<typeof runCommand> =>
    runCommand("usda", ["package", file, "--arkit", "-o", "x.usdz"], { cwd: folder.path });
  const found = await pack("a.usda");
  expect(found.code).toBe(0);
  expect(found.stderr.trim().split("\n")).toEqual(
    [
      "upAxis is Z, expected Y",
      "the type DomeLight of /A/Sky is not supported",
      "the shader /A/Bad has the info:id PxrDiffuse, which is not supported",
      "the shader /A/Source has the implementation source sourceCode, expected id",
    ].map((problem) => `usda package: not for ARKit: ${problem}`),
  );
  expect((await pack("b.usda")).stderr).toContain("the layer has no defaultPrim");
});

test("package names the damaged layer of a package, and deps what a layer in one depends on", async () => {
  const bad = writePackage([
    { path: "fine.usda", data: new TextEncoder().encode("#usda 1.0\n") },
    { path: "bad.usdc", data: new TextEncoder().encode("PXR-USDC") },
  ]);
  using folder = new TestFolder({
    "bad.usdz": bad,
    "root.usda": '#usda 1.0\ndef "A" (\n    references = @bad.usdz@\n)\n{\n}\n',
  });
  const cwd = folder.path;
  for (const root of ["bad.usdz", "root.usda"]) {
    expect(await runCommand("usda", ["package", root, "-o", "x.usdz"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("bad.usdz[bad.usdc]: byte 8: The header of 88 bytes is cut off at 8") as string,
    });
  }
  expect(readdirSync(cwd)).not.toContain("x.usdz");
  const { stdout } = await runCommand("usda", ["deps", "bad.usdz[fine.usda]", "--json"], { cwd });
  expect(JSON.parse(stdout)).toEqual({
    layers: ["bad.usdz[fine.usda]"],
    assets: [],
    missing: [],
    uris: [],
  });
});

describe("files outside of the folder", () => {
  const look = '#usda 1.0\ndef "B"\n{\n    asset t = @./grain.<UDIM>.png@\n}\n';
  const outside = {
    "scene/root.usda": `#usda 1.0
(
    subLayers = [@../lib/look.usda@, @shared/base.usda@]
)
def "A" (
    references = @./outside/near.usdc@</B>
)
{
    asset t = @../tex/wood.png@
}
`,
    "scene/outside/near.usdc": writeUsdc(
      parseUsda('#usda 1.0\ndef "B"\n{\n    asset t = @../../tex/wood.png@\n}\n').layer,
    ),
    "lib/look.usda": look,
    "lib/grain.1001.png": new Uint8Array([1]),
    "lib/grain.1002.png": new Uint8Array([2]),
    "tex/wood.png": new Uint8Array([3]),
    "search/shared/base.usda": "#usda 1.0\n",
  };
  const ALL = [
    "../lib/grain.1001.png",
    "../lib/grain.1002.png",
    "../lib/look.usda",
    "../search/shared/base.usda",
    "../tex/wood.png",
  ];

  test("are named and rejected without the option", async () => {
    using folder = new TestFolder(outside);
    const args = ["package", "scene/root.usda", "--search-path", "search", "-o", "a.usdz"];
    const { code, stderr } = await runCommand("usda", args, { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr).toContain("depends on files outside of its folder: ../lib/look.usda, ../search/shared/base.usda, ");
    expect(stderr).toContain("add --include-outside");
    expect(readdirSync(folder.path)).not.toContain("a.usdz");
  });

  test("are packed with it, and every path leads to its file", async () => {
    using folder = new TestFolder(outside);
    const cwd = folder.path;
    const args = ["package", "scene/root.usda", "--include-outside", "-o", "a.usdz"];
    const env = { PXR_AR_DEFAULT_SEARCH_PATH: ["nowhere", "search"].join(delimiter) };
    const { code, stderr } = await runCommand("usda", args, { cwd, env });
    expect([code, stderr.trim().split("\n").toSorted()]).toEqual([
      0,
      ALL.map((file) => `usda package: from outside: ${file}`),
    ]);
    expect(
      openPackage(readFileSync(join(cwd, "a.usdz")))
        .files.map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      "outside-2/0/grain.1001.png",
      "outside-2/0/grain.1002.png",
      "outside-2/0/look.usda",
      "outside-2/1/base.usda",
      "outside-2/2/wood.png",
      "outside/near.usdc",
      "root.usda",
    ]);
    await runCommand("usda", ["unpack", "a.usdz", "-o", "out"], { cwd });
    const { stdout } = await runCommand("usda", ["deps", "out/root.usda", "--json"], { cwd });
    expect(JSON.parse(stdout)).toEqual({
      layers: ["outside-2/0/look.usda", "outside-2/1/base.usda", "outside/near.usdc", "root.usda"],
      assets: ["outside-2/0/grain.1001.png", "outside-2/0/grain.1002.png", "outside-2/2/wood.png"],
      missing: [],
      uris: [],
    });
    expect(readFileSync(join(cwd, "out/outside-2/0/look.usda"), "utf8")).toBe(look);
  });

  test("for ARKit too, in its crate", async () => {
    using folder = new TestFolder({
      "scene/flat.usda": '#usda 1.0\ndef "A"\n{\n    asset t = @../tex/wood.png@\n}\n',
      "tex/wood.png": new Uint8Array([3]),
    });
    const cwd = folder.path;
    const args = ["package", "scene/flat.usda", "--arkit", "--include-outside", "-o", "a.usdz"];
    expect(await runCommand("usda", args, { cwd })).toMatchObject({ code: 0 });
    const { stdout } = await runCommand("usda", ["cat", "a.usdz"], { cwd });
    expect(stdout).toContain("asset t = @./outside/0/wood.png@");
  });

  test.skipIf(process.platform === "win32")("are those that a link in the folder leads to as well", async () => {
    using folder = new TestFolder({
      "scene/a.usda": '#usda 1.0\ndef "A"\n{\n    asset t = @./key.png@\n}\n',
      "key.png": "secret",
    });
    const cwd = folder.path;
    symlinkSync(join(cwd, "key.png"), join(cwd, "scene/key.png"));
    const args = ["package", "scene/a.usda", "-o", "a.usdz"];
    const rejected = await runCommand("usda", args, { cwd });
    expect(rejected).toMatchObject({ code: 2 });
    expect(rejected.stderr).toContain("outside of its folder: key.png");
    expect(await runCommand("usda", [...args, "--include-outside"], { cwd })).toMatchObject({ code: 0 });
  });
});

test("unpack writes nothing of a package that leads outside", async () => {
  const bytes = writePackage([
    { path: "a.usda", data: new TextEncoder().encode("#usda 1.0\n") },
    { path: "xx/evil.txt", data: new Uint8Array([1]) },
  ]);
  const text = Buffer.from(bytes);
  for (let at = text.indexOf("xx/evil"); at >= 0; at = text.indexOf("xx/evil", at + 1))
    bytes.set(Buffer.from(".."), at);
  using folder = new TestFolder({ "a.usdz": bytes });
  const result = await runCommand("usda", ["unpack", "a.usdz", "-o", "out"], { cwd: folder.path });
  expect(result).toMatchObject({ code: 2 });
  expect(result.stderr).toContain("it leads out of the package");
  expect(readdirSync(folder.path)).toEqual(["a.usdz"]);
});
