// Requirement sets, limits, schemas, the form of usdchecker, and fixes of composed findings, through the real command.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writePackage } from "@usdkit/usdz";
import { TestFolder, runCommand, type Result } from "../test-support/run-command.ts";

const SPHERE = `#usda 1.0

def Xform "World"
{
    def Mesh "Box"
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        float3[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]

        def Sphere "Ball"
        {
        }
    }
}
`;

interface Report {
  readonly files: readonly {
    readonly sets: readonly { readonly name: string; readonly met: boolean; readonly failed: readonly string[] }[];
    readonly diagnostics: readonly { readonly rule: string; readonly severity: string }[];
  }[];
}

test("a set sets levels and limits, and the report says which sets a file meets", async () => {
  const limits = { prims: 2, names: { Sphere: "SM_*" } };
  using folder = new TestFolder({
    "a.usda": SPHERE,
    "usda-lint.config.json": JSON.stringify({ extends: "usdkit:simready", limits }),
  });
  const { code, stdout } = await runCommand("usda-lint", ["a.usda", "--format", "json"], { cwd: folder.path });
  const [{ sets, diagnostics }] = (JSON.parse(stdout) as Report).files;
  expect(code).toBe(1);
  expect(sets.map(({ name, met }) => [name, met])).toEqual([
    ["usdkit:openusd", false],
    ["usdkit:simready", false],
  ]);
  expect(sets[1].failed).toEqual(["gprim-nested", "stage-default-prim", "stage-metadata-missing"]);
  const levels = new Map(diagnostics.map(({ rule, severity }) => [rule, severity]));
  expect(levels.get("stage-metadata-missing")).toBe("error");
  expect([levels.has("limit-exceeded"), levels.has("prim-name-pattern")]).toEqual([true, true]);
});

test("textures are as large as the limit allows, also in packages", async () => {
  const png = new DataView(new ArrayBuffer(33));
  png.setUint32(0, 0x89504e47);
  png.setUint32(16, 4096);
  png.setUint32(20, 512);
  const look = '#usda 1.0\n\ndef Shader "Wood"\n{\n    asset inputs:file = @./wood.png@\n}\n';
  const files = { "look.usda": look, "wood.png": new Uint8Array(png.buffer) };
  const packed = Object.entries(files).map(([path, data]) => ({
    path,
    data: typeof data === "string" ? new TextEncoder().encode(data) : data,
  }));
  using folder = new TestFolder({
    ...files,
    "look.usdz": writePackage(packed),
    "usda-lint.config.json": JSON.stringify({ limits: { textureSize: 2048 } }),
  });
  const { stdout } = await runCommand("usda-lint", ["look.usda", "look.usdz", "--format", "json"], {
    cwd: folder.path,
  });
  const rules = (JSON.parse(stdout) as Report).files.map((file) => file.diagnostics.map(({ rule }) => rule));
  // The package has an entry for its layer.
  expect(rules.filter((each) => each.includes("limit-exceeded"))).toHaveLength(2);
});

test("schemas of a site are known types", async () => {
  using folder = new TestFolder({
    "a.usda": '#usda 1.0\n\ndef StudioRig "World"\n{\n    uniform token side = "up"\n}\n',
    "generatedSchema.usda":
      '#usda 1.0\n\nclass StudioRig "StudioRig"\n{\n    uniform token side = "left" (\n        allowedTokens = ["left", "right"]\n    )\n}\n',
  });
  const rules = async (...args: string[]): Promise<readonly string[]> => {
    const { stdout } = await runCommand("usda-lint", ["a.usda", "--format", "json", ...args], { cwd: folder.path });
    return (JSON.parse(stdout) as Report).files[0].diagnostics.map(({ rule }) => rule);
  };
  expect(await rules()).toContain("prim-type-unknown");
  folder.write("usda-lint.config.json", JSON.stringify({ schemas: ["generatedSchema.usda"] }));
  const found = await rules();
  expect([found.includes("prim-type-unknown"), found.includes("attribute-token")]).toEqual([false, true]);
});

test("--compat usdchecker prints in its form", async () => {
  using folder = new TestFolder({ "a.usda": SPHERE });
  const run = (...args: string[]): Promise<Result> => runCommand("usda-lint", [...args], { cwd: folder.path });
  const { code, stdout } = await run("--compat", "usdchecker", "a.usda");
  expect(code).toBe(1);
  expect(stdout).toContain("(fails 'EncapsulationChecker') </World/Box/Ball> a.usda:11:21\n");
  expect(stdout).toMatch(/Failed!\n$/);
  expect((await run("--compat", "usdchecker", "--dumpRules")).stdout).toContain("[EncapsulationChecker]");
  expect((await run("--skipVariants", "a.usda")).stderr).toContain("add --compat usdchecker");
});

test("--fix applies safe fixes of findings on the stage, and --fix-unsafe the others", async () => {
  using folder = new TestFolder({ "a.usda": SPHERE });
  const run = (...args: string[]): Promise<Result> =>
    runCommand("usda-lint", ["a.usda", ...args], { cwd: folder.path });
  const text = (): string => readFileSync(join(folder.path, "a.usda"), "utf8");
  expect((await run("--diff")).stdout).toContain('+    upAxis = "Y"\n+    metersPerUnit = 0.01\n');
  expect(text()).toBe(SPHERE);
  await run("--fix");
  expect(text()).toContain("point3f[] points");
  expect(text()).not.toContain("defaultPrim");
  await run("--fix-unsafe");
  expect(text()).toContain('defaultPrim = "World"');
  expect((await run("--fix", "--diff")).stdout).toBe("");
});
