import { nearestName, type ByteRange, type Comment } from "@usdkit/layer";
import type { NearDirective, Suppressions } from "../text/suppressions.ts";
import { everyProfile } from "../model/profile.ts";
import type { Fix, RuleFinding } from "../model/finding.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { utf8Length } from "../text/byte-text.ts";

/** Its check does nothing: the engine calls {@link unusedDisables} after all other rules. */
export const UNUSED_DISABLE: Rule = {
  meta: {
    id: "unused-disable",
    summary: "A disable comment that suppressed nothing, is misspelled, or names a rule that does not exist",
    severity: "warning",
    effect: null,
    profiles: everyProfile,
    fixable: "both",
  },
  examples,
  check: () => undefined,
};

/** The disable comments of a scene, and the rules that they name. */
export interface Directives {
  readonly suppressions: Suppressions;
  readonly source: Uint8Array | undefined;
  readonly isSuppressible: (rule: string) => boolean;
}

/** @param active The rules that ran; for others it is unknown whether a comment is needed */
export function* unusedDisables(
  { suppressions: { spans, named, unknown }, source, isSuppressible }: Directives,
  known: ReadonlySet<string>,
  active: ReadonlySet<string>,
): Generator<RuleFinding> {
  for (const near of unknown) yield misspelled(near);
  for (const { rule, comment } of named) {
    const { range } = comment;
    if (!known.has(rule)) yield unknownRule(rule, comment, known);
    else if (!isSuppressible(rule)) {
      const message = `Findings of "${rule}" cannot be suppressed by a comment.`;
      yield { message, range, hint: "Remove the comment.", fixes: removal(source, comment, rule) };
    }
  }
  // A comment without ids may have several spans: all but one rule may be suppressed from some line on.
  const usedForAll = new Set(spans.flatMap(({ rule, used, comment }) => (rule === undefined && used ? comment : [])));
  const reported = new Set<Comment>();
  for (const { rule, comment, used } of spans) {
    const { range } = comment;
    const hint = "Remove the comment.";
    if (rule === undefined) {
      if (usedForAll.has(comment) || reported.has(comment)) continue;
      reported.add(comment);
      const fixes = removalOfComment(source, comment);
      yield { message: "No rule has a finding here, so the comment has no effect.", range, hint, fixes };
    } else if (!used && active.has(rule) && rule !== UNUSED_DISABLE.meta.id && isSuppressible(rule)) {
      const message = `"${rule}" has no finding here, so the comment has no effect.`;
      yield { message, range, hint, fixes: removal(source, comment, rule) };
    }
  }
}

/** The fixes are unsafe: findings would no longer be reported. */
function misspelled({ comment, word, nearest, start, end }: NearDirective): RuleFinding {
  const message = `"${word}" is not a directive of usda-lint, so the comment has no effect.`;
  const fix = { title: `Write ${nearest}`, safe: false, edits: [replacement(comment, { start, end }, nearest)] };
  return { message, range: comment.range, hint: `Did you mean ${nearest}?`, fixes: [fix] };
}

function unknownRule(rule: string, comment: Comment, known: ReadonlySet<string>): RuleFinding {
  const message = `There is no rule "${rule}".`;
  const near = nearestName(rule, known);
  const start = indexOfRule(comment.text, rule);
  if (near === undefined || start < 0) return { message, range: comment.range };
  const edits = [replacement(comment, { start, end: start + rule.length }, near)];
  const fixes = [{ title: `Write "${near}"`, safe: false, edits }];
  return { message, range: comment.range, hint: `Did you mean "${near}"?`, fixes };
}

/** Returns an edit of a part of a comment, given in UTF-16 units. */
function replacement({ text, range }: Comment, { start, end }: ByteRange, by: string): Fix["edits"][number] {
  const from = range.start + utf8Length(text.slice(0, start));
  return { start: from, end: from + utf8Length(text.slice(start, end)), text: by };
}

