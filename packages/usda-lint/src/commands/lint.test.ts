import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { describe, expect, test } from "vitest";
import {
  BAD,
  GOOD,
  TWICE,
  TestFolder,
  commandFile,
  lintText,
  plainEnvironment,
  type Result,
} from "../test-support/run-command.ts";

const lint = (cwd: string, ...args: string[]): Promise<Result> => lintText(args, { cwd });
const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");
const filesOf = ({ stdout }: Result): string[] =>
  (JSON.parse(stdout) as { files: { path: string }[] }).files.map(({ path }) => path);

describe("exit code", () => {
  test.each<[number, string[]]>([
    [0, ["good.usda"]],
    [0, ["twice.usda"]],
    [0, ["twice.usda", "--max-warnings", "1"]],
    [1, ["bad.usda"]],
    [1, ["good.usda", "bad.usda"]],
    [1, ["twice.usda", "--max-warnings", "0"]],
    [1, ["twice.usda", "--max-warnings=0", "--quiet"]],
    [1, ["twice.usda", "--rule", "duplicate-field:error"]],
    [0, ["bad.usda", "--rule", "usda-syntax:info"]],
    [0, ["bad.usda", "--rule", "usda-syntax:off"]],
    [2, ["missing.usda"]],
    [2, ["missing.usda", "bad.usda"]],
    [2, ["none-*.usda"]],
    [2, ["--fromat", "json"]],
    [2, ["--format", "xml", "good.usda"]],
    [2, ["--format", "json", "--format", "concise", "good.usda"]],
    [2, ["--format", "json=", "good.usda"]],
    [2, ["--rule", "no-such:off", "good.usda"]],
    [2, ["--rule", "usda-syntax:loud", "good.usda"]],
    [2, ["--profile", "film", "good.usda"]],
    [2, ["--max-warnings", "many", "good.usda"]],
    [2, ["--max-warnings"]],
    [0, ["--fix", "good.usda"]],
    [0, ["--help"]],
    [0, ["--version"]],
  ])("%i: %j", async (code, args) => {
    using folder = new TestFolder({ "good.usda": GOOD, "bad.usda": BAD, "twice.usda": TWICE });
    const result = await lint(folder.path, ...args);
    expect([result.code, result.stderr.includes("    at ")]).toEqual([code, false]);
    expect(result.stderr === "").toBe(
      code !== 2 && !args.some((arg) => arg.startsWith("--max-warnings") && code === 1),
    );
  });
});

test("mistakes are answered with what was meant", async () => {
  using folder = new TestFolder({ "good.usda": GOOD });
  expect((await lint(folder.path, "--fromat", "json")).stderr).toContain(
    'Unknown option "--fromat". Did you mean "--format"?',
  );
  expect((await lint(folder.path, "--format", "jsno")).stderr).toContain('Did you mean "json"?');
  expect((await lint(folder.path, "--rule", "usda-sintax:off")).stderr).toContain('Did you mean "usda-syntax"?');
});

