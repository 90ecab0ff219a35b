// Campaign: 60 random changes of a library, in each of which a run that repeats entries of composed files reports what one without a cache does
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { plantAnswers } from "../test-support/plant-answers.ts";
import { TestFolder, runCommand, type Result } from "../test-support/run-command.ts";
import { readCacheKey } from "./cache-key.ts";

/** The folder of the key: not that of the user who runs the tests. */
const CONFIG = mkdtempSync(join(tmpdir(), "usda-lint-key-"));
const KEY = { XDG_CONFIG_HOME: CONFIG };
const { now } = Date;
beforeAll(() => {
  vi.stubEnv("XDG_CONFIG_HOME", CONFIG);
  // A file that was written just now may change again within one tick of the clock: runs are a while later.
  vi.spyOn(Date, "now").mockImplementation(() => now() + 10_000);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(CONFIG, { recursive: true, force: true });
});

const CACHE = ["--cache-location", ".cache"];

/** A layer with a finding of its own: two definitions of a field. */
const layer = (arcs: string, body = ""): string =>
  `#usda 1.0\n(\n    defaultPrim = "R"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n\ndef Xform "R" (\n    ${arcs}\n)\n{\n${body}}\n`;
const texture = (name: string): string => `    asset tex = @${name}@\n`;
const TWICE = "    int x = 1\n    int x = 2\n";
const FILES = {
  "a/chair.usda": layer("references = @geom.usda@", `${texture("./wood.png")}${TWICE}`),
  "a/geom.usda": layer("", "    rel bad = </Nowhere>\n"),
  "a/wood.png": "png",
  "b/table.usda": layer("references = @gone.usda@"),
  "set.usda": layer("references = [@a/chair.usda@, @b/table.usda@]"),
  "lone.usda": layer("", TWICE),
};

function lint(folder: TestFolder, ...args: string[]): Promise<Result> {
  const format = args.includes("--format") ? [] : ["--format", "json"];
  return runCommand("usda-lint", ["--no-gitignore", ...format, ...args], { cwd: folder.path });
}

/** Makes entries of this machine, and stages in the shared cache, recognizable. */
function plant(folder: TestFolder): void {
  const names = readdirSync(join(folder.path, ".cache"), { recursive: true, encoding: "utf8" });
  const packs = names.filter((name) => /^stats-.*pack-/u.test(name)).map((name) => join(folder.path, ".cache", name));
  plantAnswers(packs, readCacheKey(KEY), (answer) => answer.replaceAll(/"severity":"\w+"/gu, '"severity":"planted"'));
}

interface Reported {
  readonly path: string;
  readonly diagnostics: readonly { readonly rule: string; readonly severity: string }[];
}

/** Returns the files whose entries were repeated, of those with findings. */
async function repeated(folder: TestFolder, ...args: string[]): Promise<readonly string[]> {
  const { stdout } = await lint(folder, ...args, ...CACHE);
  const { files } = JSON.parse(stdout) as { readonly files: readonly Reported[] };
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics.some(({ severity }) => severity === "planted") ? [path] : [],
  );
}

/** Returns the files with findings. */
async function found(folder: TestFolder): Promise<readonly string[]> {
  const { files } = JSON.parse((await lint(folder)).stdout) as { readonly files: readonly Reported[] };
  return files.flatMap(({ path, diagnostics }) => (diagnostics.length > 0 ? [path] : []));
}

describe("what depends on a file is checked again, and nothing else", () => {
  const run = async (change: (folder: TestFolder) => void): Promise<readonly string[]> => {
    using folder = new TestFolder(FILES);
    const all = await found(folder);
    await lint(folder, ...CACHE);
    plant(folder);
    expect(all).toEqual(["a/chair.usda", "a/geom.usda", "b/table.usda", "lone.usda"]);
    expect(await repeated(folder)).toEqual(all);
    change(folder);
    const before = await repeated(folder);
    return all.filter((file) => !before.includes(file));
  };

  test("nothing has changed", async () => {
    expect(await run(() => {})).toEqual([]);
  });

  test("a layer that stages use", async () => {
    const checked = await run((folder) => folder.write("a/geom.usda", `${FILES["a/geom.usda"]}# changed\n`));
    expect(checked).toContain("a/geom.usda");
    expect(checked).not.toContain("lone.usda");
    expect(checked).not.toContain("b/table.usda");
  });

  test("a file that was looked for appears, and one that was there is gone", async () => {
    const appeared = await run((folder) => folder.write("b/gone.usda", layer("")));
    expect(appeared).toContain("b/table.usda");
    expect(appeared).not.toContain("a/geom.usda");
    const gone = await run((folder) => rmSync(join(folder.path, "a/wood.png")));
    expect(gone).toContain("a/chair.usda");
    expect(gone).not.toContain("b/table.usda");
  });

  test("a texture whose content no rule reads", async () => {
    expect(await run((folder) => folder.write("a/wood.png", "other"))).toEqual([]);
  });
});

