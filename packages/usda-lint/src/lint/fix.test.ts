// Fixes through the real command, with rules of the test's own: what counts here is where fixed texts go.
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TestFolder, lintText, type Result } from "../test-support/run-command.ts";

/** Two rules about prims: one that is called Bad gets another name safely, one called Ugly unsafely. */
const CONFIG = `
const rule = (id, from, to, safe) => ({
  meta: { id, summary: "A prim called " + from, severity: "error", effect: null, profiles: ["offline", "patch", "usda"] },
  check: ({ report, source }) => ({
    prim: (prim) => {
      if (prim.name !== from) return;
      const start = Buffer.from(source).indexOf('"' + from + '"', prim.range.start) + 1;
      const edits = [{ start, end: start + from.length, text: to }];
      report({ message: from + ".", range: prim.range, primPath: prim.path, fixes: [{ title: "Rename", safe, edits }] });
    },
  }),
});
export default { customRules: [rule("no-bad", "Bad", "Good", true), rule("no-ugly", "Ugly", "Fine", false)] };
`;
const prims = (...names: string[]): string => `#usda 1.0\n${names.map((name) => `def "${name}"\n{\n}\n`).join("")}`;

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): TestFolder {
  return new TestFolder({ "usda-lint.config.mjs": CONFIG, ...files });
}
const lint = (folder: TestFolder, ...args: string[]): Promise<Result> => lintText(args, { cwd: folder.path });
const read = (folder: TestFolder, name: string): string => readFileSync(join(folder.path, name), "utf8");

