import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openPackage, writePackage } from "@usdkit/usdz";
import { expect, test } from "vitest";
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
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    layers: ["root.usda", "sub/look.usda"],
    assets: [],
    missing: ["tex/none.png"],
  });
  const text = await runCommand("usda", ["deps", "scene/root.usda"], { cwd: folder.path });
  expect(text.stdout).toContain("missing  tex/none.png\n");
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
  expect(await pack("scene/root.usda", "--arkit")).toContain("ARKit does not take: sub/look.usda");
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
