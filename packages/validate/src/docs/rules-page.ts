import type { RuleMeta } from "../rule/rule.ts";
import { markdownTable, prose } from "./markdown.ts";

/**
 * Returns the page that lists rules as Markdown: a table with a link to the page `<id>.md` of each.
 *
 * @example
 * rulesPage(ruleMetas);   // "# Rules\n\n| rule | …"
 */
export function rulesPage(metas: readonly RuleMeta[]): string {
  const rows = metas.map(({ id, severity, effect, fixable, profiles, summary }) => {
    return [`[\`${id}\`](${id}.md)`, severity, effect ?? "–", fixable ?? "–", profiles.join(", "), prose(summary)];
  });
  const table = markdownTable(["rule", "severity", "effect", "fix", "profiles", "finding"], rows);
  return `# Rules\n\n${EXPLANATION}\n\n${table}\n`;
}

const EXPLANATION = `Severity: the default of the rule; \`--rule ID:LEVEL\` sets another. Effect: the service rejects such a scene (rejected), silently
ignores the part (ignored), or its behavior is undefined (risky). Fix: \`safe\` by \`--fix\`,
\`unsafe\` by \`--fix-unsafe\`, \`both\` by either.`;
