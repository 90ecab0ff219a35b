import type { Rule } from "../rule/rule.ts";
import { markdownTable, prose } from "./markdown.ts";

/**
 * Returns the page that lists rules as Markdown: a table with a link to the page `<id>.md` of each.
 *
 * @example
 * rulesPage(rules);   // "# Rules\n\n| rule | …"
 */
export function rulesPage(rules: readonly Rule[]): string {
  const rows = rules.map(({ meta: { id, severity, effect, fixable, profiles, summary } }) => {
    return [`[\`${id}\`](${id}.md)`, severity, effect ?? "–", fixable ?? "–", profiles.join(", "), prose(summary)];
  });
  const table = markdownTable(["rule", "severity", "effect", "fix", "profiles", "finding"], rows);
  return `# Rules\n\n${EXPLANATION}\n\n${table}\n`;
}

const EXPLANATION = `Severity: what \`usda-lint\` makes of a finding; \`--rule ID:LEVEL\` sets another. Effect: what the service does with such a
scene: refuse it (rejected), drop the part without a word (ignored), or something unsure (risky). Fix: \`safe\` by \`--fix\`,
\`unsafe\` by \`--fix-unsafe\`, \`both\` by either.`;
