// Configurations through the real command.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  BAD,
  GOOD,
  TWICE,
  TestFolder,
  lintText,
  runCommand,
  runProcess,
  type Result,
} from "../test-support/run-command.ts";

const lint = (cwd: string, ...args: string[]): Promise<Result> => lintText(args, { cwd });
/** Without a profile of the test's own. */
const plain = (cwd: string, ...args: string[]): Promise<Result> => runCommand("usda-lint", args, { cwd });
const findings = ({ stdout }: Result): string[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "" && !/^\d+ errors?, /.test(line))
    .map((line) => /^([^:]+):\d+:\d+: (\w+) ([\w-]+)/.exec(line)?.slice(1).join(" ") ?? line);

const ERROR = JSON.stringify({ rules: { "duplicate-field": "error" } });
const OFF = JSON.stringify({ rules: { "duplicate-field": "off" } });

/** A rule that finds every prim called Bad. */
const OWN = `{
  meta: { id: "no-bad", summary: "A prim called Bad", severity: "warning", effect: null, profiles: ["offline", "patch", "usda"] },
  check: ({ report }) => ({
    prim: (prim) => { if (prim.name === "Bad") report({ message: "Bad.", range: prim.range, primPath: prim.path }); },
  }),
}`;
const BAD_PRIM = '#usda 1.0\n\ndef Xform "Bad"\n{\n}\n';

describe("where it is found", () => {
  test("nearest upwards of each file, whatever the working folder; of every kind", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": ERROR,
      "a.usda": TWICE,
      "deep/er/b.usda": TWICE,
      "off/usda-lint.config.mjs": `export default ${OFF};`,
      "off/in/c.usda": TWICE,
      "ts/usda-lint.config.ts": `const level: string = "info"; export default { rules: { "duplicate-field": level } };`,
      "ts/d.usda": TWICE,
      "pkg/package.json": JSON.stringify({ name: "x", "usda-lint": { rules: { "duplicate-field": "warning" } } }),
      "pkg/e.usda": TWICE,
      "plain/package.json": JSON.stringify({ dependencies: { "usda-lint": "1.0.0" } }),
      "plain/f.usda": TWICE,
    });
    const all = [
      "a.usda error duplicate-field",
      "deep/er/b.usda error duplicate-field",
      "pkg/e.usda warning duplicate-field",
      "plain/f.usda error duplicate-field",
      "ts/d.usda info duplicate-field",
    ];
    // As a process: Node runs the configuration in TypeScript, which the test runner would load in its own way.
    const args = ["--profile", "usda"];
    expect(findings(runProcess("usda-lint", args, { cwd: folder.path }))).toEqual(all);
    mkdirSync(join(folder.path, "elsewhere"));
    const from = runProcess("usda-lint", [...args, ".."], { cwd: join(folder.path, "elsewhere") });
    expect(findings(from)).toEqual(all.map((line) => `../${line}`));
    expect([from.code, from.stderr]).toEqual([1, ""]);
  });

  test("--config for all, --no-config for none", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": ERROR,
      "a.usda": TWICE,
      "other/off.json": OFF,
    });
    expect(findings(await lint(folder.path, "--config", "other/off.json"))).toEqual([]);
    expect(findings(await lint(folder.path, "--no-config"))).toEqual(["a.usda warning duplicate-field"]);
    expect(findings(await lint(folder.path, "a.usda", "--no-config"))).toEqual(["a.usda warning duplicate-field"]);
  });

  test("standard input is under what its name would be under", async () => {
    using folder = new TestFolder({ "s/usda-lint.config.json": ERROR });
    const run = (...args: string[]): Promise<Result> => lintText(["-", ...args], { cwd: folder.path, input: TWICE });
    expect(findings(await run("--stdin-filename", "s/x.usda"))).toEqual(["s/x.usda error duplicate-field"]);
    expect(findings(await run())).toEqual(["<stdin> warning duplicate-field"]);
  });
});

