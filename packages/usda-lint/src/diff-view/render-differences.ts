/** Differences as lines for the user. */
import { counted } from "@usdkit/base";
import { describeDifferences, type Difference, type DifferenceLine } from "@usdkit/layer";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";

/** The lines, made one by one: a prim's path, then what differs in it. */
export function* renderDifferences(differences: readonly Difference[], style: Style): Generator<string> {
  for (const { path, lines } of describeDifferences(differences)) {
    yield style.bold(escapeTerminal(path));
    for (const line of lines) yield `  ${renderLine(line, style)}`;
  }
}

function renderLine({ mark, subject, before, after, note }: DifferenceLine, style: Style): string {
  const paint = { "+": style.green, "-": style.red, ">": style.cyan, "~": style.yellow }[mark];
  const parts = [paint(`${mark} ${escapeTerminal(subject)}`)];
  const [left, right] = [before, after].map((text) => text && escapeTerminal(text));
  if (left !== undefined && right !== undefined) parts.push(`${style.red(left)} → ${style.green(right)}`);
  else if (left !== undefined) parts.push(style.red(left));
  else if (right !== undefined) parts.push(style.green(right));
  if (note !== undefined) parts.push(style.dim(escapeTerminal(note)));
  return parts.join("  ");
}

/** `3 differences: 1 prim added, 2 values`, `no differences` */
export function summarize(differences: readonly Difference[]): string {
  if (differences.length === 0) return "no differences";
  const counts = new Map<string, number>();
  for (const difference of differences) {
    const what = KIND_WORDS[difference.kind];
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const parts = Array.from(counts, ([what, count]) => `${count} ${what}`);
  return `${counted(differences.length, "difference")}: ${parts.join(", ")}`;
}

/** What a difference of a kind is, after its number: `2 of values`. */
export const KIND_WORDS: Readonly<Record<Difference["kind"], string>> = {
  added: "added",
  removed: "removed",
  moved: "moved",
  reordered: "reordered",
  declaration: "declared otherwise",
  value: "of values",
  timeSamples: "of time samples",
  timeSample: "of time samples",
  spline: "of splines",
  list: "of lists",
  metadata: "of metadata",
};
