import type { Suppressions } from "../suppress/suppressions.ts";
import { everyProfile } from "../model/profile.ts";
import type { RuleFinding } from "../model/finding.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";

/** It has no check of its own: the engine asks {@link unusedDisables} after all others. */
export const UNUSED_DISABLE: Rule = {
  meta: {
    id: "unused-disable",
    summary: "A disable comment that silenced nothing, or names a rule that does not exist",
    severity: "warning",
    effect: null,
    profiles: everyProfile,
  },
  examples,
  check: () => undefined,
};

/** `active` are the rules that ran: of one that did not, nobody knows whether its comment is needed. */
export function* unusedDisables(
  { spans, named }: Suppressions,
  known: ReadonlySet<string>,
  active: ReadonlySet<string>,
): Generator<RuleFinding> {
  for (const { rule, comment } of named) {
    if (rule === undefined) yield { message: "This comment names no rule.", range: comment.range };
    else if (!known.has(rule)) yield { message: `There is no rule "${rule}".`, range: comment.range };
  }
  for (const { rule, comment, used } of spans) {
    if (used || !active.has(rule) || rule === UNUSED_DISABLE.meta.id) continue;
    yield { message: `"${rule}" has nothing to silence here.`, range: comment.range, hint: "Remove the comment." };
  }
}

const twice = "    int x = 1\n    int x = 2\n";

function examples(): RuleExamples {
  return {
    good: [
      { title: "a comment on something else", source: "#usda 1.0\n# the linter is called usda-lint\n" },
      {
        title: "a comment that suppressions",
        source: `#usda 1.0\ndef "A"\n{\n    int x = 1\n    # usda-lint-disable-next-line duplicate-field -- on purpose\n    int x = 2\n}\n`,
      },
      {
        title: "a stretch of lines",
        source: `#usda 1.0\n# usda-lint-disable duplicate-field\ndef "A"\n{\n${twice}}\n# usda-lint-enable duplicate-field\n`,
      },
    ],
    bad: [
      {
        title: "nothing to silence",
        source: '#usda 1.0\n# usda-lint-disable-next-line usda-syntax\ndef "A"\n{\n}\n',
        at: ["2:1"],
      },
      { title: "no such rule", source: "#usda 1.0\n# usda-lint-disable usda-sintax\n", at: ["2:1"] },
      { title: "no rule at all", source: "#usda 1.0\n# usda-lint-disable -- because\n", at: ["2:1"] },
    ],
  };
}
