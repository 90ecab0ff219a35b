// The cache through the real command.
import { spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
import { plantAnswers } from "../test-support/plant-answers.ts";
import { cacheKeyFile, readCacheKey } from "./cache-key.ts";

const LOCATION = "node_modules/.cache/usda-lint";
/** In a folder with installed packages, which get the cache. */
const lint = (folder: TestFolder, ...args: string[]): Promise<Result> => {
  mkdirSync(join(folder.path, "node_modules"), { recursive: true });
  return lintText(args, { cwd: folder.path });
};
const shards = (folder: TestFolder, location = LOCATION): string[] =>
  readdirSync(join(folder.path, location), { withFileTypes: true })
    // Folders hold what files contained, for each machine.
    .filter((each) => each.isFile())
    .map(({ name }) => join(folder.path, location, name));

/** The folder of the key: not that of the user who runs the tests. */
const CONFIG = mkdtempSync(join(tmpdir(), "usda-lint-key-"));
beforeAll(() => void vi.stubEnv("XDG_CONFIG_HOME", CONFIG));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(CONFIG, { recursive: true, force: true });
});

/** Puts another answer into the cache, to see whether it is asked. */
function plant(folder: TestFolder, from: string, to: string): void {
  plantAnswers(shards(folder), readCacheKey({ XDG_CONFIG_HOME: CONFIG }), (answer) => answer.replaceAll(from, to));
}

test("what machines have left in a cache that are gone is removed after 60 days", async () => {
  using folder = new TestFolder({ "a.usda": TWICE });
  const cache = join(folder.path, "cache");
  const days = (count: number): number => Date.now() / 1000 - count * 86_400;
  const left = (name: string, age: number, ...files: string[]): void => {
    const place = join(cache, name);
    mkdirSync(place, { recursive: true });
    for (const [i, file] of files.entries()) {
      writeFileSync(join(place, file), "");
      // The first was used last.
      utimesSync(join(place, file), days(age + i), days(age + i));
    }
    utimesSync(place, days(age), days(age));
  };
  left("stats-00000000000000aa", 61, "pack-1", "pack-2");
  left("stats-00000000000000ab", 61);
  left("stats-00000000000000ac", 59, "pack-1", "pack-2");
  left("stats-of-mine", 61, "notes.txt");
  await lint(folder, "--cache-location", "cache", "a.usda");
  // That of this machine is there too, unless the file is too new to be known by its times.
  const planted = /^stats-(?:0{14}a[abc]|of-mine)$/u;
  expect(readdirSync(cache).filter((name) => planted.test(name))).toEqual(["stats-00000000000000ac", "stats-of-mine"]);
  expect(readdirSync(join(cache, "stats-00000000000000ac"))).toHaveLength(2);
});

