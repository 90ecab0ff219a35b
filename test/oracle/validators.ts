// Compares the rules about stages with other validators: for each check that a rule names in `sameAs`, the prims that have it.
//
//   node test/oracle/validators.ts --peer usd [FILES OR FOLDERS…]
//   node test/oracle/validators.ts --peer nvidia --mutants 2000 [--from 1]
//
// Without files: those of the conformance and binary sets, and the roots that compose (`../shared`). `--mutants N` also compares N
// files with a planted mistake (`mutate-stage.ts`). `--limit N` takes every k-th file, so that about N are left; `--show N` prints so
// many places of a difference (default 3), `--check NAME` compares one check.
//
// `validator-differences.ts` has the known differences with reason and fault; the exit code is 1 if there are others.
// USDKIT_PYTHON is a Python with usd-core, USDKIT_NVIDIA_PYTHON one with usd-validation-nvidia.

import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutateStage } from "./mutate-stage.ts";
import { ourChecks, comparePairs, type Difference } from "./validator-pairs.ts";
import { openPeer } from "./validator-peers.ts";

const { values, positionals } = parseArgs({
  options: {
    peer: { type: "string", default: "usd" },
    mutants: { type: "string", default: "0" },
    from: { type: "string", default: "1" },
    limit: { type: "string" },
    show: { type: "string", default: "3" },
    check: { type: "string" },
    timeout: { type: "string", default: "60" },
  },
  allowPositionals: true,
});

const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));
const DEFAULT_FOLDERS = ["conformance/real/files", "binary/files", "composition/aousd/cases"];
const LAYERS = "**/*.{usd,usda,usdc,usdz}";

function listFiles(path: string): readonly string[] {
  const full = resolve(path);
  if (statSync(full).isFile()) return [full];
  return globSync(LAYERS, { cwd: full })
    .toSorted()
    .map((name) => join(full, name))
    .filter((name) => statSync(name).isFile());
}

interface Coverage {
  both: number;
  onlyOurs: number;
  onlyTheirs: number;
  unexplained: number;
}

/** What was compared: files that both take, by check the pairs that are the same, and the differences. */
interface Tally {
  files: number;
  refused: number;
  failed: number;
  same: Map<string, number>;
  /** By check: files that have it on both sides, and those with prims that one side has alone. */
  coverage: Map<string, Coverage>;
  differences: Map<string, Difference & { count: number; places: string[] }>;
}

const tally: Tally = { files: 0, refused: 0, failed: 0, same: new Map(), coverage: new Map(), differences: new Map() };
const { peer, worker } = openPeer(values.peer, Number(values.timeout) * 1000);

async function compare(file: string, name: string): Promise<void> {
  const [theirs, ours] = await Promise.all([worker.ask({ root: file }), ourChecks(file, peer)]);
  if ("failed" in theirs) {
    tally.failed++;
    console.log(`${name}: the peer failed: ${theirs.failed}`);
    return;
  }
  if (theirs.refused === true || ours === undefined) {
    tally.refused++;
    return;
  }
  tally.files++;
  const { same, differences } = comparePairs(ours, theirs.found ?? []);
  for (const check of same) tally.same.set(check, (tally.same.get(check) ?? 0) + 1);
  cover(same, differences);
  for (const difference of differences) {
    if (values.check !== undefined && !difference.check.includes(values.check)) continue;
    const { check, side, known, message } = difference;
    const key = [check, side, known?.id ?? message.replaceAll(/[<"'@][^>"'@]*[>"'@]|[\d.]+/gu, "…").slice(0, 120)].join(
      "\0",
    );
    const found = tally.differences.get(key) ?? { ...difference, count: 0, places: [] };
    found.count++;
    if (found.places.length < Number(values.show)) found.places.push(`${name} <${difference.prim}>: ${message}`);
    tally.differences.set(key, found);
  }
}

/** Counts a file once for each check and side. */
function cover(same: readonly string[], differences: readonly Difference[]): void {
  const of = (check: string): Coverage => {
    const known = tally.coverage.get(check) ?? { both: 0, onlyOurs: 0, onlyTheirs: 0, unexplained: 0 };
    tally.coverage.set(check, known);
    return known;
  };
  const checksOf = (found: readonly Difference[]): ReadonlySet<string> => new Set(found.map(({ check }) => check));
  for (const check of new Set(same)) of(check).both++;
  for (const check of checksOf(differences.filter(({ side }) => side === "ours"))) of(check).onlyOurs++;
  for (const check of checksOf(differences.filter(({ side }) => side === "theirs"))) of(check).onlyTheirs++;
  for (const check of checksOf(differences.filter(({ known }) => known === undefined))) of(check).unexplained++;
}

let files = (positionals.length > 0 ? positionals : DEFAULT_FOLDERS.map((name) => join(shared, name))).flatMap(
  listFiles,
);
if (values.limit !== undefined) {
  const step = Math.max(1, files.length / Number(values.limit));
  files = Array.from({ length: Math.min(files.length, Number(values.limit)) }, (_, i) => files[Math.floor(i * step)]);
}
if (Number(values.mutants) === 0) for (const file of files) await compare(file, file.replace(shared, ""));

const scratch = mkdtempSync(join(tmpdir(), "usdkit-validators-"));
const from = Number(values.from);
for (let seed = from; seed < from + Number(values.mutants); seed++) {
  // A folder for each: the reference keeps layers that are open.
  const folder = join(scratch, String(seed));
  mkdirSync(folder);
  const { text, mutations } = mutateStage(seed);
  const file = join(folder, "asset.usda");
  writeFileSync(file, text);
  await compare(file, `mutant ${seed} (${mutations.join(", ")})`);
  rmSync(folder, { recursive: true });
}
rmSync(scratch, { recursive: true });
worker.close();

const inOrder = [...tally.differences.values()].toSorted(
  (a, b) => Number(a.known !== undefined) - Number(b.known !== undefined) || (a.check < b.check ? -1 : 1),
);
for (const { check, side, known, count, places } of inOrder) {
  const reason = known === undefined ? "UNEXPLAINED" : `known (${known.fault}): ${known.id}`;
  console.log(`${check}: only ${side}, ${count} times: ${reason}`);
  if (known === undefined) for (const place of places) console.log(`    ${place}`);
}
const same = [...tally.same.values()].reduce((sum, count) => sum + count, 0);
const differing = inOrder.reduce((sum, { count }) => sum + count, 0);
const unexplained = inOrder.reduce((sum, { count, known }) => sum + (known === undefined ? count : 0), 0);
for (const [check, count] of [...tally.same].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`same ${check}: ${count}`);
console.log("files by check: both, only ours, only theirs, unexplained");
for (const [check, { both, onlyOurs, onlyTheirs, unexplained: open }] of [...tally.coverage].toSorted(([a], [b]) =>
  a < b ? -1 : 1,
))
  console.log(`  ${check}: ${both}, ${onlyOurs}, ${onlyTheirs}, ${open}`);
console.log(
  JSON.stringify({
    files: tally.files,
    refused: tally.refused,
    failed: tally.failed,
    checks: tally.same.size,
    same,
    differing,
    unexplained,
  }),
);
process.exitCode = unexplained > 0 ? 1 : 0;
