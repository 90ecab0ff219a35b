// Compares our crates with those of the reference implementation (usd-core), for every conformance text and version.
//
//   pnpm oracle:crates [--only 0.8]… [--step N] [--text NAME]… [--jobs N] [--most N]
//
// Each text that the reference accepts is written as a crate by the reference, in each version that can express it: we read the
// content of the text from it. And by us: the reference opens it, exports the text that it exports of the original, and
// its crate inspection finds nothing wrong. `--step N` takes every Nth text, `--text` those whose name contains it. The exit code is 1 if anything differs.
//
// The reference loses the signs of zeros when it writes: (0, -0, 0) becomes (0, 0, 0), and equal arrays are shared. Where
// the content differs from that of the text, it must be that of the text which the reference exports from its crate, and
// crate-differences.json must have the reason.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dumpLayer, dumpSha256, type Layer } from "@usdkit/layer";
import { z } from "zod";
import { parseUsda } from "@usdkit/usda";
import { readUsdc, UsdcWriteError, writeUsdc } from "@usdkit/usdc";
import { missing, readVerdicts, sourceFile } from "../conformance/corpus.ts";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    step: { type: "string", default: "1" },
    text: { type: "string", multiple: true },
    jobs: { type: "string", default: "2" },
    most: { type: "string", default: "20" },
  },
});

const SCRIPT = join(import.meta.dirname, "crate-worker.py");
const VERSIONS: readonly string[] = Array.from({ length: 13 }, (_, i) => `0.${i + 4}`);

interface Answer {
  readonly written: boolean;
  /** Null if we wrote none. */
  readonly same: boolean | null;
  readonly error?: string;
}

interface Text {
  readonly name: string;
  readonly location: string;
  readonly digest: string;
}

interface Counts {
  /** Crates of the reference that we read, and that have the content of the text. */
  theirs: number;
  theirsSame: number;
  /** Those of which we read what the reference reads, but not what it wrote. */
  theirsLossy: number;
  /** Crates of ours that the reference read, and of which it exports the same text. */
  ours: number;
  oursSame: number;
  /** Texts that the version cannot express, by the reference and by us. */
  notTheirs: number;
  notOurs: number;
  crashed: number;
}

const problems: string[] = [];
/** Texts that are no problem of ours, with the versions: the reference failed, or lost a part of them. */
const notes: Map<string, string[]> = new Map();

/** Reasons by the name of a text. */
const reasons: ReadonlyMap<string, string> = new Map(
  z
    .array(z.strictObject({ texts: z.array(z.string()), reason: z.string() }))
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, "crate-differences.json"), "utf8")))
    .flatMap(({ texts, reason }) => texts.map((text) => [text, reason] as const)),
);

function note(what: string, version: string): void {
  const versions = notes.get(what);
  if (versions === undefined) notes.set(what, [version]);
  else versions.push(version);
}

function readTexts(step: number): readonly Text[] {
  const texts = (["real", "edge"] as const).flatMap((suite) =>
    readVerdicts(suite)
      .filter(({ accept }) => accept === true)
      .map(({ file, dumpSha256: digest = "" }) => ({
        name: `${suite}/${file}`,
        location: sourceFile(suite, file),
        digest,
      })),
  );
  const isNamed = (name: string): boolean => options.text?.some((part) => name.includes(part)) ?? true;
  return texts.filter(({ name }, i) => i % step === 0 && isNamed(name));
}

/** Writes our crate of a text; false if the version, or any, cannot hold the content. */
function writeOurs(text: Text, version: string, location: string): boolean {
  try {
    writeFileSync(location, writeUsdc(parseUsda(readFileSync(text.location)).layer, { version }));
    return true;
  } catch (error) {
    if (error instanceof UsdcWriteError) return false;
    throw error;
  }
}

/** How our reading of a crate that the reference wrote compares with the text. */
type Comparison = "same" | "lossy" | { readonly problem: string };

const dumpSchema = z.object({
  specs: z.record(z.string(), z.looseObject({ properties: z.array(z.string()).optional() })),
});

/** The dump of a layer with the properties in order of their names, as the reference sorts them in text. */
function sortedDump(layer: Layer): string {
  const { specs } = dumpSchema.parse(JSON.parse(dumpLayer(layer)));
  for (const { properties } of Object.values(specs)) properties?.sort();
  return JSON.stringify(specs);
}

