import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TestFolder } from "../test-support/run-command.ts";
import { findSettings } from "./find-settings.ts";

/** With consent to every project. */
const ALL = { usesConfig: true, consent: { has: () => true, advice: "" } };

test("the nearest configuration, resolved for the file, and every file that it depends on", async () => {
  using folder = new TestFolder({
    "usda-lint.config.json": JSON.stringify({ rules: { "unit-scale": "off" } }),
    "p/usda-lint.config.json": JSON.stringify({
      extends: "./shared.json",
      profile: "patch",
      base: "base.usda",
      assets: "ids.json",
      baseline: "baseline.json",
      maxResolution: 100,
      overrides: [
        { files: ["s/**"], rules: { "duplicate-field": "off" } },
        { files: ["s/**"], prims: ["/A/**"], rules: { "name-misspelled": "error" } },
        { files: ["other/**"], profile: "offline" },
      ],
    }),
    "p/shared.json": JSON.stringify({ rules: { "name-misspelled": "off" } }),
    "p/base.usda": "#usda 1.0\n",
    "p/ids.json": '["chair"]',
    "p/baseline.json": JSON.stringify({
      version: 1,
      files: { "s/a.usda": [{ rule: "duplicate-field", primPath: "/A", property: "x", count: 2 }], "b.usda": [] },
    }),
    "p/s/a.usda": "#usda 1.0\n",
  });
  const { settings, files } = await findSettings(join(folder.path, "p/s/a.usda"), folder.path, ALL);
  expect(settings).toEqual({
    isIgnored: false,
    problem: null,
    check: {
      profile: "patch",
      maxResolution: 100,
      assets: ["chair"],
      base: "#usda 1.0\n",
      rules: { "name-misspelled": "off", "duplicate-field": "off" },
      overrides: [{ prims: ["/A/**"], rules: { "name-misspelled": "error" } }],
    },
    codeRules: [],
    baseline: [{ rule: "duplicate-field", primPath: "/A", property: "x", count: 2 }],
  });
  // Also a configuration that would be nearer.
  for (const name of ["s/usda-lint.config.json", "shared.json", "base.usda", "ids.json", "baseline.json"]) {
    expect(files).toContain(join(folder.path, "p", name));
  }
});

test("without a configuration, the defaults", async () => {
  using folder = new TestFolder({ "a.usda": "#usda 1.0\n" });
  const { settings } = await findSettings(join(folder.path, "a.usda"), folder.path, ALL);
  expect(settings).toMatchObject({ isIgnored: false, problem: null, baseline: [] });
});

test.each([
  [{ "usda-lint.config.json": "{" }, /usda-lint\.config\.json:1: invalid JSON/],
  [{ "usda-lint.config.json": '{"rules":{"none":"off"}}' }, /unknown rule "none"/],
  [{ "usda-lint.config.json": '{"baseline":"none.json"}' }, /none\.json: no such baseline/],
  [{ "usda-lint.config.json": '{"base":"none.usda"}' }, /none\.usda: no such file/],
])("%j has a problem, and the rest applies", async (content, problem) => {
  using folder = new TestFolder({ "a.usda": "#usda 1.0\n", ...content });
  const { settings, files } = await findSettings(join(folder.path, "a.usda"), folder.path, ALL);
  expect(settings.problem).toMatch(problem);
  expect(Object.keys(settings.check.rules ?? {})).toEqual([]);
  expect(files).toContain(join(folder.path, Object.keys(content)[0] ?? ""));
});

test("an ignored file", async () => {
  using folder = new TestFolder({
    "a.usda": "#usda 1.0\n",
    "usda-lint.config.json": JSON.stringify({ ignore: ["a.usda"] }),
  });
  const { settings } = await findSettings(join(folder.path, "a.usda"), folder.path, ALL);
  expect(settings.isIgnored).toBe(true);
});

test("rules that are code have their ids, and no level", async () => {
  using folder = new TestFolder({
    "a.usda": "#usda 1.0\n",
    "usda-lint.config.mjs": `export default { rules: { mine: "error", "duplicate-field": "off" }, customRules: [{ meta: { id: "mine", summary: "x", severity: "error", effect: "rejected", profiles: ["offline"], fixable: "none" }, check: () => ({}), examples: { good: [], bad: [] } }] };`,
  });
  const { settings } = await findSettings(join(folder.path, "a.usda"), folder.path, ALL);
  expect(settings).toMatchObject({ problem: null, codeRules: ["mine"] });
  expect(settings.check.rules).toEqual({ "duplicate-field": "off" });
});

test("a configuration that is code runs with consent to its project alone, and none with --no-config", async () => {
  using folder = new TestFolder({ "p/package.json": "{}", "p/s/a.usda": "#usda 1.0\n" });
  const ran = join(folder.path, "ran");
  folder.write(
    "p/usda-lint.config.mjs",
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(ran)}, ""); export default { ignore: ["*"] };`,
  );
  const location = join(folder.path, "p/s/a.usda");
  const asked: string[] = [];
  const find = (agrees: boolean, usesConfig = true) => {
    const consent = { has: (project: string) => asked.push(project) > 0 && agrees, advice: "say yes" };
    return findSettings(location, folder.path, { usesConfig, consent });
  };
  const refused = await find(false);
  expect(refused.settings).toMatchObject({
    isIgnored: false,
    problem: "p/usda-lint.config.mjs: not run: it is code, which needs your consent: say yes",
  });
  expect(refused.files).toContain(join(folder.path, "p/usda-lint.config.mjs"));
  expect((await find(true, false)).settings).toMatchObject({ isIgnored: false, problem: null });
  expect(existsSync(ran)).toBe(false);
  expect((await find(true)).settings).toMatchObject({ isIgnored: true, problem: null });
  expect([existsSync(ran), new Set(asked)]).toEqual([true, new Set([join(folder.path, "p")])]);
});
