/** Applies the fixes of a rule's examples, for the tests of rules. */
import { applyEdits } from "@usdkit/usda";
import { validate } from "../engine/check.ts";
import type { CheckOptions } from "../engine/prepare-check.ts";
import type { Finding } from "../model/finding.ts";
import type { BadExample, Rule, RuleExamples } from "../rule/rule.ts";

/** A bad example of any rule: `fixed` is required by type if the rule has fixes. */
export type AnyBadExample = BadExample & { readonly fixed?: string | null | undefined };

/** Returns the examples of a rule with and without fixes as one type. */
export function examplesOf(rule: Rule): RuleExamples<AnyBadExample> {
  return rule.examples?.() ?? { good: [], bad: [] };
}

/** The text after the fixes of one pass, and the findings of the rule in the text before. */
export interface FixPass {
  readonly findings: readonly Finding[];
  readonly text: string;
}

/** A fix may uncover findings in a subtree; two that undo each other must terminate. */
const MAX_PASSES = 5;

/** Applies all fixes of the rule `id`, safe and unsafe, in passes until none is left. Returns the passes that had a fix. */
export function applyFixes(id: string, source: Uint8Array | string, options: CheckOptions): readonly FixPass[] {
  const passes: FixPass[] = [];
  let bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  while (passes.length < MAX_PASSES) {
    const findings = validate(bytes, options).filter(({ rule }) => rule === id);
    const edits = findings.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
    if (edits.length === 0) break;
    bytes = applyEdits(bytes, edits);
    passes.push({ findings, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) });
  }
  return passes;
}

/**
 * Compares an example with its check: returns what is wrong with the fixes of the rule, one sentence each, or nothing.
 * `options` are those of the check of `example.source`.
 */
export function fixProblems({ meta }: Rule, example: AnyBadExample, options: CheckOptions): readonly string[] {
  const { fixed } = example;
  const passes = applyFixes(meta.id, example.source, options);
  const last = passes.at(-1)?.text;
  if (last === undefined) {
    if (typeof fixed === "string") return ["It states a fixed text, but no finding has a fix."];
    return meta.fixable !== undefined && fixed === undefined
      ? ['It states no "fixed": null if no finding has a fix.']
      : [];
  }
  const problems: string[] = [];
  if (fixed === undefined || fixed === null) problems.push('Its findings have fixes, but it states no "fixed".');
  else if (fixed !== last) problems.push(`The fixed text differs:\n${last}\ninstead of:\n${fixed}`);
  const fixes = passes.flatMap(({ findings }) => findings.flatMap((finding) => finding.fixes));
  if (passes.some(({ findings }) => findings.some((finding) => finding.fixes.length > 1)))
    problems.push("A finding has several fixes, of which an example can state one.");
  for (const { title, safe } of fixes) {
    if (meta.fixable !== "both" && meta.fixable !== (safe ? "safe" : "unsafe"))
      problems.push(`Fix "${title}" is ${safe ? "safe" : "unsafe"}; the rule declares ${meta.fixable ?? "no fixes"}.`);
  }
  const after = validate(last, options);
  for (const { rule, message } of after) {
    if (rule === meta.id || rule === "usda-syntax")
      problems.push(`The fixed text has a finding of ${rule}: ${message}`);
  }
  return problems;
}
