/** Checks an open page with axe-core. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
const MAX_NODES = 3;
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns the violations on a page: rule, element, reason. It works under any content security policy.
 *
 * @param rules Ids of rules; default: all of WCAG 2.1 A and AA, and axe's own practices.
 */
export async function axeViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const runOnly = rules.length > 0 ? { type: "rule", values: rules } : { type: "tag", values: TAGS };
  const run = `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"] })})`;
  const found = await page.evaluate(`${source};${run}.then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, ${MAX_NODES}).map(({ target, failureSummary }) => id + ": " + target.join(" ") + ": " + failureSummary)))`);
  return (found as string[]).map((text) => text.replaceAll(/\s+/g, " "));
}
