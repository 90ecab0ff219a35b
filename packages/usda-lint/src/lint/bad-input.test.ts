// What is named and cannot be used, through the real command: a message that names it, exit code 2, the others done.
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BAD, GOOD, TWICE, TestFolder, lintText, type Result } from "../test-support/run-command.ts";

const lint = (folder: TestFolder, ...args: string[]): Promise<Result> => lintText(args, { cwd: folder.path });

test.each<[flag: string, text: string | undefined, problem: string]>([
  ["--base", undefined, "no such file"],
  ["--assets", undefined, "no such file"],
  ["--assets", "{", "invalid JSON: "],
  ["--assets", '{"a": 1}', "expected a list of mesh ids"],
  ["--assets", '["a", 2]', "expected a list of mesh ids, found 2 at index 1"],
  ["--baseline", undefined, "no such baseline"],
])("%s %j", async (flag, text, problem) => {
  using folder = new TestFolder({ "a.usda": TWICE, "b.usda": BAD, ...(text === undefined ? {} : { named: text }) });
  const result = await lint(folder, flag, "named");
  expect([result.code, result.stdout.match(/^\w\.usda/gm)]).toEqual([2, ["a.usda", "b.usda"]]);
  // Once, not for every file.
  expect(result.stderr).toMatch(/^usda-lint: named: [^\n]+\n$/);
  expect(result.stderr).toContain(problem);
});

test("what a configuration names is named by its path, and only files under it are without", async () => {
  using folder = new TestFolder({
    "p/usda-lint.config.json": JSON.stringify({ base: "no.usda", assets: "no.json" }),
    "p/a.usda": TWICE,
    "b.usda": TWICE,
  });
  expect(await lint(folder)).toMatchObject({
    code: 2,
    stderr: "usda-lint: p/no.usda: no such file\nusda-lint: p/no.json: no such file\n",
  });
  expect(await lint(folder, "b.usda")).toMatchObject({ code: 0, stderr: "" });
});

test("empty files, folders called like files, loops of links", async () => {
  using folder = new TestFolder({ "empty.usda": "", "z.usda": GOOD });
  mkdirSync(join(folder.path, "folder.usda"));
  symlinkSync("..", join(folder.path, "folder.usda/up"));
  symlinkSync("loop.usda", join(folder.path, "loop.usda"));
  const result = await lint(folder, "--format", "json");
  expect([result.code, result.stderr]).toEqual([2, "usda-lint: loop.usda: too many symbolic links\n"]);
  const { files } = JSON.parse(result.stdout) as { files: { path: string }[] };
  expect(files.map(({ path }) => path)).toEqual(["empty.usda", "z.usda"]);
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")(
  "files and folders that must not be read",
  async () => {
    using folder = new TestFolder({ "a.usda": BAD, "s/b.usda": BAD, "z.usda": TWICE });
    chmodSync(join(folder.path, "a.usda"), 0);
    chmodSync(join(folder.path, "s"), 0);
    const result = await lint(folder);
    chmodSync(join(folder.path, "s"), 0o755);
    expect([result.code, result.stderr]).toEqual([
      2,
      "usda-lint: a.usda: permission denied\nusda-lint: s: permission denied\n",
    ]);
    expect(result.stdout).toMatch(/^z\.usda/);
  },
);

test("a long file needs no heap: its text stays bytes", async () => {
  using folder = new TestFolder({ "z.usda": TWICE });
  const prim = (i: number): string => `def "P${i}"\n{\n    float[] x = [${"0.25, ".repeat(200_000)}1]\n}\n`;
  folder.write("a.usda", `#usda 1.0\n${Array.from({ length: 80 }, (_, i) => prim(i)).join("")}`);
  const result = await lintText([], {
    cwd: folder.path,
    env: { NODE_OPTIONS: "--max-old-space-size=48" },
  });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  expect(result.stdout).toMatch(/^z\.usda/m);
});
