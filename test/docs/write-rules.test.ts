import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyRule as rules } from "@usdkit/validate/stage";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkRulePages, writeRulePages } from "../../docs/scripts/write-rules.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rule-pages-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a page for each rule, and a table of all", () => {
  writeRulePages(join(folder, "new"));
  expect(checkRulePages(join(folder, "new"))).toEqual([]);
  const names = readdirSync(join(folder, "new"));
  expect(names.toSorted()).toEqual([...rules.map(({ meta }) => `${meta.id}.md`), "README.md"].toSorted());
  const table = readFileSync(join(folder, "new/README.md"), "utf8");
  for (const { meta } of rules) expect(table).toContain(`| [\`${meta.id}\`](${meta.id}.md) `);
});

test("names stale, missing and obsolete pages; writing fixes them", () => {
  writeRulePages(folder);
  writeFileSync(join(folder, "no-such-rule.md"), "");
  writeFileSync(join(folder, "usda-syntax.md"), "old");
  rmSync(join(folder, "usda-header.md"));
  expect(checkRulePages(folder)).toEqual([
    "no-such-rule.md: there is no such rule",
    "usda-header.md: missing",
    "usda-syntax.md: stale",
  ]);
  writeRulePages(folder);
  expect(checkRulePages(folder)).toEqual([]);
  expect(checkRulePages(join(folder, "nowhere"))).toHaveLength(rules.length + 1);
});
