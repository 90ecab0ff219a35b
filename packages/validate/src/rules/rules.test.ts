// The examples in a rule's file are its tests.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { validate } from "../engine/check.ts";
import type { CheckOptions } from "../engine/prepare-check.ts";
import type { Finding } from "../model/finding.ts";
import type { Example } from "../rule/rule.ts";
import { applyFixes, examplesOf, fixProblems } from "../test-support/fix-examples.ts";
import { rulePage } from "../docs/rule-page.ts";
import { rules } from "./index.ts";

const files = globSync("*.ts", { cwd: import.meta.dirname }).filter((file) => !/^(index|.*\.test)\.ts$/.test(file));

/** Rules about what a layer does not keep of its text. */
const readsText: ReadonlySet<string> = new Set([
  "duplicate-field",
  "merge-conflict",
  "unused-disable",
  "usda-encoding",
  "usda-header",
  "usda-syntax",
]);

test("every rule has a file named after it, and every file is registered", () => {
  const ids = rules.map((rule) => rule.meta.id);
  expect(files.map((file) => file.replace(".ts", "")).toSorted()).toEqual(ids.toSorted());
});

describe.each(files)("%s", (file) => {
  const id = file.replace(".ts", "");
  const rule = rules.find(({ meta }) => meta.id === id);
  if (rule === undefined) throw new Error(`no rule is named after ${file}`);
  const examples = examplesOf(rule);
  // Rules about the text apply to any text, rules about scenes to complete scenes.
  const isAboutText = rule.meta.profiles.includes("usda") === true && id !== "default-prim-exists";
  const optionsOf = ({
    profile = isAboutText ? "usda" : "offline",
    base,
    maxResolution,
    assets,
    primTypes,
  }: Example): CheckOptions => ({
    profile,
    base,
    maxResolution,
    assets,
    primTypes,
    rules: {
      // The examples of other rules concern other parts of a scene.
      ...(id === "scene-empty" ? {} : { "scene-empty": "off" }),
      ...(rule.meta.isOptIn === true ? { [id]: rule.meta.severity } : {}),
    },
  });
  const find = (example: Example): readonly Finding[] => validate(example.source, optionsOf(example));
  const places = (findings: readonly Finding[]): string[] =>
    findings.filter((each) => each.rule === id).map(({ start }) => `${start.line}:${start.column}`);

  test.each(examples.good)("good: $title", (example) => {
    expect(find(example)).toEqual([]);
  });
  test.each(examples.bad)("bad: $title", (example) => {
    const findings = find(example);
    expect(places(findings)).toEqual(example.at);
    const others = findings.filter((each) => each.rule !== id).map((each) => each.rule);
    expect(others.toSorted()).toEqual((example.others ?? []).toSorted());
  });
  test.each(examples.bad)("fixes: $title", (example) => {
    expect(fixProblems(rule, example, optionsOf(example))).toEqual([]);
  });
  test("its examples have fixes of each kind that it declares", () => {
    const fixes = examples.bad.flatMap((example) => applyFixes(id, example.source, optionsOf(example)));
    const kinds = new Set(
      fixes.flatMap(({ findings }) => findings.flatMap((each) => each.fixes.map(({ safe }) => safe))),
    );
    const { fixable } = rule.meta;
    expect([kinds.has(true), kinds.has(false)]).toEqual([
      fixable === "safe" || fixable === "both",
      fixable === "unsafe" || fixable === "both",
    ]);
  });
  test("its messages name their subject and have hints", () => {
    for (const finding of examples.bad.flatMap(find).filter((each) => each.rule === id)) {
      expect(finding.message).toMatch(/^\S.*[^.]\.$/s);
      expect(finding.message).not.toContain("undefined");
      expect(finding.hint ?? "").not.toContain("undefined");
    }
  });
  test("its page in docs/rules states its findings; `npx -y pnpm@12 run docs:rules` writes it", () => {
    const page = readFileSync(join(import.meta.dirname, `../../../../docs/rules/${id}.md`), "utf8");
    expect(page.slice(page.indexOf("# "))).toBe(rulePage(rule));
  });
  test("reports nothing when it is off", () => {
    for (const example of examples.bad) {
      const found = validate(example.source, { ...optionsOf(example), rules: { [id]: "off" } });
      expect(found.filter((each) => each.rule === id)).toEqual([]);
    }
  });
  test("has the same findings in a layer without its text, as of a crate, without fixes; none if it is about the text", () => {
    const subject = ({ primPath, property }: Finding): string => `${primPath} ${property}`;
    const own = (each: Finding): boolean => each.rule === id;
    for (const example of examples.bad) {
      const layer = { ...parseUsda(example.source).layer, source: undefined };
      const found = validate(layer, optionsOf(example)).filter(own);
      expect(found.map(subject)).toEqual(readsText.has(id) ? [] : find(example).filter(own).map(subject));
      expect(found.flatMap(({ fixes }) => fixes)).toEqual([]);
    }
  });
  test("runs only for its profiles", () => {
    for (const profile of ["offline", "realtime", "patch", "usda"] as const) {
      if (rule.meta.profiles.includes(profile) === true) continue;
      for (const example of [...examples.bad, ...examples.good]) {
        expect(places(validate(example.source, { ...optionsOf(example), profile }))).toEqual([]);
      }
    }
  });
  test("has at least three good and three bad scenes", () => {
    // Asked again, so that changed examples are noticed while the tests run.
    const { good, bad } = examplesOf(rule);
    expect([good.length >= 3, bad.length >= 3]).toEqual([true, true]);
    expect({ good, bad }).toEqual(examples);
  });
  test("has a one-line summary", () => {
    expect(readFileSync(join(import.meta.dirname, file), "utf8")).toContain("summary:");
    expect(rule.meta.summary).not.toMatch(/[.\n]$/);
  });
});
