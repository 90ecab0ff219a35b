// The guide has a table check by check.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleMetas } from "../rules/index.ts";

test("the guide names each check of other validators with the rules that cover it", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/from-usd-validators.md"), "utf8");
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
