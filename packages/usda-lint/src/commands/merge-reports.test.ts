// Campaign: libraries in 60 subsets, in JSON and SARIF.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { BAD, GOOD, runCommand, TestFolder, TWICE, type Result } from "../test-support/run-command.ts";

const prim = (name: string, more: string): string => `#usda 1.0\n\ndef Xform "${name}"\n{\n${more}}\n`;

/** Files that use each other, also from outside of the folder that is checked. */
const LIBRARY: Readonly<Record<string, string>> = {
  "outside.usda": prim("Outside", "    rel bad = </Nowhere>\n"),
  "lib/bad.usda": BAD,
  "lib/good.usda": GOOD,
  "lib/twice.usda": TWICE,
  "lib/set.usda": prim("Set", "    asset tex = @./wood.png@\n    rel bad = </Nowhere>\n    int x = 1\n    int x = 2\n"),
  "lib/shot.usda":
    '#usda 1.0\n(\n    subLayers = [@set.usda@, @parts/part.usda@]\n)\n\nover "Set"\n{\n    rel more = </No>\n}\n',
  "lib/parts/part.usda": prim(
    "Part",
    "    # usda-lint-disable-next-line target-missing\n    rel bad = </Nowhere>\n    rel other = </Gone>\n",
  ),
  "lib/a.usda": "#usda 1.0\n(\n    subLayers = [@b.usda@, @../outside.usda@]\n)\n",
  "lib/b.usda": "#usda 1.0\n(\n    subLayers = [@a.usda@]\n)\n",
  "lib/empty.usda": "",
};
const NAMES = Object.keys(LIBRARY).filter((name) => name.startsWith("lib/"));

async function lint(folder: TestFolder, ...args: string[]): Promise<Result> {
  return runCommand("usda-lint", ["--no-config", ...args], { cwd: folder.path });
}

/** Reads a JSON report. */
function read(text: string): { files: { path: string }[]; summary: { files: number; baselined?: number } } {
  return JSON.parse(text) as ReturnType<typeof read>;
}

async function merge(folder: TestFolder, ...args: string[]): Promise<Result> {
  return runCommand("usda-lint", ["merge-reports", ...args], { cwd: folder.path });
}

/** Writes the reports of all shards; returns their names. */
async function writeShards(folder: TestFolder, count: number, format: string, ...args: string[]): Promise<string[]> {
  const names: string[] = [];
  for (let index = 1; index <= count; index++) {
    names.push(`shard-${index}.${format}`);
    await lint(folder, "--shard", `${index}/${count}`, "--format", `${format}=${names.at(-1)}`, ...args);
  }
  return names;
}

