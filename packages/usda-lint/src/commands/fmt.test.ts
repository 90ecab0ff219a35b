import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BAD, GOOD, runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const MESSY = '#usda 1.0\ndef Xform "World" { # why\nint x=1;\n}\n';
const TIDY = '#usda 1.0\ndef Xform "World"\n{ # why\n    int x = 1\n}\n';
const fmt = (cwd: string, ...args: string[]): Promise<Result> => runCommand("usda", ["fmt", ...args], { cwd });
const read = (folder: TestFolder, name: string): string => readFileSync(join(folder.path, name), "utf8");

test("files are formatted in place, and once", async () => {
  using folder = new TestFolder({ "a.usda": MESSY, "s/b.usda": MESSY, "c.usda": GOOD });
  expect(await fmt(folder.path, "a.usda", "s", "c.usda")).toEqual({
    code: 0,
    stdout: "",
    stderr: "formatted a.usda\nformatted s/b.usda\n",
  });
  expect(read(folder, "a.usda")).toBe(TIDY);
  expect(read(folder, "s/b.usda")).toBe(TIDY);
  expect(await fmt(folder.path, ".")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(readdirSync(folder.path).toSorted()).toEqual(["a.usda", "c.usda", "s"]);
});

test("line ends stay", async () => {
  using folder = new TestFolder({ "a.usda": MESSY.replaceAll("\n", "\r\n") });
  await fmt(folder.path, "a.usda");
  expect(read(folder, "a.usda")).toBe(TIDY.replaceAll("\n", "\r\n"));
});

test.skipIf(process.platform === "win32")("the mode stays, and a link stays a link", async () => {
  using folder = new TestFolder({ "a.usda": MESSY });
  chmodSync(join(folder.path, "a.usda"), 0o640);
  symlinkSync("a.usda", join(folder.path, "link.usda"));
  expect((await fmt(folder.path, "link.usda")).code).toBe(0);
  expect(statSync(join(folder.path, "a.usda")).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(folder.path, "link.usda")).isSymbolicLink()).toBe(true);
  expect(read(folder, "a.usda")).toBe(TIDY);
});

test("a file that does not parse is left alone, with the reason; the others are formatted", async () => {
  using folder = new TestFolder({ "bad.usda": BAD, "a.usda": MESSY });
  const result = await fmt(folder.path, "bad.usda", "missing.usda", "a.usda");
  expect(result.code).toBe(2);
  expect(result.stderr).toContain('> 4 │     int x = "one"\n');
  expect(result.stderr).toContain("missing.usda: no such file");
  expect(read(folder, "bad.usda")).toBe(BAD);
  expect(read(folder, "a.usda")).toBe(TIDY);
});

test("--check lists what would change and writes nothing", async () => {
  using folder = new TestFolder({ "a.usda": MESSY, "b.usda": TIDY });
  expect(await fmt(folder.path, "--check", ".")).toEqual({ code: 1, stdout: "a.usda\n", stderr: "" });
  expect(read(folder, "a.usda")).toBe(MESSY);
  expect((await fmt(folder.path, "--check", "b.usda")).code).toBe(0);
});

test("--diff prints a patch and writes nothing", async () => {
  using folder = new TestFolder({ "a.usda": MESSY });
  const result = await fmt(folder.path, "--diff", "a.usda");
  expect(result).toEqual({
    code: 0,
    stdout:
      '--- a/a.usda\n+++ b/a.usda\n@@ -1,4 +1,5 @@\n #usda 1.0\n-def Xform "World" { # why\n-int x=1;\n+def Xform "World"\n+{ # why\n+    int x = 1\n }\n',
    stderr: "",
  });
  expect(read(folder, "a.usda")).toBe(MESSY);
  expect((await fmt(folder.path, "--diff", "--check", "a.usda")).code).toBe(1);
});

test("- filters standard input", async () => {
  expect(await runCommand("usda", ["fmt", "-"], { input: MESSY })).toEqual({ code: 0, stdout: TIDY, stderr: "" });
  expect((await runCommand("usda", ["fmt", "-"], { input: TIDY })).stdout).toBe(TIDY);
  const bad = await runCommand("usda", ["fmt", "-"], { input: BAD });
  expect([bad.code, bad.stdout]).toEqual([2, ""]);
  expect(bad.stderr).toContain("<stdin>:4:13");
});

test("which files?", async () => {
  expect((await runCommand("usda", ["fmt"])).code).toBe(2);
});

test("any number of threads gives the same, in the same order", async () => {
  const long = `${MESSY}# ${"x".repeat(1_500_000)}\n`;
  const files = (): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: 15 }, (_, i) => {
        const text = [MESSY, TIDY, BAD, `version https://git-lfs`, long][i % 5] ?? "";
        return [`f${String(i).padStart(2, "0")}.usda`, text];
      }),
    );
  const runs = ["1", "2"].map(async (jobs) => {
    using folder = new TestFolder(files());
    const results: Result[] = [];
    for (const more of [["--check"], ["--diff"], []]) {
      results.push(await fmt(folder.path, ".", "missing.usda", "--jobs", jobs, ...more));
    }
    return { results, texts: readdirSync(folder.path).map((name) => read(folder, name)) };
  });
  const [one, ...others] = await Promise.all(runs);
  expect(one?.results.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(one?.results[2]?.stderr.match(/^formatted f\d\d\.usda$/gm)).toHaveLength(6);
  for (const other of others) expect(other).toEqual(one);
});

test("--jobs takes a number from 1", async () => {
  expect(await runCommand("usda", ["fmt", "--jobs", "0", "a.usda"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Option "--jobs" expects a whole number from 1, found "0"') as string,
  });
});
