// Entries of reports that later runs repeat, through the real command.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { plantAnswers } from "../test-support/plant-answers.ts";
import { BAD, GOOD, TWICE, TestFolder, runCommand, type Result } from "../test-support/run-command.ts";
import { readCacheKey } from "./cache-key.ts";

/** The folder of the key: not that of the user who runs the tests. */
const CONFIG = mkdtempSync(join(tmpdir(), "usda-lint-key-"));
const KEY = { XDG_CONFIG_HOME: CONFIG };
const { now } = Date;
beforeAll(() => {
  vi.stubEnv("XDG_CONFIG_HOME", CONFIG);
  later(10_000);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(CONFIG, { recursive: true, force: true });
});

/** A file that was written just now may change again within one tick of the clock: runs are a while later. */
function later(milliseconds: number): void {
  vi.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
}

const CACHE = ["--cache-location", ".cache"];
const FILES = { "a/a.usda": TWICE, "a/b.usda": BAD, "a/c/c.usda": TWICE, "a/d.usda": TWICE, "e.usda": TWICE };

/** Runs with a profile that is not composed. */
function lint(folder: TestFolder, ...args: string[]): Promise<Result> {
  const format = args.includes("--format") ? [] : ["--format", "json"];
  return runCommand("usda-lint", ["--profile", "usda", ...format, ...args], { cwd: folder.path });
}

/** Packs of this machine. */
function packs(folder: TestFolder): string[] {
  const names = readdirSync(join(folder.path, ".cache"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /^stats-.*pack-/u.test(name)).map((name) => join(folder.path, ".cache", name));
}

describe("an entry is repeated", () => {
  const plant = (folder: TestFolder): void =>
    plantAnswers(packs(folder), readCacheKey(KEY), (answer) => answer.replaceAll("authored twice", "planted"));
  const planted = (text: string): number => text.split("planted").length - 1;

  test.each(["json", "jsonl", "concise"])("of files that were not written since: %s", async (format) => {
    using folder = new TestFolder(FILES);
    const plain = await lint(folder, "--format", format);
    expect(await lint(folder, "--format", format, ...CACHE)).toEqual(plain);
    plant(folder);
    const repeated = await lint(folder, "--format", format, ...CACHE);
    expect(repeated.stdout).toBe(plain.stdout.replaceAll("authored twice", "planted"));
    expect(planted(repeated.stdout)).toBe(4);
    folder.write("a/a.usda", `${TWICE}# changed\n`);
    folder.write("a/c/new.usda", TWICE);
    expect(planted((await lint(folder, "--format", format, ...CACHE)).stdout)).toBe(3);
    // What was checked is kept with what was repeated.
    plant(folder);
    expect(planted((await lint(folder, "--format", format, ...CACHE)).stdout)).toBe(5);
  });

  test("of shards, whose joined report is that of one run", async () => {
    using folder = new TestFolder(FILES);
    const plain = await lint(folder);
    for (let run = 0; run < 2; run++) {
      for (const shard of ["1", "2"]) {
        const { stdout } = await lint(folder, "--shard", `${shard}/2`, ...CACHE);
        folder.write(`${shard}.json`, run === 0 ? stdout : stdout.replaceAll("planted", "authored twice"));
        expect(planted(stdout) > 0).toBe(run > 0);
      }
      plant(folder);
    }
    const joined = await runCommand("usda-lint", ["merge-reports", "1.json", "2.json", "--format", "json"], {
      cwd: folder.path,
    });
    expect(joined.stdout).toBe(plain.stdout);
  });

  test.each<[string, (folder: TestFolder) => void, string[]]>([
    ["the levels", (folder) => folder.write("usda-lint.config.json", '{"rules":{"duplicate-field":"error"}}'), []],
    ["a flag", () => {}, ["--rule", "duplicate-field:error"]],
    ["--quiet", () => {}, ["--quiet"]],
    ["--composed", () => {}, ["--composed"]],
    ["a baseline", () => {}, ["--baseline", "b.json", "--update-baseline"]],
    ["a limit", () => {}, ["--max-diagnostics", "2"]],
    ["statistics", () => {}, ["--statistics"]],
    ["another format", () => {}, ["--format", "sarif"]],
    ["the profile", () => {}, ["--profile", "usd"]],
  ])("not if another is due: %s", async (_, change, args) => {
    using folder = new TestFolder(FILES);
    await lint(folder, ...CACHE);
    plant(folder);
    change(folder);
    const plain = await lint(folder, ...args);
    expect(await lint(folder, ...args, ...CACHE)).toEqual(plain);
  });

  test("not after 20 days: answers of a cache that no run uses are removed", async () => {
    using folder = new TestFolder(FILES);
    const plain = await lint(folder, ...CACHE);
    plant(folder);
    later(21 * 24 * 60 * 60 * 1000);
    expect(await lint(folder, ...CACHE)).toEqual(plain);
    later(10_000);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["with a signature of another key", (bytes) => Buffer.concat([bytes.subarray(0, -32), Buffer.alloc(32)])],
    ["cut", (bytes) => bytes.subarray(0, 100)],
    ["with bytes changed", (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("planted", "Planted"), "latin1")],
  ])("not from a cache that is broken: %s", async (_, change) => {
    using folder = new TestFolder(FILES);
    const plain = await lint(folder, ...CACHE);
    plant(folder);
    for (const file of packs(folder)) writeFileSync(file, change(readFileSync(file)));
    expect((await lint(folder, ...CACHE)).stdout).toBe(plain.stdout);
  });
});

test("law: whatever is edited between runs, entries are those of a run without the cache", async () => {
  const stage = '#usda 1.0\n(\n    defaultPrim = "R"\n)\ndef Xform "R" (\n    references = @a.usda@\n)\n{\n}\n';
  const texts = [GOOD, BAD, TWICE, `${TWICE}# usda-lint-disable duplicate-field\n`, "", stage];
  const configs = [
    "{}",
    '{"rules":{"duplicate-field":"error"}}',
    '{"overrides":[{"files":["s/**"],"rules":{"duplicate-field":"off"},"profile":"usd"}]}',
    '{"ignore":["a.usda"]}',
    "{",
  ];
  const flags = [
    [],
    ["--quiet"],
    ["--format", "concise"],
    ["--profile", "usda"],
    ["--no-composed"],
    ["--shard", "2/2"],
  ];
  const step = fc.record({
    file: fc.constantFrom("a.usda", "b.usda", "s/c.usda", "s/t/d.usda", "s/u.usda"),
    text: fc.constantFrom(undefined, ...texts),
    config: fc.constantFrom(...configs),
    flags: fc.constantFrom(...flags),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      using folder = new TestFolder({ "a.usda": GOOD, "b.usda": BAD, "s/c.usda": TWICE, "s/t/d.usda": TWICE });
      for (const { file, text, config, flags: chosen } of steps) {
        if (text === undefined) rmSync(join(folder.path, file), { force: true });
        else folder.write(file, text);
        folder.write("usda-lint.config.json", config);
        const args = chosen.includes("--format") ? chosen : ["--format", "json", ...chosen];
        const run = (...more: string[]): Promise<Result> =>
          runCommand("usda-lint", [...args, ...more], { cwd: folder.path });
        const plain = await run();
        expect(await run(...CACHE)).toEqual(plain);
        expect(await run(...CACHE)).toEqual(plain);
      }
    }),
    { numRuns: 3 },
  );
});