test.each(["jsonl", "concise", "sarif", "junit", "html", "gitlab", "github", "pretty"])(
  "formats have the same entries: %s",
  async (format) => {
    using folder = new TestFolder(FILES);
    const plain = await lint(folder, "--format", format);
    for (let i = 0; i < 2; i++) expect(await lint(folder, "--format", format, ...CACHE)).toEqual(plain);
    folder.write("a/geom.usda", layer("", "    rel bad = </R/Nothing>\n"));
    const changed = await lint(folder, "--format", format);
    for (let i = 0; i < 2; i++) expect(await lint(folder, "--format", format, ...CACHE)).toEqual(changed);
  },
);

test("law: whatever changes in a library, a run with a cache reports what one without it does", async () => {
  const names = ["a/chair.usda", "a/geom.usda", "b/table.usda", "set.usda", "lone.usda", "a/new.usda"];
  const paths = ["geom.usda", "./gone.usda", "../b/table.usda", "a/chair.usda", "set.usda", "new.usda"];
  const text = fc
    .record({
      arcs: fc.subarray(paths),
      isSublayer: fc.boolean(),
      body: fc.constantFrom("", texture("./wood.png"), "    rel bad = </Nowhere>\n", TWICE),
    })
    .map(({ arcs, isSublayer, body }) => {
      const list = arcs.map((path) => `@${path}@`).join(", ");
      const source = layer(isSublayer || list === "" ? "" : `references = [${list}]`, body);
      return isSublayer ? source.replace("(\n", `(\n    subLayers = [${list}]\n`) : source;
    });
  const step = fc.record({
    file: fc.constantFrom(...names),
    text: fc.option(text, { nil: undefined }),
    other: fc.constantFrom("a/wood.png", "b/gone.usda", "gone.usda"),
    otherText: fc.constantFrom(undefined, "png", layer("")),
    config: fc.constantFrom(
      "{}",
      '{"rules":{"missing-layer":"error"}}',
      '{"extends":"usdkit:simready"}',
      '{"overrides":[{"files":["b/**"],"rules":{"missing-layer":"off"}}]}',
      '{"ignore":["a/geom.usda"]}',
    ),
    flags: fc.constantFrom<string[]>(
      [],
      ["--composed"],
      ["--no-composed"],
      ["--quiet"],
      ["--format", "sarif"],
      ["--format", "pretty"],
      ["--format", "json", "--format", "junit=report.xml"],
      ["--max-diagnostics", "3"],
      ["--statistics"],
      ["--shard", "1/2"],
      ["--baseline", "baseline.json"],
      ["set.usda", "a"],
    ),
  });
  const baseline =
    '{"version":1,"files":{"lone.usda":[{"rule":"duplicate-field","primPath":"/R","property":"x","count":1}]}}';
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      using folder = new TestFolder({ ...FILES, "baseline.json": baseline });
      for (const { file, text: source, other, otherText, config, flags } of steps) {
        for (const [name, content] of [
          [file, source],
          [other, otherText],
        ] as const) {
          if (content === undefined) rmSync(join(folder.path, name), { force: true });
          else folder.write(name, content);
        }
        folder.write("usda-lint.config.json", config);
        const plain = await lint(folder, ...flags);
        expect(await lint(folder, ...flags, ...CACHE)).toEqual(plain);
        expect(await lint(folder, ...flags, ...CACHE)).toEqual(plain);
      }
    }),
    { numRuns: inject("deep") ? 60 : 3 },
  );
});

test("a state does not hinder it, and reports of shards are joined to that of one run", async () => {
  using folder = new TestFolder(FILES);
  const plain = await lint(folder);
  for (let run = 0; run < 2; run++) {
    expect(await lint(folder, "--state", `state-${run}`, ...CACHE)).toEqual(plain);
    for (const shard of ["1", "2"]) {
      folder.write(`${shard}.json`, (await lint(folder, "--shard", `${shard}/2`, ...CACHE)).stdout);
    }
    const args = ["merge-reports", "1.json", "2.json", "--format", "json"];
    expect((await runCommand("usda-lint", args, { cwd: folder.path })).stdout).toBe(plain.stdout);
  }
});
