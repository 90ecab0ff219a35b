// Campaign in CI: recipes of engines on a small library: each joins to the report of one run. OpenJD and Ray where they are installed.

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noPostgres, startPostgres } from "../../packages/gateway/src/test-support/postgres-server.ts";

const root = join(import.meta.dirname, "../..");
const recipes = join(root, "docs/recipes");
const LINT = `${process.execPath} ${join(root, "packages/usda-lint/src/bin/usda-lint.ts")}`;
const SHARDS = "3";
const FILES = 10;

/** `pip install openjd-cli` and `pip install "ray[data]"`: the commands are those of this Python, or on the PATH. */
const PYTHON = process.env["USDKIT_ENGINES_PYTHON"] ?? "python3";
const OPENJD = PYTHON.includes("/") ? join(PYTHON, "../openjd") : "openjd";
const noOpenJd =
  spawnSync(OPENJD, ["--version"]).error === undefined ? undefined : "openjd is not installed (PyPI: openjd-cli)";
const noRay =
  spawnSync(PYTHON, ["-c", "import ray.data"]).status === 0 ? undefined : "ray is not installed (PyPI: ray[data])";
for (const reason of [noOpenJd, noRay, noPostgres])
  if (reason !== undefined) console.log(`recipes of engines: ${reason}`);

let folder = "";
let library = "";
let expected: unknown;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "usdkit-engines-"));
  library = join(folder, "library");
  mkdirSync(library);
  for (let i = 0; i < FILES; i++) {
    writeFileSync(
      join(library, `f${i}.usda`),
      `#usda 1.0\ndef Cube "A"\n{\n    int x = 1\n${"    int x = 2\n".repeat(i % 2)}}\n`,
    );
  }
  const [node = "", ...lint] = LINT.split(" ");
  const { stdout } = run(node, [...lint, ".", "--no-composed", "--format", "json"], { codes: [0, 1], cwd: library });
  expected = JSON.parse(stdout);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly codes?: readonly number[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

function run(
  command: string,
  args: readonly string[],
  { codes = [0], env = {}, cwd = folder }: RunOptions = {},
): Output {
  const all = { ...process.env, ...env };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: all,
    timeout: 300_000,
  });
  if (status === null || !codes.includes(status))
    throw error ?? new Error(`${command}: ${status}\n${stdout}\n${stderr}`);
  return { stdout, stderr };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

describe("the joined report is that of one run", { timeout: 300_000 }, () => {
  test("the run has findings", () => {
    expect(expected).toMatchObject({ summary: { files: FILES } });
    expect(JSON.stringify(expected)).toContain('"rule"');
  });

  test.skipIf(noOpenJd !== undefined)("OpenJD", () => {
    const template = join(recipes, "openjd/check-library.yaml");
    run(OPENJD, ["check", template]);
    const values = { Library: library, Reports: join(folder, "openjd"), Shards: SHARDS, UsdaLint: LINT };
    const parameters = Object.entries(values).flatMap(([name, value]) => ["-p", `${name}=${value}`]);
    run(OPENJD, ["run", template, "--step", "Join", "--run-dependencies", ...parameters]);
    expect(readJson("openjd/library.json")).toEqual(expected);
  });

  test.skipIf(noRay !== undefined)("Ray", () => {
    const script = join(recipes, "ray/check_library.py");
    run(PYTHON, [script, library, join(folder, "ray.json"), SHARDS, ...LINT.split(" ")], {
      env: { RAY_DISABLE_IMPORT_WARNING: "1" },
    });
    expect(readJson("ray.json")).toEqual(expected);
  });

  test.skipIf(noPostgres !== undefined)("pg-boss", async () => {
    await using server = await startPostgres();
    const place = join(folder, "pg-boss");
    mkdirSync(place);
    copyFileSync(join(recipes, "pg-boss/check-library.mjs"), join(place, "check-library.mjs"));
    // As `npm install pg-boss` would.
    symlinkSync(join(root, "packages/gateway/node_modules"), join(place, "node_modules"));
    // A shard fails at first: its job is tried again.
    const flaky = join(place, "flaky.sh");
    const fails = `case "$*" in *" 2/${SHARDS} "*) mkdir ${place}/failed 2>/dev/null && exit 2;; esac`;
    writeFileSync(flaky, `${fails}\nexec ${LINT} "$@"\n`);
    const env = { DATABASE_URL: server.makeDatabase("checks"), USDA_LINT: `sh ${flaky}` };
    const call = (...args: string[]): Output =>
      run(process.execPath, [join(place, "check-library.mjs"), ...args], { env });
    const reports = join(folder, "pg-boss-reports");
    call("submit", library, reports, SHARDS);
    call("work");
    expect(existsSync(join(place, "failed"))).toBe(true);
    expect(JSON.parse(call("join", reports).stdout)).toEqual(expected);
  });
});