/** Removes the rule from the comment, or the comment if it names no other. */
function removal(source: Uint8Array | undefined, comment: Comment, rule: string): readonly Fix[] {
  const [list = ""] = comment.text.split(/\s--(?:\s|$)/);
  const at = indexOfRule(list, rule);
  if (source === undefined || at < 0) return [];
  const before = /[\s,]*$/.exec(list.slice(0, at))?.[0] ?? "";
  const after = /^\s*,?\s*/.exec(list.slice(at + rule.length))?.[0] ?? "";
  const hasMore =
    list
      .slice(at + rule.length + after.length)
      .replace(/\*\/\s*$/, "")
      .trim() !== "";
  const isOnly =
    !hasMore && /usda-lint-(?:disable|enable)(?:-next-line|-line)?$/.test(list.slice(0, at - before.length));
  if (isOnly) return removalOfComment(source, comment);
  const start = hasMore ? at : at - before.length;
  const end = at + rule.length + (hasMore ? after.length : 0);
  const edits = [replacement(comment, { start, end }, "")];
  return [{ title: `Remove "${rule}" from the comment`, safe: true, edits }];
}

/** Removes a comment, with its line if nothing else is on it. */
function removalOfComment(source: Uint8Array | undefined, { range }: Comment): readonly Fix[] {
  if (source === undefined) return [];
  return [{ title: "Remove the comment", safe: true, edits: [{ ...commentRange(source, range), text: "" }] }];
}

/** Returns the offset of a rule id in a text, in UTF-16 units; -1 if it is absent. The id may have any characters. */
function indexOfRule(text: string, rule: string): number {
  const isPart = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);
  for (let at = text.indexOf(rule); at >= 0; at = text.indexOf(rule, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + rule.length])) return at;
  }
  return -1;
}

/** Returns the range of the comment with the white space before it, and with its line end if nothing else is on its line. */
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

function examples(): FixedExamples {
  const suppressed = (comment: string): string =>
    `#usda 1.0\ndef "A"\n{\n    int x = 1\n    # ${comment}\n    int x = 2\n}\n`;
  return {
    good: [
      { title: "a comment on something else", source: "#usda 1.0\n# the linter is called usda-lint\n" },
      {
        title: "a comment that suppresses a finding",
        source: suppressed("usda-lint-disable-next-line duplicate-field -- on purpose"),
      },
      {
        title: "a range of lines",
        source: `#usda 1.0\n# usda-lint-disable duplicate-field\ndef "A"\n{\n${twice}}\n# usda-lint-enable duplicate-field\n`,
      },
      {
        title: "all rules on a line",
        source: '#usda 1.0\ndef "A"\n{\n    int x = 1\n    int x = 2 # usda-lint-disable-line -- on purpose\n}\n',
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
        fixed: '#usda 1.0\ndef "A"\n{\n}\n',
      },
      {
        title: "a syntax error",
        source: "#usda 1.0\n# usda-lint-disable usda-syntax\n",
        at: ["2:1"],
        fixed: "#usda 1.0\n",
      },
      {
        title: "a directive that does not exist",
        source: suppressed("usda-lint-disable-nextline duplicate-field"),
        at: ["5:5"],
        others: ["duplicate-field"],
        fixed: suppressed("usda-lint-disable-next-line duplicate-field"),
      },
      {
        title: "no such rule",
        source: suppressed("usda-lint-disable-next-line duplicate-feild"),
        at: ["5:5"],
        others: ["duplicate-field"],
        fixed: suppressed("usda-lint-disable-next-line duplicate-field"),
      },
      {
        title: "nothing to suppress, for all rules",
        source: '#usda 1.0\ndef "A"\n{\n    # usda-lint-disable-next-line -- because\n    int x = 1\n}\n',
        profile: "usda",
        at: ["4:5"],
        fixed: '#usda 1.0\ndef "A"\n{\n    int x = 1\n}\n',
      },
    ],
  };
}