describe("what holds", () => {
  test("later overrides win, and flags over all", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": JSON.stringify({
        rules: { "duplicate-field": "off" },
        overrides: [
          { files: ["*.usda"], rules: { "duplicate-field": "error" } },
          { files: ["s/**"], rules: { "duplicate-field": "info" } },
        ],
      }),
      "a.usda": TWICE,
      "s/b.usda": TWICE,
    });
    expect(findings(await lint(folder.path))).toEqual([
      "a.usda error duplicate-field",
      "s/b.usda info duplicate-field",
    ]);
    expect(findings(await lint(folder.path, "--rule", "duplicate-field:warning"))).toEqual([
      "a.usda warning duplicate-field",
      "s/b.usda warning duplicate-field",
    ]);
  });

  test("a set of levels is a new start for the files of an override", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": JSON.stringify({
        extends: "strict",
        overrides: [{ files: ["s/**"], extends: "recommended" }],
      }),
      "a.usda": TWICE,
      "s/b.usda": TWICE,
    });
    expect(findings(await lint(folder.path))).toEqual([
      "a.usda error duplicate-field",
      "s/b.usda warning duplicate-field",
    ]);
    const { rules } = JSON.parse((await plain(folder.path, "--print-config", "s/b.usda")).stdout) as { rules: object };
    expect(rules).toMatchObject({
      "duplicate-field": { value: "warning", from: "usda-lint.config.json: overrides[0].extends recommended" },
    });
  });

  test("profiles by path, and the flag over them", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": JSON.stringify({ overrides: [{ files: ["text"], profile: "usda" }] }),
      "a.usda": GOOD,
      "text/b.usda": GOOD,
    });
    const profiles = async (...args: string[]): Promise<string[]> =>
      (
        JSON.parse((await plain(folder.path, "--format", "json", ...args)).stdout) as { files: { profile: string }[] }
      ).files.map(({ profile }) => profile);
    expect(await profiles()).toEqual(["usd", "usda"]);
    expect(await profiles("--profile", "usd")).toEqual(["usd", "usd"]);
    expect(await profiles("--profile", "realtime")).toEqual(["realtime", "realtime"]);
  });

  test("rules for some prims; what is said later of whole files wins", async () => {
    const text = (name: string): string => `def "${name}"\n{\n    int x = 1\n    int x = 2\n}\n`;
    using folder = new TestFolder({ "a.usda": `#usda 1.0\n${text("A")}${text("B")}` });
    const config = (...overrides: object[]): void =>
      folder.write("usda-lint.config.json", JSON.stringify({ overrides }));
    const off = { files: ["*"], prims: ["/B/**"], rules: { "duplicate-field": "off" } };
    config(off);
    expect((await lint(folder.path)).stdout.match(/a\.usda:\d+/g)).toEqual(["a.usda:5"]);
    config(off, { files: ["*"], rules: { "duplicate-field": "error" } });
    expect(findings(await lint(folder.path))).toHaveLength(2);
    config(off);
    expect(findings(await lint(folder.path, "--rule", "duplicate-field:error"))).toHaveLength(2);
  });

  test("ignored files, with a word where one is named", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": JSON.stringify({
        ignore: ["out/", "*.tmp.usda", "!keep.tmp.usda"],
        overrides: [{ files: ["s/**"], ignore: ["x*"] }],
      }),
      "out/a.usda": BAD,
      "b.tmp.usda": BAD,
      "keep.tmp.usda": TWICE,
      "s/x.usda": BAD,
      "x.usda": TWICE,
    });
    expect(findings(await lint(folder.path))).toEqual([
      "keep.tmp.usda warning duplicate-field",
      "x.usda warning duplicate-field",
    ]);
    expect(await lint(folder.path, "out/a.usda")).toEqual({
      code: 0,
      stdout: "",
      stderr: "usda-lint: out/a.usda: ignored by usda-lint.config.json\n",
    });
    expect((await lint(folder.path, "out")).stderr).toBe("");
  });

  test("rules of one's own, at the top and for some files", async () => {
    using folder = new TestFolder({
      "usda-lint.config.mjs": `export default { overrides: [{ files: ["s/**"], customRules: [${OWN}] }], rules: { "no-bad": "error" } };`,
      "a.usda": BAD_PRIM,
      "s/b.usda": BAD_PRIM,
    });
    expect(findings(await lint(folder.path))).toEqual(["s/b.usda error no-bad"]);
    folder.write("usda-lint.config.mjs", `export default { customRules: [${OWN}] };`);
    expect(findings(await lint(folder.path))).toEqual(["a.usda warning no-bad", "s/b.usda warning no-bad"]);
    expect(findings(await lint(folder.path, "--rule", "no-bad:off"))).toEqual([]);
    expect(findings(await lint(folder.path, "--config", "usda-lint.config.mjs", "--rule", "no-bad:off"))).toEqual([]);
    expect((await lint(folder.path, "--rule", "no-bd:off")).stderr).toContain('Did you mean "no-bad"?');
  });

  test("a rule that throws is named with its file, and the others are done", async () => {
    const throws = OWN.replace('if (prim.name === "Bad")', 'if (prim.name === "Bad") throw new Error("oops"); else');
    using folder = new TestFolder({
      "usda-lint.config.mjs": `export default { overrides: [{ files: ["*"], customRules: [${throws}] }] };`,
      "a.usda": BAD_PRIM,
      "b.usda": TWICE,
    });
    for (const jobs of ["1", "2"]) {
      const result = await lint(folder.path, "--jobs", jobs);
      expect([result.code, result.stderr]).toEqual([2, 'usda-lint: a.usda: the rule "no-bad" threw: oops\n']);
      expect(findings(result)).toContain("b.usda warning duplicate-field");
    }
  });
});

