// Writes docs/rules from the rules, a page for each and a table of all, and docs/prim-types.md from the tables of
// the prim types. With --check it writes nothing and names every page that is stale, missing, or of a rule that is gone.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { primTypes, primTypesPage } from "@usdkit/service-scene";
import { rulePage, rulesPage } from "@usdkit/validate";
import { everyRule as rules } from "@usdkit/validate/stage";

/** File name → expected content. */
function pages(): Map<string, string> {
  const note = "<!-- Made by `pnpm run docs:rules` from packages/validate/src/rules; changes go there. -->\n\n";
  const result = new Map(rules.map((rule) => [`${rule.meta.id}.md`, note + rulePage(rule)]));
  return result.set("README.md", note + rulesPage(rules.map(({ meta }) => meta)));
}

/** Returns the problems in `folder`, each as `name: problem`. */
export function checkRulePages(folder: string): string[] {
  const wanted = pages();
  const there = list(folder);
  const problems = there.filter((name) => !wanted.has(name)).map((name) => `${name}: there is no such rule`);
  for (const [name, text] of wanted) {
    if (!there.includes(name)) problems.push(`${name}: missing`);
    else if (readFileSync(join(folder, name), "utf8") !== text) problems.push(`${name}: stale`);
  }
  return problems.toSorted();
}

/** Writes the expected files to `folder` and removes others. */
export function writeRulePages(folder: string): void {
  const wanted = pages();
  mkdirSync(folder, { recursive: true });
  for (const name of list(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
  for (const [name, text] of wanted) writeFileSync(join(folder, name), text);
}

const TYPES_NOTE =
  "<!-- Made by `pnpm run docs:rules` from packages/service-scene/src/prims; changes go there. -->\n\n";

/** Returns whether the page of the prim types is up to date. */
export function isTypesPageCurrent(file: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8") === TYPES_NOTE + primTypesPage(primTypes);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const folder = resolve(import.meta.dirname, "../rules");
  const typesPage = resolve(import.meta.dirname, "../prim-types.md");
  if (process.argv.includes("--check")) {
    const problems = checkRulePages(folder);
    if (!isTypesPageCurrent(typesPage)) problems.push("../prim-types.md: stale");
    for (const problem of problems) console.error(`docs/rules/${problem}`);
    if (problems.length > 0) {
      console.error("Run `npx -y pnpm@12 run docs:rules`.");
      process.exitCode = 1;
    } else console.log("The pages of rules and prim types are up to date.");
  } else {
    writeRulePages(folder);
    writeFileSync(typesPage, TYPES_NOTE + primTypesPage(primTypes));
  }
}
