/** What SARIF tells of a rule. */
import { rulePage, type Rule, type Severity } from "@usdkit/validate";
import { ruleUri } from "./rule-uri.ts";

export function sarifRule(rule: Rule): object {
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