describe("an answer is kept", () => {
  test("and given again, with its frame, where nothing has changed; also for the same text elsewhere in the folder", async () => {
    using folder = new TestFolder({ "a.usda": TWICE, "b.usda": BAD });
    const cold = await lint(folder, "--cache", "--format", "pretty");
    expect(await lint(folder, "--cache", "--format", "pretty")).toEqual(cold);
    expect(cold).toEqual(await lint(folder, "--format", "pretty"));
    plant(folder, "authored twice", "planted");
    expect((await lint(folder, "--cache", "--format", "pretty")).stdout).toBe(
      cold.stdout.replaceAll("authored twice", "planted"),
    );
    folder.write("c.usda", TWICE);
    expect((await lint(folder, "--cache", "c.usda")).stdout).toContain("planted");
    expect((await lint(folder)).stdout).not.toContain("planted");
  });

  test.each<[string, (folder: TestFolder) => void, string[]]>([
    ["the text", (folder) => folder.write("a.usda", `${TWICE}\n`), []],
    ["the levels", (folder) => folder.write("usda-lint.config.json", '{"rules":{"usda-header":"info"}}'), []],
    ["a flag", () => {}, ["--rule", "usda-header:info"]],
    ["the profile", () => {}, ["--profile", "realtime"]],
    ["the resolution", () => {}, ["--max-resolution", "77"]],
    ["the base", (folder) => folder.write("base.usda", `${GOOD}#\n`), ["--base", "base.usda"]],
    ["the mesh ids", (folder) => folder.write("ids.json", '["b"]'), ["--assets", "ids.json"]],
  ])("not if another is due: %s", async (_, change, flags) => {
    using folder = new TestFolder({ "a.usda": TWICE, "base.usda": GOOD, "ids.json": '["a"]' });
    const again = ["--cache", "a.usda", ...(flags[0] === "--base" || flags[0] === "--assets" ? flags : [])];
    await lint(folder, ...again);
    plant(folder, "authored twice", "planted");
    expect((await lint(folder, ...again)).stdout).toContain("planted");
    change(folder);
    expect((await lint(folder, "--cache", "a.usda", ...flags)).stdout).toContain("authored twice");
  });

  test("for the content, whatever the modification time", async () => {
    using folder = new TestFolder({ "a.usda": TWICE });
    const file = join(folder.path, "a.usda");
    const { atime, mtime } = statSync(file);
    await lint(folder, "--cache");
    folder.write("a.usda", TWICE.replace("int x = 2", "int y = 2"));
    utimesSync(file, atime, mtime);
    expect(await lint(folder, "--cache")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("not for rules of one's own", async () => {
    using folder = new TestFolder({ "a.usda": TWICE });
    const config = (text: string): void =>
      folder.write(
        "usda-lint.config.mjs",
        `import { readFileSync } from "node:fs";
         export default { customRules: [{
           meta: { id: "own", summary: "Own", severity: "error", effect: null, profiles: ["usda"] },
           check: ({ report }) => { report({ message: readFileSync("${folder.path}/say.txt", "utf8") }); },
         }] };
         // ${text}`,
      );
    config("one");
    folder.write("say.txt", "first");
    expect((await lint(folder, "--cache")).stdout).toContain("first");
    folder.write("say.txt", "second");
    expect((await lint(folder, "--cache")).stdout).toContain("second");
  });
});

test("fixes: what has any is fixed, and what was fixed is found by its new text", async () => {
  const config = `export default {};`;
  using folder = new TestFolder({ "a.usda": TWICE, "usda-lint.config.mjs": config });
  await lint(folder, "--cache");
  expect(await lint(folder, "--cache", "--fix")).toEqual(await lint(folder, "--fix"));
});

test("--cache-location, which turns it on, and --no-cache", async () => {
  using folder = new TestFolder({ "a.usda": TWICE, "s/b.usda": TWICE });
  await lint(folder, "--cache-location", "here");
  expect(shards(folder, "here")).toHaveLength(1);
  await lint(folder, "--no-cache");
  expect(() => shards(folder)).toThrow("ENOENT");
});

test.each<[string, (text: string) => string]>([
  ["cut", (text) => text.slice(0, -20)],
  ["empty", () => ""],
  ["of another program", () => "hello\n"],
  ["with a byte changed", (text) => text.replace('"line":5', '"line":6')],
  ["with lines of nonsense", (text) => `${text}\n\n \n`],
])("a cache that is broken counts as none: %s", async (_, harm) => {
  using folder = new TestFolder({ "a.usda": TWICE });
  const cold = await lint(folder, "--cache");
  for (const file of shards(folder)) writeFileSync(file, harm(readFileSync(file, "latin1")), "latin1");
  const note = `usda-lint: ${join(folder.path, LOCATION)}: 1 file of the cache left out, damaged or signed with another key\n`;
  expect(await lint(folder, "--cache")).toEqual({ ...cold, stderr: note });
  expect(await lint(folder, "--cache")).toEqual(cold);
});

test("one that cannot be written is a note, and no fault", async () => {
  using folder = new TestFolder({ "a.usda": TWICE, blocked: "" });
  const result = await lint(folder, "--cache-location", "blocked/in");
  expect(result).toMatchObject({ code: 0, stdout: (await lint(folder)).stdout });
  expect(result.stderr).toMatch(/^usda-lint: .*blocked\/in: the cache cannot be written: [^\n]+\n$/);
  folder.write("folder/x", "");
  rmSync(join(folder.path, "folder/x"));
  await lint(folder, "--cache-location", "folder");
  for (const file of shards(folder, "folder")) {
    rmSync(file);
    mkdirSync(file);
  }
  folder.write("a.usda", `${TWICE}# new\n`);
  expect(await lint(folder, "--cache-location", "folder")).toMatchObject({ code: 0 });
});

test("a cache that another user has signed, as a repository may bring it, counts as none", async () => {
  using folder = new TestFolder({ "a.usda": TWICE });
  await lint(folder, "--cache");
  plant(folder, "authored twice", "planted");
  expect((await lint(folder, "--cache")).stdout).toContain("planted");
  using other = new TestFolder();
  const env = { XDG_CONFIG_HOME: other.path };
  const elsewhere = await lintText(["--cache"], { cwd: folder.path, env });
  expect(elsewhere.stdout).toContain("authored twice");
  // The key is made once, and only its user may read it.
  const key = readFileSync(cacheKeyFile(env), "utf8");
  expect(key).toMatch(/^[\da-f]{64}$/);
  if (process.platform !== "win32") expect(statSync(cacheKeyFile(env)).mode & 0o777).toBe(0o600);
  expect(readCacheKey(env)).toBe(key);
  // One that is damaged is replaced.
  other.write("usdkit/cache-key", key.slice(1));
  expect(readCacheKey(env)).not.toBe(key.slice(1));
  expect(readCacheKey(env)).toBe(readFileSync(cacheKeyFile(env), "utf8"));
});

test("without a place for the key there is a note, and no cache", async () => {
  using folder = new TestFolder({ "a.usda": TWICE, home: "" });
  const env = { XDG_CONFIG_HOME: join(folder.path, "home") };
  const result = await lintText(["--cache-location", "here"], { cwd: folder.path, env });
  expect(result).toMatchObject({ code: 0, stdout: (await lint(folder)).stdout });
  expect(result.stderr).toMatch(/^usda-lint: the cache is not used, as its key cannot be read or made: [^\n]+\n$/);
  expect(readdirSync(folder.path)).not.toContain("here");
});

test("runs at the same time do not disturb each other", async () => {
  using folder = new TestFolder();
  for (let i = 0; i < 40; i++) folder.write(`f${i}.usda`, `${TWICE}# ${i}\n`);
  const plain = (await lint(folder)).stdout;
  const run = (): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [commandFile("usda-lint"), "--cache", "--profile", "usda"], {
        cwd: folder.path,
        env: plainEnvironment(),
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      child.stdout.on("data", (chunk) => (output += String(chunk)));
      child.on("close", (code) => resolve(`${code}\n${output}`));
    });
  expect(await Promise.all([run(), run(), run(), run()])).toEqual(Array.from({ length: 4 }, () => `0\n${plain}`));
  expect((await lint(folder, "--cache")).stdout).toBe(plain);
  expect(shards(folder)).toHaveLength(1);
});

test("law: whatever is edited between runs, a run with the cache reports the same as one without", async () => {
  const texts = [GOOD, BAD, TWICE, `${TWICE}# usda-lint-disable duplicate-field\n`, "", "#usda 1.0\n"];
  const configs = [
    "{}",
    '{"rules":{"duplicate-field":"error"}}',
    '{"overrides":[{"files":["s/**"],"rules":{"duplicate-field":"off"},"profile":"usda"}]}',
    '{"overrides":[{"files":["*"],"prims":["/World"],"rules":{"duplicate-field":"info"}}]}',
    '{"ignore":["a.usda"]}',
    '{"assets":"ids.json","base":"base.usda"}',
    "{",
  ];
  const flags = [
    [],
    ["--rule", "usda-syntax:info"],
    ["--profile", "patch"],
    ["--quiet"],
    ["--jobs", "2"],
    ["--no-config"],
  ];
  const step = fc.record({
    file: fc.constantFrom("a.usda", "b.usda", "s/c.usda", "base.usda"),
    text: fc.constantFrom(...texts),
    config: fc.constantFrom(...configs),
    ids: fc.constantFrom('["a"]', '["a","b"]', "{}"),
    flags: fc.constantFrom(...flags),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
      using folder = new TestFolder({ "a.usda": GOOD, "b.usda": BAD, "s/c.usda": TWICE, "base.usda": GOOD });
      for (const { file, text, config, ids, flags: chosen } of steps) {
        folder.write(file, text);
        folder.write("usda-lint.config.json", config);
        folder.write("ids.json", ids);
        const args = ["--format", "json", ...chosen];
        const run = (...more: string[]): Promise<Result> =>
          runCommand("usda-lint", [...args, ...more], { cwd: folder.path });
        expect(await run("--cache")).toEqual(await run());
      }
    }),
    { numRuns: 4 },
  );
});

test("without installed packages the cache is in the folder of the user", async () => {
  using folder = new TestFolder({ "p/a.usda": TWICE });
  const env = { XDG_CACHE_HOME: join(folder.path, "home") };
  await lintText(["--cache"], { cwd: join(folder.path, "p"), env });
  expect(readdirSync(join(folder.path, "p"))).toEqual(["a.usda"]);
  expect(shards(folder, "home/usda-lint")).toHaveLength(1);
});

test("tests do not write to the cache of the user who runs them", async () => {
  using folder = new TestFolder({ "a.usda": TWICE });
  const { XDG_CACHE_HOME: place } = plainEnvironment();
  expect(place).toMatch(/usdkit-test-cache/u);
  await lintText(["--cache"], { cwd: folder.path });
  expect(readdirSync(String(place))).toContain("usda-lint");
});
