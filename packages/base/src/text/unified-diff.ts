/** A patch in the unified form, as `git apply` and `patch` take it. */
import { diffLines, type Change } from "./line-diff.ts";

const CONTEXT = 3;

/** The colors of a patch, for a terminal. */
export interface PatchStyle {
  readonly bold: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
}

const same = (text: string): string => text;
const plain: PatchStyle = { bold: same, cyan: same, red: same, green: same };

/** Returns the patch from `before` to `after`; "" if they are equal. Lines end in `\n`, those of the texts keep their `\r`. */
export function unifiedDiff(name: string, before: string, after: string, style: PatchStyle = plain): string {
  const a = splitLines(before);
  const b = splitLines(after);
  const hunks = group(diffLines(a, b));
  if (hunks.length === 0) return "";
  const removed: Mark = { text: "-", paint: style.red };
  const added: Mark = { text: "+", paint: style.green };
  const out = [style.bold(`--- a/${name}`), style.bold(`+++ b/${name}`)];
  for (const hunk of hunks) {
    const first = hunk[0];
    const last = hunk.at(-1);
    if (first === undefined || last === undefined) continue;
    const startA = Math.max(0, first.startA - CONTEXT);
    const endA = Math.min(a.length, last.endA + CONTEXT);
    const startB = first.startB - (first.startA - startA);
    const endB = last.endB + (endA - last.endA);
    out.push(style.cyan(`@@ -${span(startA, endA)} +${span(startB, endB)} @@`));
    let at = startA;
    for (const change of hunk) {
      push(out, { lines: a, from: at, to: change.startA }, contextMark);
      push(out, { lines: a, from: change.startA, to: change.endA }, removed);
      push(out, { lines: b, from: change.startB, to: change.endB }, added);
      at = change.endA;
    }
    push(out, { lines: a, from: at, to: endA }, contextMark);
  }
  return `${out.join("\n")}\n`;
}

/** The lines `from` to `to` (exclusive) of a text. */
interface LineRange {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** What a line of the patch starts with, and its color. */
interface Mark {
  readonly text: string;
  readonly paint: (line: string) => string;
}

const contextMark: Mark = { text: " ", paint: (line) => line };

function push(out: string[], { lines, from, to }: LineRange, mark: Mark): void {
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? "";
    const isWhole = line.endsWith("\n");
    out.push(mark.paint(mark.text + (isWhole ? line.slice(0, -1) : line)));
    if (!isWhole) out.push("\\ No newline at end of file");
  }
}

/** Lines with their ends; only the last may have none. */
function splitLines(text: string): string[] {
  const lines = text.split("\n").map((line) => `${line}\n`);
  const last = lines.pop()?.slice(0, -1) ?? "";
  return last === "" ? lines : [...lines, last];
}

/** Changes whose context would touch make one hunk. */
function group(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last !== undefined && change.startA - last.endA <= 2 * CONTEXT) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

/** `first line,count`, as the form wants it: the line before an empty stretch, no count for one line. */
function span(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}
