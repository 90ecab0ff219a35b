// The formats through the real command; what each writes is tested in reporters/*.test.ts.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { reporters } from "../reporters/index.ts";
import { RAW } from "../test-support/render-report.ts";
import { BAD, GOOD, runCommand, runProcess, TestFolder, TWICE, type Result } from "../test-support/run-command.ts";

/** By the rules about the text alone: what others find in these files is not the matter here. */
const lint = (cwd: string, ...args: string[]): Promise<Result> =>
  runCommand("usda-lint", ["--profile", "usda", ...args], { cwd });
const FORMATS = Object.keys(reporters);
const INFO = ["--rule", "duplicate-field:info"];

/** How each format's entries are counted: one for each finding. */
const ENTRIES: Readonly<Record<string, (text: string) => number>> = {
  pretty: (text) => text.match(/^\S+\.usda:\d+:\d+ {2}(?:error|warning|info) /gm)?.length ?? 0,
  concise: (text) => text.match(/^\S+:\d+:\d+: (?:error|warning|info) /gm)?.length ?? 0,
  json: (text) =>
    (JSON.parse(text) as { files: { diagnostics: [] }[] }).files.flatMap((file) => file.diagnostics).length,
  jsonl: (text) =>
    text
      .split("\n")
      .slice(0, -1)
      .flatMap((line) => (JSON.parse(line) as { diagnostics: [] }).diagnostics).length,
  sarif: (text) => (JSON.parse(text) as { runs: { results: [] }[] }).runs.flatMap((run) => run.results).length,
  github: (text) => text.match(/^::(?:error|warning|notice) /gm)?.length ?? 0,
  gitlab: (text) => (JSON.parse(text) as []).length,
  junit: (text) => text.match(/<(?:failure|skipped) /g)?.length ?? 0,
  html: (text) => text.match(/<article /g)?.length ?? 0,
};

test("one entry a finding in every format, infos included; --quiet leaves errors in all", async () => {
  using folder = new TestFolder({ "a.usda": GOOD, "b.usda": BAD, "d/c.usda": TWICE });
  for (const flags of [INFO, ["--quiet", ...INFO]]) {
    const files = FORMATS.flatMap((format) => ["--format", `${format}=out/${format}`]);
    expect(await lint(folder.path, ...files, ...flags)).toEqual({ code: 1, stdout: "", stderr: "" });
    for (const format of FORMATS) {
      const text = readFileSync(join(folder.path, "out", format), "utf8");
      // A format that is not counted below has the error too.
      expect([format, text.includes("usda-syntax")]).toEqual([format, true]);
    }
    for (const [format, count] of Object.entries(ENTRIES)) {
      const found = count(readFileSync(join(folder.path, "out", format), "utf8"));
      expect([format, found]).toEqual([format, flags.includes("--quiet") ? 1 : 2]);
    }
  }
});

test.each(FORMATS)("%s: the same to standard output as to a file, and nothing raw", async (format) => {
  const evil = "\x1b]0;x\x07\u202e\u2066\u200b<script>\"'&%]]>";
  using folder = new TestFolder({
    [`${evil}.usda`]: `#usda 1.0\ndef "A" { # ${evil}\n    ${evil} x ${evil}\n}\n`,
    "bad.usda": BAD,
  });
  const shown = await lint(folder.path, "--format", format);
  const kept = await lint(folder.path, "--format", `${format}=report.txt`);
  expect([shown.code, kept.code, kept.stdout, kept.stderr]).toEqual([1, 1, "", ""]);
  expect(shown.stdout).toBe(readFileSync(join(folder.path, "report.txt"), "utf8"));
  expect(shown.stdout).not.toMatch(RAW);
  const count = ENTRIES[format] ?? ((text) => text.match(/usda-syntax/g)?.length ?? 0);
  expect(count(shown.stdout)).toBeGreaterThan(1);
});

describe("reports in files", () => {
  test.skipIf(process.platform !== "linux")(
    "a broken run leaves no half report, and the old one as it was",
    async () => {
      using folder = new TestFolder({ "bad.usda": BAD, "old.json": "old" });
      const result = await lint(
        folder.path,
        "--format",
        "json=old.json",
        "--format",
        "sarif=new.sarif",
        "--format",
        "html=/dev/full",
      );
      expect([result.code, result.stderr]).toEqual([2, "usda-lint: /dev/full: no space left\n"]);
      expect(readdirSync(folder.path).toSorted()).toEqual(["bad.usda", "old.json"]);
      expect(readFileSync(join(folder.path, "old.json"), "utf8")).toBe("old");
    },
  );

  test("complete also where a file could not be read", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    expect((await lint(folder.path, "--format", "gitlab=r.json", "missing.usda", "bad.usda")).code).toBe(2);
    expect(JSON.parse(readFileSync(join(folder.path, "r.json"), "utf8"))).toHaveLength(1);
  });

  test("two formats for one file are rejected, however it is called", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    mkdirSync(join(folder.path, "d"));
    const result = await lint(folder.path, "--format", "json=r.json", "--format", "sarif=d/../r.json");
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("Two formats for d/../r.json");
    expect(readdirSync(folder.path).toSorted()).toEqual(["bad.usda", "d"]);
  });

  test("a folder is not a place for a report", async () => {
    using folder = new TestFolder({ "bad.usda": BAD, "d/x": "" });
    expect((await lint(folder.path, "--format", "json=d")).stderr).toBe("usda-lint: d: is a folder\n");
  });
});

test("a run loads the reporters that it was asked for, and no other", async () => {
  using folder = new TestFolder({
    "bad.usda": BAD,
    "log.mjs": `
      import { registerHooks } from "node:module";
      import { writeSync } from "node:fs";
      registerHooks({
        load(url, context, next) {
          writeSync(2, url + "\\n");
          return next(url, context);
        },
      });`,
  });
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(join(folder.path, "log.mjs")).href}` };
  // Every run counts findings and opens its outputs.
  const always: readonly string[] = ["count-findings", "index", "outputs", "statistics"];
  const loaded = (...args: string[]): string[] => {
    const { stderr } = runProcess("usda-lint", [...args, "bad.usda"], { cwd: folder.path, env });
    const names = Array.from(stderr.matchAll(/\/src\/reporters\/([\w-]+)\.ts/g), ([, name]) => name ?? "");
    expect(names).toEqual(expect.arrayContaining([...always]));
    return names.filter((name) => !always.includes(name)).toSorted();
  };
  expect(loaded()).toEqual(["concise", "place", "summary-text"]);
  expect(loaded("--format", "json")).toEqual(["json", "json-file", "verdicts"]);
  expect(loaded("--format", "gitlab")).toEqual(["fingerprint", "gitlab", "place"]);
});
