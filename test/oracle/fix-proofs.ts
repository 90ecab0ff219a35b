// Proves rules and fixes by other validators: on the examples of the rules that name their checks in `sameAs`.
//
//   node test/oracle/fix-proofs.ts --peer usd|nvidia [--rule ID]
//
// A bad example has the check; after our fixes it has it no more, and applying them again changes nothing. A good example does not have
// it. Prints a line for each check with the number of examples, and those that are otherwise; the exit code is 1 if a fix is refuted.
// Environment variables as for `validators.ts`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { BadStageExample, StageExample, StageRule } from "../../packages/validate/src/rule/stage-rule.ts";
import { stageRules } from "../../packages/validate/src/stage-rules/index.ts";
import { fixExample } from "../../packages/validate/src/test-support/stage-examples.ts";
import { openPeer } from "./validator-peers.ts";

const { values } = parseArgs({ options: { peer: { type: "string", default: "usd" }, rule: { type: "string" } } });
const { peer, worker } = openPeer(values.peer, 60_000);
const scratch = mkdtempSync(join(tmpdir(), "usdkit-fixes-"));
let folders = 0;

/** Returns the checks that a stage has; undefined if the peer does not open it, or fails. */
async function checksOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<readonly string[] | undefined> {
  // A folder for each: the reference keeps layers that are open.
  const folder = join(scratch, String(++folders));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const answer = await worker.ask({ root: join(folder, Object.keys(files)[0]) });
  rmSync(folder, { recursive: true, force: true });
  return "failed" in answer || answer.refused === true ? undefined : (answer.found ?? []).map(([check]) => check);
}

interface Tally {
  good: number;
  bad: number;
  fixed: number;
}
const tally = new Map<string, Tally>();
const otherwise: string[] = [];
let refuted = 0;

function countOf(check: string): Tally {
  const known = tally.get(check) ?? { good: 0, bad: 0, fixed: 0 };
  tally.set(check, known);
  return known;
}

async function tryGood(id: string, checks: readonly string[], example: StageExample): Promise<void> {
  const found = await checksOf(example.files);
  for (const check of checks) {
    if (found?.includes(check) === false) countOf(check).good++;
    else otherwise.push(`${check}: ${id}: good "${example.title}": ${found === undefined ? "not opened" : "reported"}`);
  }
}

async function tryBad(rule: StageRule, checks: readonly string[], example: BadStageExample): Promise<void> {
  const { id } = rule.meta;
  const before = await checksOf(example.files);
  const present = checks.filter((check) => before?.includes(check) === true);
  for (const check of present) countOf(check).bad++;
  if (present.length === 0) otherwise.push(`${checks.join(", ")}: ${id}: bad "${example.title}": not reported`);
  if (rule.meta.fixable === undefined) return;
  const { changed, fixes, left } = await fixExample(rule, example);
  // What has no fix stays.
  if (fixes.length === 0 || left.length > 0) return;
  const files = { ...example.files, ...changed };
  const after = await checksOf(files);
  const again = await fixExample(rule, { ...example, files });
  if (Object.keys(again.changed).length > 0) {
    refuted++;
    otherwise.push(`${id}: "${example.title}": a second fix changes the text`);
  }
  for (const check of present) {
    if (after?.includes(check) === false) countOf(check).fixed++;
    else {
      refuted++;
      otherwise.push(`${check}: ${id}: "${example.title}": reported after the fix`);
    }
  }
}

for (const rule of stageRules) {
  const { id, sameAs = [] } = rule.meta;
  const checks = sameAs.filter((name) => name.startsWith("nvidia:") === (peer === "nvidia"));
  if (checks.length === 0 || (values.rule !== undefined && values.rule !== id)) continue;
  const { good, bad } = rule.examples();
  for (const example of good) await tryGood(id, checks, example);
  for (const example of bad) await tryBad(rule, checks, example);
}
worker.close();
rmSync(scratch, { recursive: true, force: true });
for (const [check, { good, bad, fixed }] of [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${check}: ${good} good, ${bad} bad, ${fixed} of these clean after the fix`);
for (const each of otherwise.toSorted()) console.log(`otherwise: ${each}`);
const enough = [...tally.values()].filter(({ good, bad }) => good >= 3 && bad >= 3).length;
const fixed = [...tally.values()].reduce((sum, each) => sum + each.fixed, 0);
console.log(JSON.stringify({ checks: tally.size, threeOfEach: enough, fixed, refuted, otherwise: otherwise.length }));
process.exitCode = refuted > 0 ? 1 : 0;
