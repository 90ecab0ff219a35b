import { describeDifferences, type Difference, type DifferenceLine } from "@usdkit/layer";

/** Lines that a message shows. */
const MOST = 60;

/** Differences for a failure: each prim's path, then what differs in it, with both values. */
export function showDifferences(differences: readonly Difference[]): string {
  const lines: string[] = [];
  let shown = 0;
  for (const group of describeDifferences(differences)) {
    if (shown >= MOST) break;
    lines.push(group.path);
    for (const line of group.lines.slice(0, MOST - shown)) {
      lines.push(`  ${showLine(line)}`);
      shown++;
    }
  }
  const rest = differences.length - shown;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return lines.join("\n");
}

function showLine({ mark, subject, before, after, note }: DifferenceLine): string {
  // On one line each, whatever a string holds.
  const [left, right] = [before, after].map((text) => text?.replaceAll(/[\n\r]/g, "⏎"));
  const values = left !== undefined && right !== undefined ? `${left} → ${right}` : (left ?? right);
  return [`${mark} ${subject}`, values, note].filter((part) => part !== undefined).join("  ");
}