describe("what is linted", () => {
  test("folders with what is below them, but for node_modules and .git; each file once, sorted", async () => {
    using folder = new TestFolder({
      "b.usda": GOOD,
      "a/z.usda": GOOD,
      "a/b/y.usda": GOOD,
      "a/notes.txt": "",
      ".hidden/h.usda": GOOD,
      "node_modules/m.usda": BAD,
      "a/.git/g.usda": BAD,
    });
    const all = [".hidden/h.usda", "a/b/y.usda", "a/z.usda", "b.usda"];
    expect(filesOf(await lint(folder.path, "--format", "json"))).toEqual(all);
    expect(filesOf(await lint(folder.path, "--format", "json", "."))).toEqual(all);
    expect(filesOf(await lint(folder.path, "--format", "json", "b.usda", "a", "./b.usda", "a/z.usda"))).toEqual([
      "b.usda",
      "a/b/y.usda",
      "a/z.usda",
    ]);
  });

  test("paths are relative to the working folder", async () => {
    using folder = new TestFolder({ "a/x.usda": GOOD, "b/y.usda": GOOD });
    const inside = join(folder.path, "a");
    expect(filesOf(await lint(inside, "--format", "json", "./x.usda", "../b", join(folder.path, "a/x.usda")))).toEqual([
      "x.usda",
      "../b/y.usda",
    ]);
  });

  test("globs, without a shell", async () => {
    using folder = new TestFolder({
      "a.usda": GOOD,
      "s/b.usda": GOOD,
      "s/t/c.usda": GOOD,
      "s/t.txt": "",
      "s/d.usd": GOOD,
    });
    expect(filesOf(await lint(folder.path, "--format", "json", "s/**"))).toEqual(["s/b.usda", "s/d.usd", "s/t/c.usda"]);
    expect(filesOf(await lint(folder.path, "--format", "json", "*.usda", "s/*.usd"))).toEqual(["a.usda", "s/d.usd"]);
    expect(filesOf(await lint(folder.path, "--format", "json", "{a,s/b}.usda"))).toEqual(["a.usda", "s/b.usda"]);
  });

  test("a folder called lint is a folder", async () => {
    using folder = new TestFolder({ "lint/a.usda": GOOD, "b.usda": GOOD });
    expect(filesOf(await lint(folder.path, "lint", "--format", "json"))).toEqual(["lint/a.usda"]);
  });

  test("a file whose name looks like a glob is a file", async () => {
    using folder = new TestFolder({ "[a].usda": GOOD, "a.usda": BAD });
    expect(filesOf(await lint(folder.path, "--format", "json", "[a].usda"))).toEqual(["[a].usda"]);
  });

  test("a folder named like a file, links in a circle, links to files, broken links", async () => {
    using folder = new TestFolder({ "x.usda/inner.usda": GOOD });
    symlinkSync("..", join(folder.path, "x.usda/up"));
    symlinkSync("..", join(folder.path, "x.usda/up.usda"));
    symlinkSync("x.usda/inner.usda", join(folder.path, "link.usda"));
    expect(filesOf(await lint(folder.path, "--format", "json"))).toEqual(["link.usda", "x.usda/inner.usda"]);
    symlinkSync("nowhere", join(folder.path, "y.usda"));
    symlinkSync("self.usda", join(folder.path, "self.usda"));
    const result = await lint(folder.path, "--format", "json");
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("y.usda: no such file");
    expect(filesOf(result)).toEqual(["link.usda", "x.usda/inner.usda"]);
  });

  test("other files are linted where one cannot be read", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    const result = await lint(folder.path, "missing.usda", "bad.usda");
    expect([result.code, result.stderr]).toEqual([2, "usda-lint: missing.usda: no such file\n"]);
    expect(result.stdout).toMatch(/^bad\.usda:4:13: error usda-syntax [^\n]+\n1 error, 0 warnings in 1 file\n$/);
  });

  test.skipIf(process.platform !== "linux")("a name that is not UTF-8", async () => {
    using folder = new TestFolder();
    mkdirSync(join(folder.path, "d"));
    writeFileSync(Buffer.concat([Buffer.from(`${folder.path}/d/caf`), Buffer.from([0xe9]), Buffer.from(".usda")]), BAD);
    const result = await lint(folder.path, "d");
    expect([result.code, result.stdout.split(":")[0]]).toEqual([1, "d/caf\\xe9.usda"]);
  });

  test("standard input", async () => {
    const result = await lintText(["-", "--stdin-filename", "scenes/x.usda"], { input: BAD });
    expect([result.code, result.stdout.split(" ")[0]]).toEqual([1, "scenes/x.usda:4:13:"]);
    expect((await lintText(["-"], { input: BAD })).stdout).toMatch(/^<stdin>:4:13: /);
    expect((await lintText(["-"], { input: "" })).code).toBe(1);
  });

  test("nothing there", async () => {
    using folder = new TestFolder({ "a.txt": "" });
    expect(await lint(folder.path)).toEqual({ code: 0, stdout: "", stderr: "usda-lint: No USD files to check\n" });
  });

  test("a folder of binary files", async () => {
    const crate = writeUsdc(parseUsda(GOOD).layer);
    using folder = new TestFolder({
      "d/a.usdc": crate,
      "d/cut.usdc": crate.subarray(0, 100),
      "d/p.usdz": writePackage([{ path: "a.usda", data: new TextEncoder().encode(GOOD) }]),
    });
    const all = await lint(folder.path, "d", "--profile", "usda", "--format", "json");
    expect(all).toMatchObject({ code: 1, stderr: "" });
    const { files } = JSON.parse(all.stdout) as { files: { path: string; diagnostics: { rule: string }[] }[] };
    expect(files.map(({ path, diagnostics }) => [path, diagnostics.map(({ rule }) => rule)])).toEqual([
      ["d/a.usdc", []],
      ["d/cut.usdc", ["usda-syntax"]],
      ["d/p.usdz", []],
    ]);
  });
});

