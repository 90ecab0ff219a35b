// The examples in a rule's file are its tests.
import { globSync } from "node:fs";
import { parseUsda } from "@usdkit/usda";
import { memoryResolver, Stage } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import type { StageExample } from "../rule/stage-rule.ts";
import { checkStage } from "../stage/check-stage.ts";
import { reportLayer } from "../stage/report-layer.ts";
import { stageRules } from "./index.ts";

const files = globSync("*.ts", { cwd: import.meta.dirname }).filter((file) => !/^(index|.*\.test)\.ts$/.test(file));

async function find({ files: texts }: StageExample): Promise<readonly { rule: string; text: string }[]> {
  const encoder = new TextEncoder();
  const bytes = new Map(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)]));
  const stage = await Stage.open(Object.keys(texts)[0] ?? "", { resolver: memoryResolver(bytes) });
  const found = checkStage(stage);
  return [...bytes].flatMap(([name, source]) => {
    const findings = found.filter(({ layer }) => layer === name);
    if (findings.length === 0) return [];
    return reportLayer(parseUsda(source).layer, findings).findings.map(({ rule, start, severity, message }) => ({
      rule,
      text: `${name}:${start.line}:${start.column} ${severity}: ${message}`,
    }));
  });
}

test("every rule has a file named after it, and every file is registered", () => {
  const ids = stageRules.map((rule) => rule.meta.id);
  expect(files.map((file) => file.replace(".ts", "")).toSorted()).toEqual(ids.toSorted());
});

describe.each(stageRules)("$meta.id", ({ meta, examples }) => {
  const { good, bad } = examples();
  test.each(good)("good: $title", async (example) => {
    expect(await find(example)).toEqual([]);
  });
  test.each(bad)("bad: $title", async (example) => {
    const found = await find(example);
    expect(found.filter(({ rule }) => rule === meta.id).map(({ text }) => text)).toEqual(example.found);
    const others = found.filter(({ rule }) => rule !== meta.id).map(({ rule }) => rule);
    expect(others).toEqual(example.others ?? []);
  });
  test("its messages are sentences", () => {
    for (const each of bad.flatMap(({ found }) => found)) expect(each).toMatch(/^\S+:\d+:\d+ \w+: \S.*[^.]\.$/s);
  });
  test("has good and bad stages, and a one-line summary", () => {
    expect([good.length >= 1, bad.length >= 2]).toEqual([true, true]);
    expect(meta.summary).not.toMatch(/[.\n]$/);
  });
});
