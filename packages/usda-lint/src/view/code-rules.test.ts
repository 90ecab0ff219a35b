import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { CodeFindings } from "@usdkit/view";
import { TestFolder, lintText } from "../test-support/run-command.ts";
import { CodeRules, CodeRulesByFile } from "./code-rules.ts";
import { findSettings } from "./find-settings.ts";

/** With consent to every project. */
const ALL = { usesConfig: true, consent: { has: () => true, advice: "" } };

const SCENE = '#usda 1.0\ndef "Bad"\n{\n}\n';
/** A rule about prims called Bad, one that throws for prims called Boom, and one that never ends for prims called Loop. */
const CONFIG = `
const rule = (id, prim) => ({
  meta: { id, summary: id, severity: "error", effect: null, profiles: ["offline", "patch", "usd", "usda"] },
  check: ({ report }) => ({ prim: (each) => prim(each, report) }),
});
export default {
  rules: { "scene-empty": "error" },
  baseline: "base.json",
  customRules: [
    rule("no-bad", ({ name, range, path }, report) => {
      const fixes = [{ title: "Rename", safe: true, edits: [{ start: range.start + 5, end: range.start + 8, text: "Good" }] }];
      if (name === "Bad") report({ message: "Bad.", range, primPath: path, fixes });
    }),
    rule("boom", ({ name }) => { if (name === "Boom") throw new Error("no luck"); }),
    rule("loop", ({ name }) => { while (name === "Loop"); }),
  ],
};
`;
const BASELINE = {
  version: 1,
  files: { "a.usda": [{ rule: "no-bad", primPath: "/Known/Bad", property: null, count: 1 }] },
};

const made: (CodeRules | TestFolder)[] = [];
afterEach(async () => {
  for (const each of made.splice(0)) await (each instanceof CodeRules ? each.close() : each[Symbol.dispose]());
});

/** By default with more time than a busy machine needs. */
async function rulesOf(config = CONFIG, maxTime = 60_000): Promise<CodeRules> {
  const folder = new TestFolder({
    "a.usda": SCENE,
    "usda-lint.config.mjs": config,
    "base.json": JSON.stringify(BASELINE),
  });
  const location = join(folder.path, "a.usda");
  const { prepared } = await findSettings(location, folder.path, ALL);
  if (prepared === undefined) throw new Error("no settings");
  const rules = new CodeRules({ location, prepared }, maxTime);
  made.push(rules, folder);
  return rules;
}

const check = (rules: CodeRules, text: string): Promise<CodeFindings> => rules.check(new TextEncoder().encode(text));
const ids = ({ findings }: CodeFindings): readonly string[] => findings.map(({ rule }) => rule);

test("only findings of code, with fixes; those of the baseline are counted", async () => {
  const rules = await rulesOf();
  expect(rules.ids).toEqual(["no-bad", "boom", "loop"]);
  const found = await check(rules, SCENE);
  expect(found).toMatchObject({ inBaseline: 0, problem: null });
  expect(found.findings).toMatchObject([
    { rule: "no-bad", message: "Bad.", start: { line: 2, column: 1 }, fixes: [{ title: "Rename" }] },
  ]);
  const known = '#usda 1.0\ndef "Known"\n{\n    def "Bad"\n    {\n    }\n}\n';
  expect(await check(rules, known)).toEqual({ findings: [], inBaseline: 1, problem: null });
});

test("comments suppress findings, and are unused only if no rule needs them", async () => {
  const rules = await rulesOf();
  const line = (comment: string, name = "Bad"): string =>
    `#usda 1.0\n# usda-lint-disable-next-line${comment}\ndef "${name}"\n{\n}\n`;
  expect(ids(await check(rules, line(" no-bad")))).toEqual([]);
  expect(ids(await check(rules, line("")))).toEqual([]);
  expect(ids(await check(rules, line(" no-bad", "Good")))).toEqual(["unused-disable"]);
  expect(ids(await check(rules, line("", "Good")))).toEqual(["unused-disable"]);
  // A rule of the registry needs it.
  const double = `#usda 1.0\ndef "A"\n{\n    int x = 1\n    # usda-lint-disable-next-line\n    int x = 2\n}\n`;
  expect(ids(await check(rules, double))).toEqual([]);
});

test("a rule that throws is named, and the others run", async () => {
  const rules = await rulesOf();
  const found = await check(rules, `${SCENE}def "Boom"\n{\n}\n`);
  expect(found.problem).toBe('the rule "boom" threw: no luck');
  expect(ids(found)).toEqual(["no-bad"]);
  expect((await check(rules, SCENE)).problem).toBeNull();
});

test("a rule that does not end is stopped", async () => {
  const rules = await rulesOf(CONFIG, 3000);
  await check(rules, SCENE);
  const found = await check(rules, `${SCENE}def "Loop"\n{\n}\n`);
  expect(found.problem).toBe("the rules took more than 3 s: no-bad, boom, loop");
  // The next text has a new thread, and the time to start it.
  expect(ids(await check(rules, SCENE))).toEqual(["no-bad"]);
});

test("other settings replace the rules of a check that runs", async () => {
  using folder = new TestFolder({
    "a.usda": SCENE,
    "usda-lint.config.mjs": CONFIG,
    "base.json": '{"version":1,"files":{}}',
  });
  const location = join(folder.path, "a.usda");
  const set = async (files: CodeRulesByFile): Promise<void> => {
    files.set(location, (await findSettings(location, folder.path, ALL)).prepared);
  };
  const files = new CodeRulesByFile();
  await set(files);
  const text = new TextEncoder().encode(`${SCENE}def "Loop"\n{\n}\n`);
  const running = files.check(location, text);
  folder.write("usda-lint.config.mjs", CONFIG.replace('name === "Loop"', "false"));
  await set(files);
  const found = await running;
  expect([ids(found), found.problem]).toEqual([["no-bad"], null]);
  // Without such rules nothing runs.
  folder.write("usda-lint.config.mjs", "export default {};");
  await set(files);
  expect(await files.check(location, text)).toEqual({ findings: [], inBaseline: 0, problem: null });
  await files.close();
});

test("a rule about prims without a definition runs", async () => {
  const config = CONFIG.replace("prim: (each) => prim(each, report)", "undefinedPrim: (each) => prim(each, report)");
  using folder = new TestFolder({ "a.usda": '#usda 1.0\nover "Bad"\n{\n}\n', "usda-lint.config.mjs": config });
  const { stdout } = await lintText(["--profile", "offline"], { cwd: folder.path });
  expect(stdout).toContain("no-bad Bad.");
});