async function compareTheirs(text: Text, crate: string, worker: LineWorker<Answer>): Promise<Comparison> {
  const { layer, ok, diagnostics } = readUsdc(readFileSync(crate), { checkArrays: true });
  if (!ok) return { problem: `not read: ${diagnostics[0]?.message ?? ""} at byte ${diagnostics[0]?.offset ?? 0}` };
  const digest = dumpSha256(layer);
  if (digest === text.digest) return "same";
  const exported = `${crate}.usda`;
  const answer = await worker.ask({ crate, export: exported });
  if ("failed" in answer || !answer.written) return { problem: "the reference does not read its own crate" };
  const again = parseUsda(readFileSync(exported)).layer;
  return sortedDump(layer) === sortedDump(again)
    ? "lossy"
    : { problem: `another content, ${digest}; the text has ${text.digest}` };
}

function minorOf(version: string): number {
  return Number(version.slice(2));
}

async function runVersion(version: string, texts: readonly Text[], folder: string): Promise<Counts> {
  const counts: Counts = {
    theirs: 0,
    theirsSame: 0,
    theirsLossy: 0,
    ours: 0,
    oursSame: 0,
    notTheirs: 0,
    notOurs: 0,
    crashed: 0,
  };
  const env = { USD_WRITE_NEW_USDC_FILES_AS_VERSION: `${version}.0` };
  let next = 0;
  const lane = async (number: number): Promise<void> => {
    const worker = new LineWorker<Answer>({ python: referencePython(), script: SCRIPT, env });
    const theirs = join(folder, `theirs-${number}.usdc`);
    const ours = join(folder, `ours-${number}.usdc`);
    for (let text = texts[next++]; text !== undefined; text = texts[next++]) {
      const isOurs = writeOurs(text, version, ours);
      const answer = await worker.ask({ text: text.location, theirs, ours: isOurs ? ours : null });
      if ("failed" in answer) {
        counts.crashed++;
        const reason = reasons.get(text.name);
        if (reason === undefined) problems.push(`${version} ${text.name}: the reference failed, ${answer.failed}`);
        else note(`${text.name}: ${reason}`, version);
        continue;
      }
      const report = (problem: string): number => problems.push(`${version} ${text.name}: ${problem}`);
      if (!answer.written || readFileSync(theirs)[9] !== minorOf(version)) counts.notTheirs++;
      else {
        counts.theirs++;
        const comparison = await compareTheirs(text, theirs, worker);
        if (comparison === "same") counts.theirsSame++;
        else if (comparison === "lossy") {
          counts.theirsLossy++;
          const reason = reasons.get(text.name);
          if (reason === undefined) report("theirs: the reference lost a part of the text, for an unknown reason");
          else note(`${text.name}: ${reason}`, version);
        } else report(`theirs: ${comparison.problem}`);
      }
      if (answer.same === null) counts.notOurs++;
      else {
        counts.ours++;
        if (answer.same) counts.oursSame++;
        else report(`ours: ${answer.error ?? ""}`);
      }
    }
    worker.close();
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, async (_, number) => lane(number)));
  return counts;
}

if (missing !== undefined) throw new Error(missing);
const texts = readTexts(Number(options.step));
const folder = mkdtempSync(join(tmpdir(), "usdkit-crates-"));
const versions = VERSIONS.filter((version) => options.only?.includes(version) ?? true);
try {
  for (const version of versions) {
    const counts = await runVersion(version, texts, folder);
    console.log(
      `${version}: theirs ${counts.theirsSame} of ${counts.theirs} the same, ${counts.theirsLossy} as the reference reads them ` +
        `back, ${counts.notTheirs} not of this version; ours ${counts.oursSame} of ${counts.ours}, ` +
        `${counts.notOurs} not of this version; ${counts.crashed} crashed`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems.slice(0, Number(options.most))) console.log(problem);
for (const [what, among] of notes)
  console.log(`${what} (${among.length === versions.length ? "every version" : among.join(", ")})`);
console.log(`\n${texts.length} texts in ${versions.length} versions, ${problems.length} differ`);
process.exitCode = problems.length > 0 ? 1 : 0;
