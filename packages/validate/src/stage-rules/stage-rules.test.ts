// The examples in a rule's file are its tests.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { checkExample, filesOf, fixExample } from "../test-support/stage-examples.ts";
import { parseUsda } from "@usdkit/usda";
import { stageRules } from "./index.ts";
import { stageRuleMetas } from "./stage-rule-metas.generated.ts";

const files = globSync("*/*.ts", { cwd: import.meta.dirname }).filter((file) => !file.endsWith(".test.ts"));

test("every rule has a file named after it, and every file is registered", () => {
  const ids = stageRules.map((rule) => rule.meta.id);
  expect(files.map((file) => basename(file, ".ts")).toSorted()).toEqual(ids.toSorted());
});

test("the table of their properties is current; `npx -y pnpm@12 run docs:rules` writes it", () => {
  expect(stageRuleMetas).toEqual(stageRules.map(({ meta }) => JSON.parse(JSON.stringify(meta)) as unknown));
});

describe.each(stageRules)("$meta.id", (rule) => {
  const { meta, examples } = rule;
  const { good, bad } = examples();

  test.each(good)("good: $title", async (example) => {
    expect(await checkExample(rule, filesOf(example), example.limits)).toEqual({ findings: [], failures: [] });
  });

  test.each(bad)("bad: $title", async (example) => {
    const { findings, failures } = await checkExample(rule, filesOf(example), example.limits);
    expect(findings.map(({ text }) => text)).toEqual(example.found);
    expect(failures).toEqual([]);
    for (const { message, hint = "" } of findings) {
      expect(message).toMatch(/^\S.*[^.]\.$/s);
      expect(message + hint).not.toContain("undefined");
    }
  });

  const fixed = meta.fixable === undefined ? [] : bad;
  test.each(fixed)("fixes: $title", async (example) => {
    const { changed, fixes, left } = await fixExample(rule, example);
    expect(changed).toEqual(example.fixed);
    for (const { safe } of fixes) expect(["both", safe ? "safe" : "unsafe"]).toContain(meta.fixable);
    if (fixes.length > 0) expect(left.flatMap((each) => each.fixes)).toEqual([]);
    for (const text of Object.values(changed)) expect(parseUsda(text).ok).toBe(true);
  });

  test("has at least three good and three bad stages, and a one-line summary", () => {
    expect([good.length >= 3, bad.length >= 3]).toEqual([true, true]);
    expect(meta.summary).not.toMatch(/[.\n]$/);
  });
});
