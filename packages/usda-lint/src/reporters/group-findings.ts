/** Findings of the same kind in one file, together. */
import type { Finding } from "@usdkit/validate";

/** Findings of a kind that are shown one by one; more are a group, of which the places of so many are shown. */
export const SHOWN_OF_GROUP = 5;

/** Findings of the same kind, at least one. */
export type FindingGroup = readonly [Finding, ...Finding[]];

/** Returns findings of the same kind together, in the order of their first ones, where there are many. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const byKind = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { rule, severity, message } = finding;
    // Numbers and names differ where the mistake is the same.
    const kind = `${rule}\0${severity}\0${message.replaceAll(/"[^"]*"|<[^>]*>|@[^@]*@|[-+]?\d[\d.e+-]*/gu, "…")}`;
    const known = byKind.get(kind);
    if (known === undefined) byKind.set(kind, [finding]);
    else known.push(finding);
  }
  return [...byKind.values()].flatMap((group): readonly FindingGroup[] =>
    group.length > SHOWN_OF_GROUP ? [group] : group.map((each): FindingGroup => [each]),
  );
}
