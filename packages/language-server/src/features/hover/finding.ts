/** The rules of the findings at a position. Editors show the messages themselves. */
import { ruleMetas, type Rule } from "@usdkit/validate";
import type { HoverContext, HoverText } from "./provider.ts";

const MAX_FINDINGS = 100;
/** Maximum number of rules in one hover. */
const MAX_RULES = 4;

/** Returns the summaries of the rules that find something at the position; undefined if none does. */
export function findingHover({ document, settings, cursor: { offset } }: HoverContext): HoverText | undefined {
  if (settings.isIgnored || document.isTooLarge) return undefined;
  const findings = document.check(settings).findingsAt({ start: offset, end: offset }, MAX_FINDINGS);
  const [first] = findings;
  if (first === undefined) return undefined;
  const severities = new Map(findings.map(({ rule, severity }) => [rule, severity]));
  const shown = Array.from(severities).slice(0, MAX_RULES);
  const parts = shown.map(([id, severity]) => describeRule(id, severity, settings.check.customRules));
  return { markdown: parts.join("\n\n"), range: first.range };
}

function describeRule(id: string, severity: string, custom: readonly Rule[] = []): string {
  const meta = [...ruleMetas, ...custom.map((rule) => rule.meta)].find((each) => each.id === id);
  const head = `**${id}** (${severity})`;
  if (meta === undefined) return head;
  const detail = meta.detail?.trim() ?? "";
  return `${head}: ${meta.summary}.${detail === "" ? "" : `\n\n${detail}`}`;
}
