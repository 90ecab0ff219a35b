/** Comments that suppress findings, and which of them did. */
import { nearestName, type Comment, type Layer } from "@usdkit/layer";
import type { LineIndex } from "../text/line-index.ts";

interface Directive {
  readonly kind: DirectiveName;
  readonly ids: readonly string[];
  readonly comment: Comment;
}

const DIRECTIVES = ["disable-next-line", "disable-line", "disable", "enable"] as const;
type DirectiveName = (typeof DIRECTIVES)[number];

/** A rule that is suppressed over a span of lines, `from` and `to` included. */
export interface Suppression {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly comment: Comment;
  used: boolean;
}

export interface Suppressions {
  readonly spans: readonly Suppression[];
  /** Rules that comments name, each with the comment; `undefined` where a comment names none. */
  readonly named: readonly { readonly rule: string | undefined; readonly comment: Comment }[];
  /** Comments that are nearly directives. */
  readonly unknown: readonly { readonly comment: Comment; readonly word: string; readonly nearest: string }[];
}

const PATTERN =
  /^(?:#+|\/\/+|\/\*+)\s*usda-lint-(?<kind>disable-next-line|disable-line|disable|enable)(?![\w-])(?<rest>[^]*)$/;
/** `# usda-lint-disable-nextline`, `# usda-lint: disable`, `# usdalint-disable`. */
const NEAR_PATTERN = /^(?:#+|\/\/+|\/\*+)\s*usda-?lint(?:-|:?[ \t]+|:)(?<word>[A-Za-z][\w-]{0,40})/i;

/**
 * Reads `# usda-lint-disable-next-line ID[, ID] -- reason`, `# usda-lint-disable-line ID` at the end of a line, and
 * `# usda-lint-disable ID` (to the end of the file, or to `# usda-lint-enable ID`). Several next-line comments in a row are about
 * the first line after them. A `disable` before all metadata and prims is also about the file, whose findings are on line 1.
 */
export function readSuppressions(layer: Layer, lines: LineIndex): Suppressions {
  const directives = layer.comments.flatMap((comment) => readDirective(comment) ?? []);
  const spans: Suppression[] = [];
  const contentStart = startOfContent(layer);
  const open = new Map<string, { from: number; comment: Comment }>();
  const close = (rule: string, to: number): void => {
    const start = open.get(rule);
    if (start !== undefined) spans.push({ rule, from: start.from, to, comment: start.comment, used: false });
    open.delete(rule);
  };

  // Backwards over next-line comments, so that one directly above another reaches the same line.
  const targets = new Map<Directive, number>();
  for (const directive of directives.toReversed()) {
    if (directive.kind !== "disable-next-line") continue;
    const next = lastLine(directive, lines) + 1;
    const below = directives.find((other) => targets.has(other) && lines.lineAt(other.comment.range.start) === next);
    targets.set(directive, (below === undefined ? undefined : targets.get(below)) ?? next);
  }

  for (const directive of directives) {
    const { kind, ids, comment } = directive;
    const line = lines.lineAt(comment.range.start);
    for (const rule of ids) {
      if (kind === "disable-next-line") {
        const target = targets.get(directive) ?? line + 1;
        spans.push({ rule, from: target, to: target, comment, used: false });
      } else if (kind === "disable-line") spans.push({ rule, from: line, to: line, comment, used: false });
      else if (kind === "enable") close(rule, line);
      else if (!open.has(rule)) open.set(rule, { from: comment.range.start < contentStart ? 1 : line, comment });
    }
  }
  for (const rule of open.keys()) close(rule, Number.POSITIVE_INFINITY);

  const named = directives.flatMap(({ ids, comment }) => {
    const rules: readonly (string | undefined)[] = ids.length === 0 ? [undefined] : ids;
    return rules.map((rule) => ({ rule, comment }));
  });
  const unknown = layer.comments.flatMap((comment) => readNearDirective(comment) ?? []);
  return { spans, named, unknown };
}

/** Returns whether a comment suppresses `rule` on `line`; marks it as used. */
export function isSuppressed({ spans }: Suppressions, rule: string, line: number): boolean {
  let found = false;
  for (const span of spans) {
    if (span.rule === rule && span.from <= line && line <= span.to) found = span.used = true;
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

function readNearDirective(comment: Comment): Suppressions["unknown"][number] | undefined {
  if (PATTERN.test(comment.text)) return undefined;
  const word = NEAR_PATTERN.exec(comment.text)?.groups?.["word"]?.toLowerCase();
  if (word === undefined) return undefined;
  const known = DIRECTIVES.find((name) => name === word) ?? nearestName(word, DIRECTIVES) ?? likelyMeant(word);
  return known === undefined ? undefined : { comment, word, nearest: `usda-lint-${known}` };
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
