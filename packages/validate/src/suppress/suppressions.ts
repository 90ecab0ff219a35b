/** Comments that suppress findings, and which of them did. */
import type { Comment, Layer } from "@usdkit/layer";
import type { LineIndex } from "../text/line-index.ts";

interface Directive {
  readonly kind: "disable" | "disable-next-line" | "enable";
  readonly ids: readonly string[];
  readonly comment: Comment;
}

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
}

const PATTERN = /^(?:#+|\/\/+|\/\*+)\s*usda-lint-(disable-next-line|disable|enable)(?![\w-])(?<rest>[^]*)$/;

/**
 * Reads `# usda-lint-disable-next-line ID[, ID] -- reason`, `# usda-lint-disable ID` (to the end of the file, or to
 * `# usda-lint-enable ID`). Several next-line comments in a row are about the first line after them.
 */
export function readSuppressions(layer: Layer, lines: LineIndex): Suppressions {
  const directives = layer.comments.flatMap((comment) => readDirective(comment) ?? []);
  const spans: Suppression[] = [];
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
      } else if (kind === "enable") close(rule, line);
      else if (!open.has(rule)) open.set(rule, { from: line, comment });
    }
  }
  for (const rule of open.keys()) close(rule, Number.POSITIVE_INFINITY);

  const named = directives.flatMap(({ ids, comment }) => {
    const rules: readonly (string | undefined)[] = ids.length === 0 ? [undefined] : ids;
    return rules.map((rule) => ({ rule, comment }));
  });
  return { spans, named };
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
  return { kind: match[1] as Directive["kind"], ids: [...new Set(ids)], comment };
}

function lastLine({ comment }: Directive, lines: LineIndex): number {
  return lines.lineAt(Math.max(comment.range.start, comment.range.end - 1));
}