describe("usda-lint --shard and merge-reports", () => {
  test.each(["json", "sarif"])(
    "joined %s reports are that of one run, for any files, shards and order",
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.subarray(NAMES, { minLength: 1 }),
          fc.integer({ min: 1, max: 4 }),
          fc.boolean(),
          fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
          async (names, count, quiet, order) => {
            using folder = new TestFolder(
              Object.fromEntries(["outside.usda", ...names].map((name) => [name, LIBRARY[name]])),
            );
            const flags = ["lib", ...(quiet ? ["--quiet"] : [])];
            const one = await lint(folder, "--format", format, ...flags);
            const shards = await writeShards(folder, count, format, ...flags);
            const shuffled = shards.map((name, i) => ({ name, by: order[i] })).sort((a, b) => a.by - b.by);
            const joined = await merge(folder, ...shuffled.map(({ name }) => name), "--format", format);
            expect(joined).toEqual({ ...one, stderr: "" });
          },
        ),
        { numRuns: inject("deep") ? 60 : 2 },
      );
    },
  );

  test("with a baseline, ignored files and settings by path", async () => {
    using folder = new TestFolder({
      ...LIBRARY,
      "lib/usda-lint.config.json": JSON.stringify({
        baseline: "known.json",
        ignore: ["good.usda", "set.usda"],
        overrides: [{ files: ["parts/**"], rules: { "target-missing": "error" } }],
      }),
    });
    const run = (...args: string[]): Promise<Result> => runCommand("usda-lint", args, { cwd: folder.path });
    await run("lib", "--update-baseline");
    folder.write("lib/more.usda", prim("More", "    rel bad = </Nowhere>\n    int x = 1\n    int x = 2\n"));
    folder.write("lib/shot.usda", LIBRARY["lib/shot.usda"].replace("rel more", "rel another = </No2>\n    rel more"));
    const one = await run("lib", "--format", "json");
    expect(read(one.stdout).summary.baselined).toBeGreaterThan(0);
    for (const index of [1, 2, 3]) await run("lib", "--shard", `${index}/3`, "--format", `json=${index}.json`);
    const joined = await run("merge-reports", "3.json", "1.json", "2.json");
    expect([joined.stdout, joined.code]).toEqual([one.stdout, one.code]);
  });

  test("other formats are those of one run as well, from JSON and SARIF", async () => {
    using folder = new TestFolder(LIBRARY);
    for (const from of ["json", "sarif"]) {
      const shards = await writeShards(folder, 2, from, "lib");
      for (const format of from === "json" ? ["jsonl", "sarif", "concise", "github"] : ["gitlab", "junit", "json"]) {
        const one = await lint(folder, "lib", "--format", format);
        const joined = await merge(folder, ...shards, "--format", format);
        expect(joined.stdout, `${from} to ${format}`).toBe(one.stdout);
      }
    }
  });

  test("a report that was laid out again, and reports that are not of shards", async () => {
    using folder = new TestFolder({ "a.usda": BAD, "b.usda": TWICE });
    const one = await lint(folder, "a.usda", "b.usda", "--format", "json");
    const [first] = await writeShards(folder, 1, "json", "a.usda", "b.usda");
    folder.write(first, JSON.stringify(JSON.parse(readFileSync(join(folder.path, first), "utf8")), null, 2));
    expect((await merge(folder, first)).stdout).toBe(one.stdout);
    await lint(folder, "a.usda", "--format", "json=a.json");
    await lint(folder, "b.usda", "--format", "json=b.json");
    expect((await merge(folder, "a.json", "b.json")).stdout).toBe(one.stdout);
  });

  test("problems of a shard are told, and end with 2", async () => {
    using folder = new TestFolder({ "a.usda": GOOD });
    const shards = await writeShards(folder, 2, "json", "a.usda", "gone.usda");
    const { code, stderr } = await merge(folder, ...shards);
    expect([code, stderr]).toEqual([2, "usda-lint: shard 2/2: gone.usda: no such file\n"]);
  });

  test.each(["json", "sarif"])("a %s report that is cut off anywhere is named", async (format) => {
    using folder = new TestFolder({ "a.usda": BAD, "b.usda": TWICE });
    const [name] = await writeShards(folder, 1, format, "a.usda", "b.usda");
    const text = readFileSync(join(folder.path, name), "utf8");
    await lint(folder, "a.usda", "b.usda", "--format", "json=whole.json");
    const texts = [text, ...(format === "json" ? [readFileSync(join(folder.path, "whole.json"), "utf8")] : [])];
    for (const each of texts) {
      // Also at ends of lines: what is before them is well-formed.
      const ends = Array.from(each.matchAll(/\n/gu), ({ index }) => index);
      for (const end of [...ends.slice(0, -1), ...ends.map((at) => at + 1).slice(0, -1), each.length - 3]) {
        folder.write("cut", each.slice(0, end));
        const { code, stdout, stderr } = await merge(folder, "cut");
        expect([end, code, stdout]).toEqual([end, 2, ""]);
        expect(stderr).toMatch(/^usda-lint: cut: /u);
      }
    }
  });

  test("a shard that ended early makes the joined report a problem", async () => {
    using folder = new TestFolder({ "a.usda": GOOD, "b.usda": GOOD });
    const [first] = await writeShards(folder, 2, "json", "a.usda", "b.usda");
    await lint(folder, "--shard", "2/2", "--format", "json=2.json", "--max-time", "0", "a.usda", "b.usda");
    const { code, stdout, stderr } = await merge(folder, first, "2.json");
    expect([code, stderr]).toEqual([
      2,
      "usda-lint: shard 2/2: --max-time is over, and files are left: finish this shard, and join again\n",
    ]);
    expect(read(stdout).summary.files).toBe(1);
  });

  test("shards with other options are not joined", async () => {
    using folder = new TestFolder({ "a.usda": GOOD, "b.usda": GOOD });
    const flags = ["--profile", "usd", "--rule", "target-missing:off", "--no-composed"];
    await lint(folder, "--shard", "1/2", "--format", "json=1.json", "a.usda", "b.usda", ...flags);
    await lint(folder, "--shard", "2/2", "--format", "json=2.json", "a.usda", "b.usda");
    const { code, stdout, stderr } = await merge(folder, "1.json", "2.json");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^usda-lint: 2\.json: checked with other options than 1\.json, "[^"]*" and "--profile usd --rule target-missing:off --no-composed[^"]*"/u,
    );
  });

  test("what cannot be joined", async () => {
    using folder = new TestFolder({
      "a.usda": GOOD,
      "b.usda": GOOD,
      "no.json": "{}",
      "empty.json": "",
      "cut.json": '{"version":1,"files":[\n{"path":"a',
    });
    const [first, second] = await writeShards(folder, 2, "json", "a.usda", "b.usda");
    const other = (await writeShards(folder, 3, "sarif", "a.usda"))[0];
    const fails = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await merge(folder, ...args);
      expect([code, stdout]).toEqual([2, ""]);
      return stderr.split("\n")[0];
    };
    expect(await fails(first)).toBe("usda-lint: Missing 1 report of shards: 2/2");
    expect(await fails(first, second, first)).toBe(
      "usda-lint: shard-1.json: shard 1/2, as is shard-1.json: give one report of each shard",
    );
    expect(await fails(first, other)).toBe("usda-lint: shard-1.sarif: shard 1/3, and shard-1.json is one of 2");
    expect(await fails("no.json")).toMatch(/^usda-lint: no.json: expected a report of usda-lint --format json/);
    expect(await fails("empty.json")).toMatch(/^usda-lint: empty.json: it is empty/);
    expect(await fails("cut.json")).toMatch(/^usda-lint: cut.json: .*JSON/);
    expect(await fails("gone.json")).toMatch(/^usda-lint: gone.json: no such file/);
    expect(await fails(first, second, "--format", "pretty")).toMatch(/it shows the text of files/);
  });

  test.each(["0/2", "3/2", "1", "a/b", "1/0", "-1/2"])("--shard %s is none", async (text) => {
    using folder = new TestFolder({ "a.usda": GOOD });
    const { code, stderr } = await lint(folder, `--shard=${text}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`--shard expects I/N with I from 1 to N, as in 2/4, found "${text}"`);
  });
});

describe("usda-lint --files-from", () => {
  test.each([
    ["lines", "a.usda\nb c.usda\r\n\n"],
    ["NUL bytes", "a.usda\0b c.usda\0"],
  ])("a list by %s, from a file and standard input", async (_kind, list) => {
    using folder = new TestFolder({ "a.usda": TWICE, "b c.usda": BAD, "c.usda": BAD, list });
    const files = async (result: Promise<Result>): Promise<string[]> =>
      read((await result).stdout).files.map(({ path }) => path);
    expect(await files(lint(folder, "--files-from", "list", "--format", "json"))).toEqual(["a.usda", "b c.usda"]);
    const args = ["--no-config", "--files-from", "-", "--format", "json"];
    expect(await files(runCommand("usda-lint", args, { cwd: folder.path, input: list }))).toEqual([
      "a.usda",
      "b c.usda",
    ]);
    expect(await files(lint(folder, "c.usda", "--files-from", "list", "--shard", "2/2", "--format", "json"))).toEqual([
      "a.usda",
    ]);
  });

  test("files that are missing are reported, and the others are checked", async () => {
    using folder = new TestFolder({ "a.usda": GOOD, list: "gone.usda\na.usda\n" });
    const { code, stdout, stderr } = await lint(folder, "--files-from", "list", "--format", "json");
    expect([code, stderr]).toEqual([2, "usda-lint: gone.usda: no such file\n"]);
    expect(read(stdout).summary.files).toBe(1);
    expect((await lint(folder, "--files-from", "none")).stderr).toBe("usda-lint: none: no such file\n");
  });
});
