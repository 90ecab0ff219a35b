// Findings in binary files: prim path, property and byte in every reporter; fixes write the crate back whole.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { readUsdc, writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { expect, test } from "vitest";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

/** Too large an image: an error with a safe fix or none, at a property. */
const SCENE = `#usda 1.0
def Xform "World"
{
    def Camera "Main"
    {
    }
}
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (5000, 720)
    }
}
`;
const crate = writeUsdc(parseUsda(SCENE).layer);
const lint = (cwd: string, ...args: readonly string[]): ReturnType<typeof runCommand> =>
  runCommand("usda-lint", ["--profile", "offline", "--no-config", ...args], { cwd });

interface JsonReport {
  readonly files: readonly {
    readonly diagnostics: readonly {
      rule: string;
      primPath: string;
      property: string | null;
      range: null;
      offset: number;
    }[];
  }[];
}

test("the same findings as in text, with the byte of the spec in place of a line", async () => {
  using folder = new TestFolder({ "a.usda": SCENE, "a.usdc": crate });
  const text = await lint(folder.path, "a.usda", "--format", "json");
  const binary = await lint(folder.path, "a.usdc", "--format", "json");
  expect([text.code, binary.code]).toEqual([1, 1]);
  const rules = ({ stdout }: typeof text): readonly string[] =>
    (JSON.parse(stdout) as JsonReport).files[0].diagnostics.map(({ rule, primPath, property }) =>
      [rule, primPath, property].join(" "),
    );
  expect([...rules(binary)].sort()).toEqual([...rules(text)].sort());
  for (const { range, offset } of (JSON.parse(binary.stdout) as JsonReport).files[0].diagnostics) {
    expect(range).toBeNull();
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(crate.length);
  }
});

test.each([
  ["concise", /a\.usdc:byte \d+: error resolution-limit .*\(\/Render\/Settings\.resolution\)/u],
  ["pretty", /a\.usdc:byte \d+ {2}error/u],
  ["junit", /a\.usdc:byte \d+: error/u],
  ["html", /<span class="place">byte \d+<\/span>/u],
  ["github", /::error file=a\.usdc,title=resolution-limit::.*\/Render\/Settings\.resolution, byte \d+/u],
  ["gitlab", /\/Render\/Settings\.resolution, byte \d+/u],
  ["sarif", /"region":\{"byteOffset":\d+,"byteLength":0\}/u],
  ["jsonl", /"range":null,"offset":\d+/u],
])("%s names the byte and the spec", async (format, expected) => {
  using folder = new TestFolder({ "a.usdc": crate });
  expect((await lint(folder.path, "a.usdc", "--format", format)).stdout).toMatch(expected);
});

test("a damaged crate is an error at its byte", async () => {
  using folder = new TestFolder({ "cut.usdc": crate.subarray(0, 200) });
  const result = await lint(folder.path, "cut.usdc", "--format", "concise");
  expect(result.code).toBe(1);
  expect(result.stdout).toContain("cut.usdc:byte 16: error usda-syntax The table of contents is at offset");
});

test("a package is checked by its first layer, at bytes of the package", async () => {
  const bytes = writePackage([{ path: "a.usdc", data: crate }]);
  using folder = new TestFolder({ "a.usdz": bytes, "a.usdc": crate });
  const offsets = async (file: string): Promise<readonly number[]> => {
    const { stdout } = await lint(folder.path, file, "--format", "json");
    return (JSON.parse(stdout) as JsonReport).files[0].diagnostics.map(({ offset }) => offset);
  };
  expect(await offsets("a.usdz")).toEqual((await offsets("a.usdc")).map((offset) => offset + 64));
});

test("--fix writes the crate back whole", async () => {
  using folder = new TestFolder({ "a.usdc": crate, "a.usda": SCENE });
  await lint(folder.path, "a.usdc", "--fix-unsafe");
  await lint(folder.path, "a.usda", "--fix-unsafe");
  const fixed = readUsdc(readFileSync(join(folder.path, "a.usdc")));
  expect(fixed.ok).toBe(true);
  expect(readFileSync(join(folder.path, "a.usdc")).equals(crate)).toBe(false);
  expect(await runCommand("usda", ["diff", "a.usda", "a.usdc", "--no-order"], { cwd: folder.path })).toMatchObject({
    code: 0,
  });
});

test("--fix --diff prints the changes of a crate as text, and writes nothing", async () => {
  using folder = new TestFolder({ "a.usdc": crate, "a.usda": SCENE });
  const binary = await lint(folder.path, "a.usdc", "--fix-unsafe", "--diff");
  expect(binary.stdout).toContain("--- a/a.usdc");
  expect(binary.stdout).toContain("-        uniform int2 resolution = (5000, 720)\n");
  expect(binary.stdout).toContain("+        uniform int2 resolution = (4500, 648)\n");
  expect(binary.stdout).not.toContain("PXR-USDC");
  expect(readFileSync(join(folder.path, "a.usdc")).equals(crate)).toBe(true);
});

test("FILE.usdz[inner] checks that layer of the package, which is not fixed", async () => {
  const inner = writePackage([{ path: "b.usdc", data: crate }]);
  const bytes = writePackage([
    { path: "root.usda", data: new TextEncoder().encode("#usda 1.0\n") },
    { path: "more/a.usda", data: new TextEncoder().encode(SCENE) },
    { path: "in.usdz", data: inner },
  ]);
  using folder = new TestFolder({ "a.usdz": bytes });
  const text = await lint(folder.path, "a.usdz[more/a.usda]", "--fix-unsafe", "--format", "concise");
  expect(text).toMatchObject({ code: 1 });
  expect(text.stdout).toMatch(/^a\.usdz\[more\/a\.usda\]:13:9: error resolution-limit/mu);
  const nested = await lint(folder.path, "a.usdz[in.usdz[b.usdc]]", "--format", "concise");
  expect(nested.stdout).toMatch(/^a\.usdz\[in\.usdz\[b\.usdc\]\]:byte \d+: error resolution-limit/mu);
  expect(readFileSync(join(folder.path, "a.usdz")).equals(bytes)).toBe(true);
  expect(await lint(folder.path, "a.usdz[none.usda]")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a.usdz[none.usda]: byte 0: The package has no file "none.usda"') as string,
  });
});

test("--fix fixes a crate whose findings are in the cache", async () => {
  using folder = new TestFolder({ "a.usdc": crate });
  await lint(folder.path, "a.usdc", "--cache");
  const fixed = await lint(folder.path, "a.usdc", "--cache", "--fix-unsafe");
  expect(fixed.stderr).toContain("1 fix in 1 file");
  expect(readFileSync(join(folder.path, "a.usdc")).equals(crate)).toBe(false);
});
