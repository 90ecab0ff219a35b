/** Comments that suppress findings, and which of them were used. */
import { nearestName, type Comment, type Layer } from "@usdkit/layer";
import type { LineIndex } from "./line-index.ts";

interface Directive {
  readonly kind: DirectiveName;
  readonly ids: readonly string[];
  readonly comment: Comment;
}

const DIRECTIVES = ["disable-next-line", "disable-line", "disable", "enable"] as const;
type DirectiveName = (typeof DIRECTIVES)[number];

/** A rule that is suppressed in a range of lines, `from` and `to` included. */
export interface Suppression {
  /** Undefined: all rules but `except`. */
  readonly rule: string | undefined;
  /** Rules that were enabled again. */
  readonly except: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly comment: Comment;
  used: boolean;
}

export interface Suppressions {
  readonly spans: readonly Suppression[];
  /** Rules that comments name, each with the comment. */
  readonly named: readonly { readonly rule: string; readonly comment: Comment }[];
  /** Comments with misspelled directives. */
  readonly unknown: readonly NearDirective[];
}

/** A comment with a misspelled directive. */
export interface NearDirective {
  readonly comment: Comment;
  /** The wrong word: `disable-nextline`. */
  readonly word: string;
  /** What was probably meant: `usda-lint-disable-next-line`. */
  readonly nearest: string;
  /** The range to replace in the text of the comment, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const PATTERN =
  /^(?:#+|\/\/+|\/\*+)\s*usda-lint-(?<kind>disable-next-line|disable-line|disable|enable)(?![\w-])(?<rest>[^]*)$/;
/** `# usda-lint-disable-nextline`, `# usda-lint: disable`, `# usdalint-disable`. */
const NEAR_PATTERN = /^(?:#+|\/\/+|\/\*+)\s*(?<name>usda-?lint(?:-|:?[ \t]+|:)(?<word>[A-Za-z][\w-]{0,40}))/i;

/**
 * Reads `# usda-lint-disable-next-line ID[, ID] -- reason`, `# usda-lint-disable-line ID` at the end of a line, and
 * `# usda-lint-disable ID` (to the end of the file, or to `# usda-lint-enable ID`). Without ids they apply to all rules.
 * Several next-line comments in a row apply to the first line after them. A `disable` before all metadata and prims also
 * applies to findings about the file, which are on line 1.
 */
export function readSuppressions(layer: Layer, lines: LineIndex): Suppressions {
  const directives = layer.comments.flatMap((comment) => readDirective(comment) ?? []);
  const contentStart = startOfContent(layer);
  const targets = findTargets(directives, lines);
  const open = new OpenSpans();
  const spans: Suppression[] = [];
  for (const directive of directives) {
    const { kind, ids, comment } = directive;
    const line = lines.lineAt(comment.range.start);
    for (const rule of ids.length === 0 ? [undefined] : ids) {
      if (kind === "disable-next-line" || kind === "disable-line") {
        const at = kind === "disable-line" ? line : (targets.get(directive) ?? line + 1);
        spans.push({ rule, except: [], from: at, to: at, comment, used: false });
      } else if (kind === "enable") spans.push(...open.close(rule, line));
      else open.start(rule, comment.range.start < contentStart ? 1 : line, comment);
    }
  }
  spans.push(...open.close(undefined, Number.POSITIVE_INFINITY));

  const named = directives.flatMap(({ ids, comment }) => ids.map((rule) => ({ rule, comment })));
  const unknown = layer.comments.flatMap((comment) => readNearDirective(comment) ?? []);
  return { spans, named, unknown };
}

/** Finds the lines of next-line comments: backwards, so that one directly above another reaches the same line. */
function findTargets(directives: readonly Directive[], lines: LineIndex): ReadonlyMap<Directive, number> {
  const targets = new Map<Directive, number>();
  for (const directive of directives.toReversed()) {
    if (directive.kind !== "disable-next-line") continue;
    const next = lastLine(directive, lines) + 1;
    const below = directives.find((other) => targets.has(other) && lines.lineAt(other.comment.range.start) === next);
    targets.set(directive, (below === undefined ? undefined : targets.get(below)) ?? next);
  }
  return targets;
}

type OpenSpan = Pick<Suppression, "except" | "from" | "comment">;

/** The open `disable` comments at a line, by rule; `undefined` is the key for all rules. */
class OpenSpans {
  readonly #open = new Map<string | undefined, OpenSpan>();

  /** The first comment for a rule applies. */
  start(rule: string | undefined, from: number, comment: Comment): void {
    if (!this.#open.has(rule)) this.#open.set(rule, { except: [], from, comment });
  }

  /** Ends the span of a rule, or all spans, and returns them. */
  close(rule: string | undefined, to: number): readonly Suppression[] {
    const ended = [...this.#open].filter(([each]) => rule === undefined || each === rule || each === undefined);
    for (const [each] of ended) this.#open.delete(each);
    const all = ended.find(([each]) => each === undefined)?.[1];
    // The others stay suppressed.
    if (rule !== undefined && all !== undefined) {
      this.#open.set(undefined, { ...all, from: to, except: [...all.except, rule] });
    }
    return ended.map(([each, span]) => ({ ...span, rule: each, to, used: false }));
  }
}

/**
 * Returns whether a comment suppresses `rule` on `line`; marks it as used. A comment without ids never suppresses
 * `unused-disable`, which reports the comment itself.
 */
export function isSuppressed({ spans }: Suppressions, rule: string, line: number): boolean {
  let found = false;
  for (const span of spans) {
    const covers =
      span.rule === undefined ? rule !== "unused-disable" && !span.except.includes(rule) : span.rule === rule;
    if (covers && span.from <= line && line <= span.to) found = span.used = true;
  }
  return found;
}

function readDirective(comment: Comment): Directive | undefined {
  const match = PATTERN.exec(comment.text);
  if (match === null) return undefined;
  const [list = ""] = (match.groups?.["rest"] ?? "").replace(/\*\/\s*$/, "").split(/\s--(?:\s|$)/);
  const ids = list.split(/[\s,]+/).filter((id) => id !== "");
  return { kind: match.groups?.["kind"] as DirectiveName, ids: [...new Set(ids)], comment };
}

function readNearDirective(comment: Comment): NearDirective | undefined {
  if (PATTERN.test(comment.text)) return undefined;
  const { name, word: written } = NEAR_PATTERN.exec(comment.text)?.groups ?? {};
  if (name === undefined || written === undefined) return undefined;
  const word = written.toLowerCase();
  const known = DIRECTIVES.find((each) => each === word) ?? nearestName(word, DIRECTIVES) ?? likelyMeant(word);
  if (known === undefined) return undefined;
  const start = comment.text.indexOf(name);
  return { comment, word, nearest: `usda-lint-${known}`, start, end: start + name.length };
}

/** Directives of other linters. */
function likelyMeant(word: string): DirectiveName | undefined {
  if (word.startsWith("disable-next") || word === "ignore-next-line" || word === "suppress-next-line")
    return "disable-next-line";
  return word === "ignore" || word === "suppress" || word === "off" ? "disable" : undefined;
}

/** Offset of the first metadata entry or prim; everything before is header and comments. */
function startOfContent({ root }: Layer): number {
  let start = Number.POSITIVE_INFINITY;
  for (const { entries } of root.fields.values()) start = Math.min(start, entries.at(0)?.range.start ?? start);
  return Math.min(start, root.children.at(0)?.range?.start ?? start);
}

function lastLine({ comment }: Directive, lines: LineIndex): number {
  return lines.lineAt(Math.max(comment.range.start, comment.range.end - 1));
}
