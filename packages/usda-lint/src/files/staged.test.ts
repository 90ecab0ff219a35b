// --staged with real repositories.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  BAD,
  GOOD,
  TWICE,
  TestFolder,
  commandFile,
  lintText,
  plainEnvironment,
  runCommand,
  type Result,
} from "../test-support/run-command.ts";

const identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];

function git(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

function repository(files: Readonly<Record<string, string>> = {}): TestFolder {
  const folder = new TestFolder(files);
  git(folder.path, "init", "-q");
  return folder;
}

const lint = (cwd: string, ...args: string[]): Promise<Result> =>
  lintText(["--staged", "--format", "json", ...args], { cwd });
/** `path: rules that were found` */
const seen = ({ stdout }: Result): string[] =>
  (JSON.parse(stdout) as { files: { path: string; diagnostics: { rule: string }[] }[] }).files.map(
    ({ path, diagnostics }) => [path, ...diagnostics.map(({ rule }) => rule)].join(" "),
  );

test("what is in the index, not what is in the work tree; before the first commit and after", async () => {
  using folder = repository({ "a.usda": BAD, "b.usda": GOOD, "c.usda": BAD, "note.txt": "x" });
  git(folder.path, "add", "a.usda", "b.usda", "note.txt");
  folder.write("a.usda", GOOD);
  folder.write("b.usda", BAD);
  const first = await lint(folder.path);
  expect([first.code, first.stderr, seen(first)]).toEqual([1, "", ["a.usda usda-syntax", "b.usda"]]);
  git(folder.path, "commit", "-qm", "first");
  expect(seen(await lint(folder.path))).toEqual([]);
  git(folder.path, "add", "b.usda");
  rmSync(join(folder.path, "b.usda"));
  expect(seen(await lint(folder.path))).toEqual(["b.usda usda-syntax"]);
});

test("renamed, copied, deleted, with other modes, links", async () => {
  using folder = repository({ "a.usda": BAD, "b.usda": BAD, "c.usda": TWICE, "d.usda": BAD });
  git(folder.path, "add", ".");
  git(folder.path, "commit", "-qm", "first");
  renameSync(join(folder.path, "a.usda"), join(folder.path, "moved.usda"));
  rmSync(join(folder.path, "b.usda"));
  chmodSync(join(folder.path, "c.usda"), 0o755);
  symlinkSync("c.usda", join(folder.path, "link.usda"));
  writeFileSync(join(folder.path, "copy.usda"), TWICE);
  git(folder.path, "add", "-A");
  expect(seen(await lint(folder.path))).toEqual([
    "c.usda duplicate-field",
    "copy.usda duplicate-field",
    "moved.usda usda-syntax",
  ]);
});

test("names with any characters", async () => {
  const names = ["ä ö.usda", "a\nb.usda", '"q".usda', "-dash.usda", "tab\t.usda", ":(top)x.usda", "$(x) `y`.usda"];
  using folder = repository(Object.fromEntries(names.map((name) => [name, TWICE])));
  const bytes = Buffer.concat([Buffer.from(`${folder.path}/caf`), Buffer.from([0xe9]), Buffer.from(".usda")]);
  writeFileSync(bytes, TWICE);
  git(folder.path, "add", ".");
  const result = await lint(folder.path);
  expect([result.code, result.stderr]).toEqual([0, ""]);
  expect(seen(result).toSorted()).toEqual(
    [...names, "caf\\xe9.usda"].map((name) => `${name} duplicate-field`).toSorted(),
  );
});

test("in a folder below: what is staged below it; paths, globs and files that are gone", async () => {
  using folder = repository({ "a.usda": BAD, "s/b.usda": TWICE, "s/t/c.usda": GOOD, "s/other.usd": GOOD });
  git(folder.path, "add", ".");
  rmSync(join(folder.path, "s/t"), { recursive: true });
  const below = join(folder.path, "s");
  expect(seen(await lint(below))).toEqual(["b.usda duplicate-field", "other.usd", "t/c.usda"]);
  expect(seen(await lint(below, ".."))).toEqual([
    "../a.usda usda-syntax",
    "b.usda duplicate-field",
    "other.usd",
    "t/c.usda",
  ]);
  expect(seen(await lint(below, "t"))).toEqual(["t/c.usda"]);
  expect(seen(await lint(folder.path, "s/t/c.usda", "a.usda"))).toEqual(["a.usda usda-syntax", "s/t/c.usda"]);
  expect(seen(await lint(folder.path, "s/**"))).toEqual(["s/b.usda duplicate-field", "s/other.usd", "s/t/c.usda"]);
  expect(seen(await lint(folder.path, "s/*.usd"))).toEqual(["s/other.usd"]);
});

test("a large content, many files, and configuration by path", async () => {
  const large = `${GOOD}# ${"x".repeat(1_500_000)}\n`;
  using folder = repository({
    "large.usda": large + TWICE.replace("#usda 1.0\n", ""),
    "s/usda-lint.config.json": JSON.stringify({ rules: { "duplicate-field": "error" } }),
    ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`s/f${i}.usda`, TWICE])),
  });
  git(folder.path, "add", ".");
  const result = await lint(folder.path, "--jobs", "2");
  expect(seen(result)).toHaveLength(101);
  expect(JSON.parse(result.stdout)).toMatchObject({ summary: { files: 101, errors: 101, warnings: 1 } });
});

describe("as a hook", () => {
  test.skipIf(process.platform === "win32")(
    "a commit is rejected for what it would contain, also with commit -a",
    async () => {
      using folder = repository({ "a.usda": GOOD });
      const hook = `#!/bin/sh\nexec "${process.execPath}" "${commandFile("usda-lint")}" --staged --profile usda\n`;
      mkdirSync(join(folder.path, ".git/hooks"), { recursive: true });
      writeFileSync(join(folder.path, ".git/hooks/pre-commit"), hook, { mode: 0o755 });
      git(folder.path, "add", ".");
      git(folder.path, "commit", "-qm", "first");
      folder.write("a.usda", BAD);
      // git commit -a has an index of its own, which the hook gets from the environment.
      const rejected = spawnSync("git", [...identity, "commit", "-qam", "second"], {
        cwd: folder.path,
        env: plainEnvironment(),
        encoding: "utf8",
      });
      expect([rejected.status, rejected.stdout + rejected.stderr]).toEqual([1, expect.stringContaining("a.usda:4:13")]);
      expect(git(folder.path, "log", "--oneline").trim().split("\n")).toHaveLength(1);
    },
  );
});

test("no repository, no git", async () => {
  using folder = new TestFolder({ "a.usda": GOOD });
  const outside = await runCommand("usda-lint", ["--staged"], {
    cwd: folder.path,
    env: { GIT_CEILING_DIRECTORIES: "/" },
  });
  expect([outside.code, outside.stdout]).toEqual([2, ""]);
  expect(outside.stderr).toMatch(/^usda-lint: --staged: git rev-parse: .*not a git repository/);
  const without = await runCommand("usda-lint", ["--staged"], { cwd: folder.path, env: { PATH: "/nowhere" } });
  expect([without.code, without.stderr]).toEqual([2, "usda-lint: --staged: git is not installed\n"]);
});

test("nothing staged: no output", async () => {
  using folder = repository({ "a.usda": BAD });
  expect(await lintText(["--staged"], { cwd: folder.path })).toEqual({ code: 0, stdout: "", stderr: "" });
});
