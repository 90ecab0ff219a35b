// What we make of the conformance files: everything that differs from what must be, as lists of files.

import { createHash } from "node:crypto";
import { formatUsdaBytes } from "../../packages/usda/src/edit/format-usda.ts";
import type { ParseResult } from "../../packages/usda/src/parse/parse-usda.ts";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { printUsdaBytes } from "../../packages/usda/src/print/print-usda.ts";
import type { Suite, Verdict } from "./corpus.ts";
import { pinned, readDump, readSource, skips } from "./corpus.ts";

/** Findings, a line each; no findings is what is wanted. */
export interface Findings {
  readonly verdicts: string[];
  readonly dumps: string[];
  readonly prints: string[];
  readonly formats: string[];
}

export function examineFiles(suite: Suite, rows: readonly Verdict[]): Findings {
  const findings: Findings = { verdicts: [], dumps: [], prints: [], formats: [] };
  for (const row of rows) examineFile(suite, row, findings);
  return findings;
}

function examineFile(suite: Suite, row: Verdict, findings: Findings): void {
  const { file } = row;
  const isSkipped = (what: string): boolean =>
    skips.some((skip) => skip.suite === suite && skip.file === file && skip.what === what);
  const bytes = readSource(suite, file);
  const result = parseUsda(bytes);

  const wanted = row.accept ?? pinned.find((pin) => pin.suite === suite && pin.file === file)?.accept;
  if (wanted === undefined) findings.verdicts.push(`${file}: the reference crashes, and pinned.json has no row`);
  else if (isSkipped("verdict") !== (result.ok !== wanted)) {
    findings.verdicts.push(
      result.ok === wanted
        ? `${file}: the verdict is right, but skips.json has it as an exception`
        : `${file}: ${wanted ? `refused: ${firstOf(result)}` : `accepted; the reference: ${row.error?.message ?? ""}`}`,
    );
  }
  if (!result.ok) return;

  const dump = dumpLayer(result.layer);
  if (row.accept === true) {
    const isSame = createHash("sha256").update(dump).digest("hex") === row.dumpSha256;
    if (isSkipped("dump") === isSame) {
      findings.dumps.push(
        isSame
          ? `${file}: the dump is the same, but skips.json has it as an exception`
          : `${file}: ${firstDifference(dump, readDump(suite, file))}`,
      );
    }
  }
  roundTrip(file, printUsdaBytes(result.layer), dump, undefined, findings.prints);
  roundTrip(file, formatUsdaBytes(bytes), dump, result.layer.comments.length, findings.formats);
}

/** Whether a text has the content that it must have; and as many comments, where that is asked. */
function roundTrip(
  file: string,
  text: Uint8Array,
  dump: string,
  comments: number | undefined,
  findings: string[],
): void {
  const again = parseUsda(text);
  if (!again.ok) {
    findings.push(`${file}: refused: ${firstOf(again)}`);
    return;
  }
  const dumpAgain = dumpLayer(again.layer);
  if (dumpAgain !== dump) findings.push(`${file}: ${firstDifference(dumpAgain, dump)}`);
  if (comments !== undefined && again.layer.comments.length !== comments) {
    findings.push(`${file}: ${again.layer.comments.length} comments of ${comments}`);
  }
}

export function firstOf({ diagnostics: [first] }: ParseResult): string {
  return first === undefined ? "" : `${first.line}:${first.column} ${first.code} ${first.message}`;
}

/** Both texts around the first place where they differ. */
export function firstDifference(ours: string, wanted: string): string {
  let at = 0;
  while (at < ours.length && ours.charCodeAt(at) === wanted.charCodeAt(at)) at++;
  const from = Math.max(0, at - 80);
  return `at ${at}:\n  we have …${ours.slice(from, at + 120)}\n  wanted  …${wanted.slice(from, at + 120)}`;
}
