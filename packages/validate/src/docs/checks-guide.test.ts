// The guide has a table check by check.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleMetas } from "../rules/index.ts";
import { stageRuleMetas } from "../stage-rules/stage-rule-metas.generated.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/from-usd-validators.md"), "utf8");

test("the guide names each fix of rules about stages", () => {
  const section = guide.slice(guide.indexOf("\n## Fixes\n"), guide.indexOf("\n## Differences\n"));
  const rows = Array.from(section.matchAll(/^\|[^|]+\| \[`([\w-]+)`\][^|]*\| ([\w ]+?) +\|/gmu), ([, id, safe]) => [
    id,
    safe,
  ]);
  const names = { safe: "yes", unsafe: "no", both: "if the value is a number" };
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(
      stageRuleMetas.flatMap(({ id, fixable }) => (fixable === undefined ? [] : [[id, names[fixable]]])),
    ),
  );
});

test("the guide names each check of other validators with the rules that cover it", () => {
  const rows = new Map(
    Array.from(guide.matchAll(/^\| `(\w+(?::\w+)?)` +\| (\[.*?) *\|$/gmu), ([, check, rules]) => [
      check.includes(":") ? check : `nvidia:${check}`,
      Array.from(rules.matchAll(/`([\w-]+)`/gu), ([, id]) => id),
    ]),
  );
  const expected = new Map<string, string[]>();
  for (const { id, sameAs = [] } of ruleMetas) {
    for (const check of sameAs) expected.set(check, [...(expected.get(check) ?? []), id]);
  }
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
});
