import { describeDifferences, type Difference, type DifferenceLine } from "@usdkit/layer";
import { matrixChange } from "./matrix-change.ts";

/** Maximum number of lines in a message. */
const MAX_LINES = 60;

/** Returns differences for a failure: the path of each prim, then its differences with both values. */
export function showDifferences(differences: readonly Difference[]): string {
  const lines: string[] = [];
  let shown = 0;
  for (const group of describeDifferences(differences)) {
    if (shown >= MAX_LINES) break;
    lines.push(group.path);
    for (const line of group.lines.slice(0, MAX_LINES - shown)) {
      lines.push(`  ${showLine(line)}`);
      // One line for each difference, in the same order.
      const change = matrixChange(differences[shown]);
      if (change !== undefined) lines.push(`      ${change}`);
      shown++;
    }
  }
  const rest = differences.length - shown;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return lines.join("\n");
}

function showLine({ mark, subject, before, after, note }: DifferenceLine): string {
  // One line each, also if a string has line breaks.
  const [left, right] = [before, after].map((text) => text?.replaceAll(/[\n\r]/g, "⏎"));
  const values = left !== undefined && right !== undefined ? `${left} → ${right}` : (left ?? right);
  return [`${mark} ${subject}`, values, note].filter((part) => part !== undefined).join("  ");
}