describe("reports", () => {
  test("json", async () => {
    using folder = new TestFolder({ "bad.usda": BAD, "good.usda": GOOD });
    const { stdout } = await lint(folder.path, "--format", "json");
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      files: [
        {
          path: "bad.usda",
          profile: "usda",
          verdict: { passed: false, errors: 1, warnings: 0, infos: 0 },
          diagnostics: [
            {
              rule: "usda-syntax",
              severity: "error",
              effect: "rejected",
              message: expect.any(String) as string,
              code: "USDA_VALUE_TYPE",
              primPath: "/World",
              property: null,
              range: { start: { line: 4, column: 13 }, end: { line: 4, column: 18 } },
              hint: null,
              related: [],
              fixes: [],
            },
          ],
        },
        {
          path: "good.usda",
          profile: "usda",
          verdict: { passed: true, errors: 0, warnings: 0, infos: 0 },
          diagnostics: [],
        },
      ],
      folders: [{ path: ".", files: 2, passed: 1, failed: 1, errors: 1, warnings: 0, infos: 0, sets: [] }],
      summary: { files: 2, errors: 1, warnings: 0, infos: 0, fixable: 0 },
    });
  });

  test("jsonl has a file a line", async () => {
    using folder = new TestFolder({ "bad.usda": BAD, "good.usda": GOOD });
    const lines = linesOf((await lint(folder.path, "--format", "jsonl")).stdout).map(
      (line) => JSON.parse(line) as { path: string },
    );
    expect(lines.map(({ path }) => path)).toEqual(["bad.usda", "good.usda"]);
  });

  test("several at once, to files in new folders", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    const result = await lint(
      folder.path,
      "--format",
      "json=out/a=b.json",
      "--format",
      "pretty=out/p.txt",
      "--format",
      "concise",
    );
    expect([result.code, linesOf(result.stdout).length]).toEqual([1, 2]);
    expect(JSON.parse(readFileSync(join(folder.path, "out/a=b.json"), "utf8"))).toMatchObject({
      summary: { errors: 1 },
    });
    expect(readFileSync(join(folder.path, "out/p.txt"), "utf8")).toContain(
      '> 4 │     int x = "one"\n    │             ^^^^^\n',
    );
  });

  test.skipIf(process.platform !== "linux")("a report that cannot be written", async () => {
    using folder = new TestFolder({ "bad.usda": BAD, file: "" });
    expect(await lint(folder.path, "--format", "json=/dev/full")).toEqual({
      code: 2,
      stdout: "",
      stderr: "usda-lint: /dev/full: no space left\n",
    });
    expect((await lint(folder.path, "--format", "json=file/x.json")).code).toBe(2);
  });

  test.skipIf(spawnSync("script", ["--version"]).status !== 0)("on a terminal: pretty, in colour", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    const shell = `"${process.execPath}" "${commandFile("usda-lint")}" --profile usda bad.usda`;
    const options = { cwd: folder.path, env: { ...plainEnvironment(), TERM: "xterm" }, encoding: "utf8" } as const;
    const { status, stdout } = spawnSync("script", ["-qec", shell, "/dev/null"], options);
    expect(status).toBe(1);
    expect(stdout).toContain("\x1b[31m^^^^^\x1b[39m");
  });

  test("pretty", async () => {
    using folder = new TestFolder({ "twice.usda": TWICE });
    expect((await lint(folder.path, "--format", "pretty")).stdout).toMatchInlineSnapshot(`
      "twice.usda:5:5  warning  duplicate-field
        "x" is authored twice here; this one wins.
        in World › x
        4 │     int x = 1
      > 5 │     int x = 2
          │     ^^^^^^^^^
        6 │ }
        note: authored here first twice.usda:4:5
      > 4 │     int x = 1
          │     ^^^^^^^^^
        hint: Remove one of the two.

      ▲ 0 errors, 1 warning in 1 file
      "
    `);
  });

  test("--quiet leaves errors in all of them", async () => {
    using folder = new TestFolder({ "twice.usda": TWICE });
    const result = await lint(folder.path, "--quiet", "--format", "json");
    expect(JSON.parse(result.stdout)).toMatchObject({ files: [{ diagnostics: [] }], summary: { warnings: 0 } });
    expect((await lint(folder.path, "--quiet")).stdout).toBe("");
  });

  test("colours by flag and environment", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    const run = async (args: string[], env: Record<string, string>): Promise<boolean> =>
      (await lintText(["--format", "pretty", ...args], { cwd: folder.path, env })).stdout.includes("\x1b[");
    expect(await run([], {})).toBe(false);
    expect(await run(["--color"], {})).toBe(true);
    expect(await run([], { FORCE_COLOR: "1" })).toBe(true);
    expect(await run(["--no-color"], { FORCE_COLOR: "1" })).toBe(false);
    expect(await run([], { NO_COLOR: "1" })).toBe(false);
  });

  test("nothing of a file reaches the terminal raw", async () => {
    const evil = "\x1b]0;x\x07\u202e\u2066\x9b\u200b";
    using folder = new TestFolder({ [`${evil}.usda`]: `#usda 1.0\ndef "A" { # ${evil}\n    ${evil} x ${evil}\n}\n` });
    for (const format of ["pretty", "concise", "json", "jsonl"]) {
      const { code, stdout, stderr } = await lint(folder.path, "--format", format);
      expect([format, code]).toEqual([format, 1]);
      expect(`${stdout}${stderr}`).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e\u2066]/);
    }
    const { stderr } = await lint(folder.path, "missing\x1b[31m.usda", "--format", "concise");
    expect(stderr).toContain("missing\\x1b[31m.usda");
  });
});

test("disable comments", async () => {
  using folder = new TestFolder({
    "a.usda":
      '#usda 1.0\ndef "A"\n{\n    int x = 1\n    int x = 2 # usda-lint-disable-line duplicate-field -- later\n}\n',
  });
  expect(await lint(folder.path)).toEqual({ code: 0, stdout: "", stderr: "" });
});

test.skipIf(process.platform === "win32")("a reader that goes away", async () => {
  using folder = new TestFolder();
  for (let i = 0; i < 300; i++) folder.write(`f${i}.usda`, BAD.replace("int x", `int ${"x".repeat(400)}`));
  for (const format of ["pretty", "json", "concise"]) {
    const shell = `"${process.execPath}" "${commandFile("usda-lint")}" --format ${format} . | head -1`;
    const { status, stderr } = spawnSync("sh", ["-c", shell], {
      cwd: folder.path,
      env: plainEnvironment(),
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  }
});