describe("faults", () => {
  test.each<[string, string, RegExp]>([
    ["usda-lint.config.json", '{\n  "rules": {,}\n}', /^usda-lint: c\/usda-lint\.config\.json:2: invalid JSON: /],
    ["usda-lint.config.json", "", /usda-lint\.config\.json:1: invalid JSON: /],
    ["usda-lint.config.json", "[]", /json:1: expected a configuration: .*, found an empty list/],
    ["usda-lint.config.json", '{\n"profle": "auto"}', /json:2: profle: unknown key\. Did you mean "profile"\?/],
    [
      "usda-lint.config.json",
      '{"rules":\n{"usda-sintax": "off"}}',
      /json:2: rules\["usda-sintax"\]: unknown rule "usda-sintax"\. Did you mean "usda-syntax"\?/,
    ],
    [
      "usda-lint.config.json",
      '{"maxResolution": 0}',
      /json:1: maxResolution: expected a whole number from 1 on, found 0/,
    ],
    [
      "usda-lint.config.json",
      '{"overrides": [\n{"files": ["*"],\n"rules": {"usda-syntax": "eror"}}]}',
      /json:3: overrides\[0\]\.rules\["usda-syntax"\]: expected off, info, warning or error, found "eror"/,
    ],
    [
      "usda-lint.config.json",
      '{"overrides": [{"files": ["*"], "prims": ["World"]}]}',
      /overrides\[0\]\.prims\[0\]: expected a prim path that starts with "\/", found "World"/,
    ],
    [
      "usda-lint.config.json",
      '{"overrides": [{"files": ["*"], "prims": ["/World"], "profile": "usda"}]}',
      /overrides\[0\]\.profile: an override with "prims" can only have/,
    ],
    [
      "package.json",
      '{"name": "x",\n"usda-lint": {"base": 1}}',
      /package\.json:2: in "usda-lint": base: expected the path/,
    ],
    ["package.json", '{"usda-lint": {"base": "b.usda"}', /package\.json:1: invalid JSON/],
  ])("%s: %j", async (name, text, message) => {
    using folder = new TestFolder({ [`c/${name}`]: text, "c/a.usda": BAD, "c/z.usda": BAD, "b.usda": BAD });
    const result = await lint(folder.path);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(message);
    // Once, not for every file under it; and files under other configurations are done.
    expect(result.stderr.split("\n")).toHaveLength(2);
    expect(findings(result)).toEqual(["b.usda error usda-syntax"]);
  });

  test("of configurations that are code, each reported once", () => {
    const cases: readonly [string, string, RegExp][] = [
      [
        "usda-lint.config.mjs",
        "\n\nexport default nope;",
        /mjs:3: cannot be loaded: ReferenceError: nope is not defined/,
      ],
      ["usda-lint.config.mjs", "export default {", /mjs(:\d+)?: cannot be loaded: SyntaxError/],
      ["usda-lint.config.mjs", "export const config = {};", /mjs: missing default export/],
      ["usda-lint.config.mjs", "export default {\n  fiels: [] };", /mjs:2: fiels: unknown key/],
      ["usda-lint.config.mjs", "export default { customRules: [{}] };", /customRules\[0\]: expected a rule: \{ meta/],
      [
        "usda-lint.config.mjs",
        `export default { customRules: [${OWN.replace("no-bad", "usda-syntax")}] };`,
        /customRules\[0\]: rule "usda-syntax" is already defined/,
      ],
      ["usda-lint.config.ts", "enum A { B }\nexport default {};", /ts(:\d+)?: cannot be loaded: /],
    ];
    using folder = new TestFolder({ "z.usda": BAD });
    for (const [i, [name, text]] of cases.entries()) {
      for (const file of [name, "a.usda", "b.usda"]) folder.write(`c${i}/${file}`, file === name ? text : BAD);
    }
    // As a process: Node loads the configurations, which the test runner would load in its own way.
    const result = runProcess("usda-lint", ["--profile", "usda"], { cwd: folder.path });
    expect(result.code).toBe(2);
    const problems = result.stderr.trimEnd().split("\n");
    expect(problems).toHaveLength(cases.length);
    for (const [i, [, , message]] of cases.entries()) {
      expect(problems[i]).toMatch(message);
      expect(problems[i]).toContain(`c${i}/`);
    }
    expect(findings(result)).toEqual(["z.usda error usda-syntax"]);
  });

  test("two in one folder; a file that is not one; one that is not there", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": "{}",
      "package.json": '{"usda-lint": {}}',
      "a.usda": GOOD,
      "x.toml": "",
    });
    const two = await lint(folder.path);
    expect([two.code, two.stdout]).toEqual([2, ""]);
    expect(two.stderr).toContain("Two configurations in one folder: keep one of usda-lint.config.json, package.json");
    expect((await lint(folder.path, "--config", "x.toml")).stderr).toContain("x.toml: expected a .json, .mjs or .ts");
    expect((await lint(folder.path, "--config", "no.json")).stderr).toContain("no.json: no such file");
  });
});

