// Stages that are composed by threads: the report is that of one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand, runProcess, TestFolder, type Result } from "../test-support/run-command.ts";

const FLAGS = ["--no-config", "--composed", "--profile", "usd"];

let folder: TestFolder;

beforeAll(() => {
  folder = new TestFolder({ "materials/wood.usda": MATERIAL, "broken.usda": "#usda 1.0\ndef {" });
  for (let i = 0; i < 10; i++) {
    const place = `shelf-${i % 4}/asset-${i}`;
    folder.write(`${place}/asset.usda`, asset(i));
    folder.write(`${place}/look.usda`, look(i));
  }
});

afterAll(() => {
  folder[Symbol.dispose]();
});

const lint = (jobs: number, ...args: string[]): Promise<Result> =>
  runCommand("usda-lint", [...FLAGS, "--jobs", String(jobs), ...args, "."], {
    cwd: folder.path,
    env: { XDG_CONFIG_HOME: join(folder.path, "settings") },
  });

describe("reports are the same for any number of threads", () => {
  test("of all files", async () => {
    const one = await lint(1, "--format", "json");
    expect(one.stdout).toContain("gone-7.png");
    expect(await lint(3, "--format", "json")).toEqual(one);
  });

  test("of a shard, and with what runs have left in a cache", async () => {
    const one = await lint(1, "--format", "json", "--shard", "1/2");
    const cache = ["--format", "json", "--shard", "1/2", "--cache-location", join(folder.path, ".cache")];
    for (const jobs of [2, 1]) expect(await lint(jobs, ...cache)).toEqual(one);
  });

  test("with limits that are noted, and a session", async () => {
    folder.write("session.usda", '#usda 1.0\nover "Asset"\n{\n    rel session = </Gone>\n}\n');
    const flags = ["--format", "concise", "--max-variants", "1", "--session", "session.usda"];
    const one = await lint(1, ...flags);
    expect(one.stderr).toContain("combination");
    expect(await lint(2, ...flags)).toEqual(one);
  });

  test("of standard input in the place of a file", async () => {
    const input = asset(3).replace("look.usda", "other.usda");
    const run = (jobs: string): Promise<Result> =>
      runCommand(
        "usda-lint",
        [
          ...FLAGS,
          "--jobs",
          jobs,
          "--format",
          "concise",
          "--stdin-filename",
          "shelf-3/asset-3/asset.usda",
          "-",
          "shelf-3",
        ],
        { cwd: folder.path, input },
      );
    const one = await run("1");
    expect(one.stdout).toContain("other.usda");
    expect(await run("2")).toEqual(one);
  });
});

test("a thread that ends while it composes: the root is named, and all others are checked", () => {
  // Each thread runs it first; the main thread reads the file as well, to check its text.
  const crash = `import fs from "node:fs";
import { isMainThread } from "node:worker_threads";
const { openSync } = fs;
if (!isMainThread) fs.openSync = (file, ...more) => {
  if (String(file).endsWith("shelf-1/asset-5/asset.usda")) process.exit(7);
  return openSync(file, ...more);
};`;
  const library = Array.from({ length: 10 }, (_, i) => `shelf-${i % 4}/asset-${i}`);
  const args = [...FLAGS, "--jobs", "2", "--format", "json", ...library];
  const { code, stdout, stderr } = runProcess("usda-lint", args, {
    cwd: folder.path,
    env: {
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(crash)}"`,
      XDG_CONFIG_HOME: join(folder.path, "settings"),
    },
  });
  expect([code, stderr]).toEqual([
    2,
    "usda-lint: shelf-1/asset-5/asset.usda: the check of the stage crashed: its worker ended with code 7\n",
  ]);
  const { files } = JSON.parse(stdout) as { files: { path: string; diagnostics: object[] }[] };
  const roots = files.filter(({ path }) => path.endsWith("/asset.usda"));
  const found = roots.filter(({ diagnostics }) => diagnostics.length > 0).map(({ path }) => path);
  expect([roots.length, found.length, found.includes("shelf-1/asset-5/asset.usda")]).toEqual([10, 9, false]);
});

test("fixes of stages are the same for any number of threads", async () => {
  const fixed: string[] = [];
  for (const jobs of ["1", "2"]) {
    using copy = new TestFolder({ "a/a.usda": asset(1), "a/look.usda": look(1), "materials/wood.usda": MATERIAL });
    const { code } = await runCommand("usda-lint", [...FLAGS, "--fix", "--jobs", jobs, "."], { cwd: copy.path });
    fixed.push(`${code} ${read(copy, "a/a.usda")} ${read(copy, "a/look.usda")}`);
  }
  expect(fixed[1]).toBe(fixed[0]);
});

function read(files: TestFolder, name: string): string {
  return readFileSync(join(files.path, name), "utf8");
}

function asset(i: number): string {
  return `#usda 1.0
(
    defaultPrim = "Asset"
    metersPerUnit = 1
    upAxis = "Y"
    subLayers = [@./look.usda@]
)

def Xform "Asset" (
    variants = {
        string size = "large"
    }
    prepend variantSets = "size"
)
{
    variantSet "size" = {
        "large" {
            rel shown = </Asset/Large${i % 3}>
        }
        "medium" {
        }
        "small" {
            rel shown = </Asset/Small>
        }
    }
}
`;
}

function look(i: number): string {
  return `#usda 1.0
over "Asset"
{
    asset preview = @./gone-${i}.png@
    def Material "Wood" (
        prepend references = @../../materials/wood.usda@
    )
    {
    }
}
`;
}

const MATERIAL = `#usda 1.0
(
    defaultPrim = "Wood"
)

def Material "Wood"
{
    asset grain = @./grain.png@
}
`;
