// The check of examples must fail when a fix or an example is wrong: each wrong rule here is a right one with one change.
import { expect, test } from "vitest";
import { fullScene } from "../examples/full-scene.ts";
import type { Fix } from "../model/finding.ts";
import type { FixedExample, Rule, RuleExamples, RuleWithFixes } from "../rule/rule.ts";
import { rule as limit } from "../rules/resolution-limit.ts";
import { fixProblems, type AnyBadExample } from "./fix-examples.ts";

const source = fullScene("\n").replace("(1280, 720)", "(5000, 720)");
const fixed = fullScene("\n").replace("(1280, 720)", "(4500, 648)");
const example: FixedExample = { title: "too wide", source, at: ["12:9"], fixed };

/** Returns the rule for the limit of the resolution with changed fixes, under another id. */
function withFixes(change: (fix: Fix) => readonly Fix[], fixable: "unsafe" | null = "unsafe"): Rule {
  const changed = {
    check: (context: Parameters<Rule["check"]>[0]) =>
      limit.check({
        ...context,
        report(finding) {
          const fixes = typeof finding.fixes === "function" ? finding.fixes() : (finding.fixes ?? []);
          context.report({ ...finding, fixes: fixes.flatMap(change) });
        },
      }),
  };
  const meta = { ...limit.meta, id: "limit-copy" };
  return fixable === null
    ? { ...changed, meta: { ...meta, fixable: undefined } }
    : { ...changed, meta: { ...meta, fixable } };
}

function problems(rule: Rule, of: AnyBadExample = example): readonly string[] {
  return fixProblems(rule, of, { profile: "offline", customRules: [rule], rules: { "scene-empty": "off" } });
}
const rewrite = (fix: Fix, text: string): Fix => ({ ...fix, edits: fix.edits.map((edit) => ({ ...edit, text })) });

test("the rule as it is has no problems", () => {
  expect(problems(withFixes((fix) => [fix]))).toEqual([]);
});

test.each<[title: string, problem: RegExp, rule: Rule, example?: AnyBadExample]>([
  ["a fix that writes another value", /^The fixed text differs/, withFixes((fix) => [rewrite(fix, "(4500, 649)")])],
  ["a fix that leaves the finding", /has a finding of limit-copy/, withFixes((fix) => [rewrite(fix, "(0, 0)")])],
  ["a fix that breaks the text", /has a finding of usda-syntax/, withFixes((fix) => [rewrite(fix, "(4500")])],
  ["a fix of another kind", /the rule declares unsafe/, withFixes((fix) => [{ ...fix, safe: true }])],
  ["two fixes of a finding", /several fixes/, withFixes((fix) => [fix, rewrite({ ...fix, edits: [] }, "")])],
  ["a rule that declares no fixes", /declares no fixes/, withFixes((fix) => [fix], null)],
  ["no fix, but a fixed text", /no finding has a fix/, withFixes(() => [])],
  ["no fix, and no word about it", /states no "fixed": null/, withFixes(() => []), { ...example, fixed: undefined }],
  ["an example without its text", /states no "fixed"/, withFixes((fix) => [fix]), { ...example, fixed: undefined }],
  ["an example that denies the fix", /states no "fixed"/, withFixes((fix) => [fix]), { ...example, fixed: null }],
])("finds %s", (_, problem, rule, of = example) => {
  expect(problems(rule, of)).toContainEqual(expect.stringMatching(problem));
});

test("the types require the text of each bad example of a rule with fixes", () => {
  const unfixed: RuleExamples = { good: [], bad: [{ title: "too wide", source, at: ["12:9"] }] };
  const { meta } = limit;
  const check: Rule["check"] = (context) => limit.check(context);
  const rules: Rule[] = [
    { check, meta: { ...meta, fixable: undefined }, examples: () => unfixed },
    { check, meta: { ...meta, fixable: "safe" }, examples: () => ({ good: [], bad: [example] }) },
    // @ts-expect-error -- a rule with fixes, and an example without its text
    { check, meta: { ...meta, fixable: "safe" }, examples: () => unfixed },
    // @ts-expect-error -- a rule without fixes, and an example with one
    { check, meta: { ...meta, fixable: undefined }, examples: () => ({ good: [], bad: [example] }) },
  ];
  // @ts-expect-error -- a rule without fixes is no rule with fixes
  const withoutFixes: RuleWithFixes = { check, meta: { ...meta, fixable: undefined } };
  expect([...rules, withoutFixes]).toHaveLength(5);
});