describe.each(["1", "2"])("--jobs %s", (jobs) => {
  test("--fix applies safe fixes, --fix-unsafe all; what is left decides the exit code", async () => {
    using folder = folderWith({ "a.usda": prims("Bad", "A"), "b.usda": prims("Ugly", "Bad") });
    const safe = await lint(folder, "--fix", "--jobs", jobs);
    expect([safe.code, safe.stderr]).toEqual([1, "usda-lint: 2 fixes in 2 files\n"]);
    expect(safe.stdout).toMatch(/^b\.usda:2:1: error no-ugly Ugly\.\n1 error, 0 warnings in 2 files, 1 fixable\n$/);
    expect([read(folder, "a.usda"), read(folder, "b.usda")]).toEqual([prims("Good", "A"), prims("Ugly", "Good")]);
    expect(await lint(folder, "--fix-unsafe", "--jobs", jobs)).toEqual({
      code: 0,
      stdout: "",
      stderr: "usda-lint: 1 fix in 1 file\n",
    });
    expect(read(folder, "b.usda")).toBe(prims("Fine", "Good"));
    expect(await lint(folder, "--fix-unsafe", "--jobs", jobs)).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("a large file, which a worker is handed instead of a copy", async () => {
    const filler = Array.from(
      { length: 300 },
      (_, i) => `def "P${i}"\n{\n    custom string s = "${"x".repeat(4_000)}"\n}\n`,
    );
    const text = `${prims("Bad")}${filler.join("")}`;
    using folder = folderWith({ "a.usda": text });
    expect(text.length).toBeGreaterThan(1 << 20);
    expect((await lint(folder, "--jobs", jobs)).stdout).toMatch(/^a\.usda:2:1: error no-bad/);
    expect((await lint(folder, "--fix", "--jobs", jobs)).code).toBe(0);
    expect(read(folder, "a.usda")).toBe(text.replace("Bad", "Good"));
  });
});

test("findings of the baseline are left as they are, unless it is written", async () => {
  const entry = { rule: "no-bad", primPath: "/Bad", property: null, count: 1 };
  using folder = folderWith({
    "a.usda": prims("Bad"),
    "b.usda": prims("Bad", "Ugly"),
    "base.json": JSON.stringify({ version: 1, files: { "a.usda": [entry], "b.usda": [entry] } }),
  });
  const args = ["--baseline", "base.json"];
  for (const jobs of ["1", "2"]) expect((await lint(folder, ...args, "--fix", "--jobs", jobs)).stderr).toBe("");
  // Also if the findings are cached.
  for (let i = 0; i < 2; i++) expect((await lint(folder, ...args, "--fix", "--cache-location", "c")).stderr).toBe("");
  expect((await lint(folder, ...args, "--fix-unsafe", "--diff")).stdout).toContain('+def "Fine"');
  expect((await lint(folder, ...args, "--fix-unsafe", "--diff")).stdout).not.toContain("Good");
  expect((await lint(folder, ...args, "--fix-unsafe")).stderr).toBe("usda-lint: 1 fix in 1 file\n");
  expect([read(folder, "a.usda"), read(folder, "b.usda")]).toEqual([prims("Bad"), prims("Bad", "Fine")]);
  expect((await lint(folder, ...args, "--fix", "--update-baseline")).code).toBe(0);
  expect([read(folder, "a.usda"), read(folder, "b.usda")]).toEqual([prims("Good"), prims("Good", "Fine")]);
  expect(JSON.parse(read(folder, "base.json"))).toEqual({ version: 1, files: {} });
});

test("mode, links, line ends and everything that no fix is about stay", async () => {
  const text = '#usda 1.0\r\n# déjà vu\r\n\r\ndef   "Bad" {  }\r\n\r\n';
  using folder = folderWith({ "a.usda": text });
  chmodSync(join(folder.path, "a.usda"), 0o640);
  symlinkSync("a.usda", join(folder.path, "link.usda"));
  expect((await lint(folder, "--fix", "link.usda")).code).toBe(0);
  expect(read(folder, "a.usda")).toBe(text.replace("Bad", "Good"));
  expect(statSync(join(folder.path, "a.usda")).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(folder.path, "link.usda")).isSymbolicLink()).toBe(true);
});

test("a file that does not parse whole is left alone", async () => {
  const text = `${prims("Bad")}def "x" {\n    int y = "one"\n}\n`;
  using folder = folderWith({ "a.usda": text, "b.usda": prims("Bad") });
  const result = await lint(folder, "--fix");
  expect([result.code, result.stderr]).toEqual([1, "usda-lint: 1 fix in 1 file\n"]);
  expect(result.stdout).toContain("a.usda:6:13: error usda-syntax");
  expect([read(folder, "a.usda"), read(folder, "b.usda")]).toEqual([text, prims("Good")]);
});

test.skipIf(process.getuid?.() === 0)("a file that must not be written is reported as it is", async () => {
  using folder = folderWith({ "a.usda": prims("Bad"), "b.usda": prims("Bad") });
  chmodSync(join(folder.path, "a.usda"), 0o440);
  const result = await lint(folder, "--fix");
  expect([result.code, result.stdout]).toEqual([2, "a.usda:2:1: error no-bad Bad.\n"]);
  expect(result.stderr).toContain("a.usda: permission denied");
});

describe("--diff", () => {
  test("a patch that git applies; nothing is written; the report goes to standard error", async () => {
    using folder = folderWith({ "a.usda": prims("Bad", "Ugly"), "b.usda": prims("A") });
    const result = await lint(folder, "--diff");
    expect(result.stdout).toContain(
      '--- a/a.usda\n+++ b/a.usda\n@@ -1,5 +1,5 @@\n #usda 1.0\n-def "Bad"\n+def "Good"\n',
    );
    expect([result.code, result.stderr]).toEqual([
      1,
      "a.usda:5:1: error no-ugly Ugly.\n1 error, 0 warnings in 2 files, 1 fixable\n",
    ]);
    expect(read(folder, "a.usda")).toBe(prims("Bad", "Ugly"));
    const { status } = spawnSync("git", ["apply", "-"], { cwd: folder.path, input: result.stdout });
    expect([status, read(folder, "a.usda")]).toEqual([0, prims("Good", "Ugly")]);
  });

  test("with --fix-unsafe what that would do; with --fix the same as alone", async () => {
    using folder = folderWith({ "a.usda": prims("Bad", "Ugly") });
    const result = await lint(folder, "--fix-unsafe", "--diff");
    expect([result.code, result.stdout.match(/^\+def.*$/gm)]).toEqual([0, ['+def "Good"', '+def "Fine"']]);
    expect(await lint(folder, "--fix", "--diff")).toEqual(await lint(folder, "--diff"));
    expect(read(folder, "a.usda")).toBe(prims("Bad", "Ugly"));
  });
});

test("standard input is a filter: the fixed text on standard output, the report on standard error", async () => {
  using folder = folderWith({});
  const run = (input: string, ...args: string[]): Promise<Result> =>
    lintText(["-", ...args], { cwd: folder.path, input });
  expect(await run(prims("Bad", "Ugly"), "--fix")).toEqual({
    code: 1,
    stdout: prims("Good", "Ugly"),
    stderr: "<stdin>:5:1: error no-ugly Ugly.\n1 error, 0 warnings in 1 file, 1 fixable\nusda-lint: 1 fix in 1 file\n",
  });
  expect(await run(prims("A"), "--fix", "--format", "json")).toMatchObject({ code: 0, stdout: prims("A") });
  const broken = "#usda 1.0\ndef {\n";
  expect(await run(broken, "--fix")).toMatchObject({ code: 1, stdout: broken });
});