describe("--print-config", () => {
  test("what holds for a file, and where it comes from", async () => {
    using folder = new TestFolder({
      "usda-lint.config.json": JSON.stringify({
        profile: "offline",
        assets: "ids.json",
        rules: { "duplicate-field": "error" },
        overrides: [{ files: ["s/*"], base: "room.usda", rules: { "usda-header": "info" } }],
      }),
    });
    const shown = JSON.parse(
      (await plain(folder.path, "--print-config", "s/a.usda", "--max-resolution", "100")).stdout,
    ) as object;
    expect(shown).toMatchObject({
      file: "s/a.usda",
      config: "usda-lint.config.json",
      ignored: false,
      profile: { value: "offline", from: "usda-lint.config.json: profile" },
      base: { value: "room.usda", from: "usda-lint.config.json: overrides[0].base" },
      maxResolution: { value: 100, from: "flag --max-resolution" },
      assets: { value: "ids.json", from: "usda-lint.config.json: assets" },
      baseline: { value: null, from: "default" },
      rules: {
        "duplicate-field": { value: "error", from: "usda-lint.config.json: rules" },
        "usda-header": { value: "info", from: "usda-lint.config.json: overrides[0].rules" },
        "usda-syntax": { value: "error", from: "default" },
      },
    });
    expect(JSON.parse((await plain(folder.path, "--print-config", "--no-config")).stdout)).toMatchObject({
      config: null,
    });
  });
});

describe("--init", () => {
  test("writes a configuration that holds, and never over one", async () => {
    using folder = new TestFolder({ "a.usda": TWICE });
    expect(await lint(folder.path, "--init")).toEqual({ code: 0, stdout: "wrote usda-lint.config.mjs\n", stderr: "" });
    const text = readFileSync(join(folder.path, "usda-lint.config.mjs"), "utf8");
    expect(findings(await lint(folder.path))).toEqual(["a.usda warning duplicate-field"]);
    expect(await lint(folder.path, "--init")).toMatchObject({ code: 2, stdout: "" });
    expect(readFileSync(join(folder.path, "usda-lint.config.mjs"), "utf8")).toBe(text);
    // The commented settings are valid too.
    const settings = /^( *)\/\/ (?=maxResolution|assets: |baseline: |"duplicate-field"|\{ files)/gm;
    expect(text.match(settings)).toHaveLength(6);
    folder.write("usda-lint.config.mjs", text.replaceAll(settings, "$1"));
    const shown = await plain(folder.path, "--print-config", "patches/x.usda");
    expect(shown.stderr).toBe("");
    expect(JSON.parse(shown.stdout)).toMatchObject({ maxResolution: { value: 4500 }, profile: { value: "patch" } });
  });
});
