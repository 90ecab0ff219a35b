// Proves rules and fixes by other validators: on the examples of the rules that name their checks in `sameAs`.
//
//   node test/oracle/fix-proofs.ts --peer usd|nvidia [--rule ID]
//
// A bad example has the check; after our fixes it has it no more, and applying them again changes nothing. A good example does not have
// it. Prints a line for each check with the number of examples, the checks by which the fixes of each rule are proven, and the examples
// that are otherwise, with the reason (`proof-reasons.ts`). The exit code is 1 if a fix is refuted, an example is otherwise for no known
// reason, or a check has fewer than three examples of a kind.
// Environment variables as for `validators.ts`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { BadStageExample, StageExample, StageRule } from "../../packages/validate/src/rule/stage-rule.ts";
import { stageRules } from "../../packages/validate/src/stage-rules/index.ts";
import { checkExample, filesOf, fixExample } from "../../packages/validate/src/test-support/stage-examples.ts";
import { placedExamples } from "./placed-examples.ts";
import { proofReason } from "./proof-reasons.ts";
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
/** By rule: the checks that are clean after its fixes. */
const proven = new Map<string, Set<string>>();
const otherwise: string[] = [];
let refuted = 0;
let unexplained = 0;

/** Notes that an example is otherwise, with the reason. */
function note(
  checks: readonly string[],
  { rule, kind, title, what }: { rule: string; kind: "good" | "bad"; title: string; what: string },
): void {
  const reason = proofReason(rule, kind, title);
  if (reason === undefined) unexplained++;
  otherwise.push(`${checks.join(", ")}: ${rule}: ${kind} "${title}": ${what}: ${reason ?? "UNEXPLAINED"}`);
}

function countOf(check: string): Tally {
  const known = tally.get(check) ?? { good: 0, bad: 0, fixed: 0 };
  tally.set(check, known);
  return known;
}

async function tryGood(id: string, checks: readonly string[], example: StageExample): Promise<void> {
  const found = await checksOf(example.files);
  for (const check of checks) {
    if (found?.includes(check) === false) countOf(check).good++;
    else {
      const what = found === undefined ? "not opened" : "reported";
      note([check], { rule: id, kind: "good", title: example.title, what });
    }
  }
}

async function tryBad(rule: StageRule, checks: readonly string[], example: BadStageExample): Promise<void> {
  const { id } = rule.meta;
  const before = await checksOf(example.files);
  const present = checks.filter((check) => before?.includes(check) === true);
  for (const check of present) countOf(check).bad++;
  if (present.length === 0) note(checks, { rule: id, kind: "bad", title: example.title, what: "not reported" });
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
    if (after?.includes(check) === false) {
      countOf(check).fixed++;
      proven.set(id, (proven.get(id) ?? new Set()).add(check));
    } else {
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
  for (const example of placedExamples(id, scratch)) {
    const { findings } = await checkExample(rule, filesOf(example));
    if (findings.length === 0) throw new Error(`${id} does not report "${example.title}"`);
    await tryBad(rule, checks, { ...example, found: findings.map(({ text }) => text) });
  }
}
worker.close();
rmSync(scratch, { recursive: true, force: true });
for (const [check, { good, bad, fixed }] of [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${check}: ${good} good, ${bad} bad, ${fixed} of these clean after the fix`);
for (const [id, checks] of proven) console.log(`proven: ${id}: ${[...checks].join(", ")}`);
for (const each of otherwise.toSorted()) console.log(`otherwise: ${each}`);
const enough = [...tally.values()].filter(({ good, bad }) => good >= 3 && bad >= 3).length;
const fixed = [...tally.values()].reduce((sum, each) => sum + each.fixed, 0);
console.log(
  JSON.stringify({
    checks: tally.size,
    threeOfEach: enough,
    fixed,
    refuted,
    otherwise: otherwise.length,
    unexplained,
  }),
);
process.exitCode = refuted + unexplained > 0 || enough < tally.size ? 1 : 0;
