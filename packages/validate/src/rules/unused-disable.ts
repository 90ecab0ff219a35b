import { nearestName, type ByteRange, type Comment } from "@usdkit/layer";
import type { Suppressions } from "../suppress/suppressions.ts";
import { everyProfile } from "../model/profile.ts";
import type { Fix, RuleFinding } from "../model/finding.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { utf8Length } from "../text/byte-text.ts";

/** It has no check of its own: the engine calls {@link unusedDisables} after all others. */
export const UNUSED_DISABLE: Rule = {
  meta: {
    id: "unused-disable",
    summary: "A disable comment that suppressed nothing, is misspelled, or names a rule that does not exist",
    severity: "warning",
    effect: null,
    profiles: everyProfile,
    fixable: "safe",
  },
  examples,
  check: () => undefined,
};

/** The comments of a scene, and what they are about. */
export interface Directives {
  readonly suppressions: Suppressions;
  readonly source: Uint8Array | undefined;
  readonly isSuppressible: (rule: string) => boolean;
}

/** @param active The rules that ran: whether the comment of another one is needed is unknown */
export function* unusedDisables(
  { suppressions: { spans, named, unknown }, source, isSuppressible }: Directives,
  known: ReadonlySet<string>,
  active: ReadonlySet<string>,
): Generator<RuleFinding> {
  for (const { comment, word, nearest } of unknown) {
    const hint = `Did you mean ${nearest}?`;
    yield {
      message: `"${word}" is not a directive of usda-lint, so the comment has no effect.`,
      range: comment.range,
      hint,
    };
  }
  for (const { rule, comment } of named) {
    const { range } = comment;
    if (rule === undefined) {
      yield {
        message: "The comment names no rule, so it has no effect.",
        range,
        hint: "Write the ids of rules after it.",
      };
    } else if (!known.has(rule)) {
      const near = nearestName(rule, known);
      const hint = near === undefined ? undefined : `Did you mean "${near}"?`;
      yield { message: `There is no rule "${rule}".`, range, hint };
    } else if (!isSuppressible(rule)) {
      const message = `Findings of "${rule}" cannot be suppressed by a comment.`;
      yield { message, range, hint: "Remove the comment.", fixes: removal(source, comment, rule) };
    }
  }
  for (const { rule, comment, used } of spans) {
    if (used || !active.has(rule) || rule === UNUSED_DISABLE.meta.id || !isSuppressible(rule)) continue;
    const message = `"${rule}" has no finding here, so the comment has no effect.`;
    yield { message, range: comment.range, hint: "Remove the comment.", fixes: removal(source, comment, rule) };
  }
}

/** Removes the rule from the comment, or the comment if it names no other; with its line if nothing else is on it. */
function removal(source: Uint8Array | undefined, comment: Comment, rule: string): readonly Fix[] {
  if (source === undefined) return [];
  const title = `Remove "${rule}" from the comment`;
  const [list = ""] = comment.text.split(/\s--(?:\s|$)/);
  const at = list.search(new RegExp(`(?<![\\w-])${rule}(?![\\w-])`));
  if (at < 0) return [];
  const before = /[\s,]*$/.exec(list.slice(0, at))?.[0] ?? "";
  const after = /^\s*,?\s*/.exec(list.slice(at + rule.length))?.[0] ?? "";
  const hasMore =
    list
      .slice(at + rule.length + after.length)
      .replace(/\*\/\s*$/, "")
      .trim() !== "";
  const isOnly =
    !hasMore && /usda-lint-(?:disable|enable)(?:-next-line|-line)?$/.test(list.slice(0, at - before.length));
  if (isOnly)
    return [{ title: "Remove the comment", safe: true, edits: [{ ...commentRange(source, comment.range), text: "" }] }];
  const start = comment.range.start + utf8Length(list.slice(0, hasMore ? at : at - before.length));
  const end = comment.range.start + utf8Length(list.slice(0, at + rule.length + (hasMore ? after.length : 0)));
  return [{ title, safe: true, edits: [{ start, end, text: "" }] }];
}

/** The comment with the white space before it, and with its line end if it is alone on its line. */
function commentRange(source: Uint8Array, { start, end }: ByteRange): ByteRange {
  let from = start;
  while (source[from - 1] === 32 || source[from - 1] === 9) from--;
  const isAlone = from === 0 || source[from - 1] === 10;
  if (!isAlone) return { start: from, end };
  let to = end;
  while (source[to] === 32 || source[to] === 9 || source[to] === 13) to++;
  return source[to] === 10 ? { start: from, end: to + 1 } : { start: from, end };
}

const twice = "    int x = 1\n    int x = 2\n";

function examples(): RuleExamples {
  return {
    good: [
      { title: "a comment on something else", source: "#usda 1.0\n# the linter is called usda-lint\n" },
      {
        title: "a comment that suppresses a finding",
        source: `#usda 1.0\ndef "A"\n{\n    int x = 1\n    # usda-lint-disable-next-line duplicate-field -- on purpose\n    int x = 2\n}\n`,
      },
      {
        title: "a stretch of lines",
        source: `#usda 1.0\n# usda-lint-disable duplicate-field\ndef "A"\n{\n${twice}}\n# usda-lint-enable duplicate-field\n`,
      },
      {
        title: "at the end of the line",
        source: '#usda 1.0\ndef "A"\n{\n    int x = 1\n    int x = 2 # usda-lint-disable-line duplicate-field\n}\n',
      },
    ],
    bad: [
      {
        title: "nothing to suppress",
        source: '#usda 1.0\n# usda-lint-disable-next-line usda-header\ndef "A"\n{\n}\n',
        at: ["2:1"],
      },
      { title: "a syntax error", source: "#usda 1.0\n# usda-lint-disable usda-syntax\n", at: ["2:1"] },
      {
        title: "a directive that does not exist",
        source: '#usda 1.0\ndef "A"\n{\n    # usda-lint-disable-nextline duplicate-field\n    int x = 1\n}\n',
        at: ["4:5"],
      },
      { title: "no such rule", source: "#usda 1.0\n# usda-lint-disable usda-sintax\n", at: ["2:1"] },
      { title: "no rule at all", source: "#usda 1.0\n# usda-lint-disable -- because\n", at: ["2:1"] },
    ],
  };
}
