/** Descriptions of rules in SARIF. */
import { rulePage, type AnyRule, type Severity } from "@usdkit/validate";
import { everyRule as rules } from "@usdkit/validate/stage";
import { ruleUri } from "./rule-uri.ts";

let descriptions: readonly object[] | undefined;

/** Returns the descriptions of all rules, in the order of `rules`. Made once: their pages check every example. */
export function sarifRules(): readonly object[] {
  descriptions ??= rules.map(sarifRule);
  return descriptions;
}

function sarifRule(rule: AnyRule): object {
  const { id, summary, severity, effect, profiles } = rule.meta;
  return {
    id,
    shortDescription: { text: `${summary}.` },
    helpUri: ruleUri(id),
    help: { text: `${summary}.`, markdown: rulePage(rule) },
    defaultConfiguration: { level: sarifLevel(severity) },
    properties: { effect, profiles, tags: ["openusd"] },
  };
}

export function sarifLevel(severity: Severity): "note" | "warning" | "error" {
  return severity === "info" ? "note" : severity;
}
