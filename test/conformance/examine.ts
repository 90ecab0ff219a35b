// The single pass over the conformance files: all deviations from the expected results, as lists of files.

import { createHash } from "node:crypto";
import { describeDifferences, diffLayers, dumpLayer } from "@usdkit/layer";
import type { Layer } from "@usdkit/layer";
import { applyEdits, formatUsdaBytes, formatUsdaEdits, parseUsda, printUsdaBytes } from "@usdkit/usda";
import type { FormatOptions, ParseResult } from "@usdkit/usda";
import type { Suite, Verdict } from "./corpus.ts";
import { pinned, readDump, readSource, skips } from "./corpus.ts";

/** Findings, a line each; a parser without faults has none. */
export interface Findings {
  readonly verdicts: string[];
  readonly dumps: string[];
  readonly prints: string[];
  readonly formats: string[];
  readonly differences: string[];
}

/** A file that was read before, for the comparison with the next. */
interface Previous {
  readonly layer: Layer;
  readonly dump: string;
}

/** Wrapping of lists, which every sixth file is formatted with as well. */
const wrapped: FormatOptions = { reflow: true, lineWidth: 80, indent: 2 };
const wrapEvery = 6;

/**
 * Examines files.
 *
 * @param every every file is read; one in this many is also printed, formatted and compared
 */
export function examineFiles(suite: Suite, rows: readonly Verdict[], every: number): Findings {
  const findings: Findings = { verdicts: [], dumps: [], prints: [], formats: [], differences: [] };
  let previous: Previous | undefined;
  for (const [index, row] of rows.entries()) {
    const bytes = readSource(suite, row.file);
    const result = parseUsda(bytes);
    examineVerdict(suite, row, result, findings);
    if (!result.ok) continue;
    const { layer } = result;
    const dump = dumpLayer(layer);
    if (row.accept === true) examineDump(suite, row, dump, findings);
    if (index % every !== 0) continue;
    if (!isSkipped(suite, row.file, "print")) examinePrint(row.file, layer, dump, findings);
    for (const options of index % wrapEvery === 0 ? [{}, wrapped] : [{}]) {
      findings.formats.push(...formatFindings(row.file, { bytes, layer, dump, options }));
    }
    if (previous !== undefined && (diffLayers(previous.layer, layer).length === 0) !== (dump === previous.dump)) {
      findings.differences.push(`${row.file}: the difference from the file before disagrees with the dumps`);
    }
    previous = { layer, dump };
  }
  return findings;
}

function isSkipped(suite: Suite, file: string, what: "verdict" | "dump" | "print"): boolean {
  return skips.some((skip) => skip.suite === suite && skip.file === file && skip.what === what);
}

function examineVerdict(suite: Suite, { file, accept, error }: Verdict, result: ParseResult, findings: Findings): void {
  const wanted = accept ?? pinned.find((pin) => pin.suite === suite && pin.file === file)?.accept;
  if (wanted === undefined) findings.verdicts.push(`${file}: the reference crashes, and pinned.json has no row`);
  else if (isSkipped(suite, file, "verdict") !== (result.ok !== wanted)) {
    findings.verdicts.push(
      result.ok === wanted
        ? `${file}: the verdict is right, but skips.json has it as an exception`
        : `${file}: ${wanted ? `rejected: ${firstOf(result)}` : `accepted; the reference: ${error?.message ?? ""}`}`,
    );
  }
}

function examineDump(suite: Suite, { file, dumpSha256 }: Verdict, dump: string, findings: Findings): void {
  const isSame = createHash("sha256").update(dump).digest("hex") === dumpSha256;
  if (isSkipped(suite, file, "dump") !== isSame) return;
  findings.dumps.push(
    isSame
      ? `${file}: the dump is the same, but skips.json has it as an exception`
      : `${file}: ${firstDifference(dump, readDump(suite, file))}`,
  );
}

/** Printed text has the layer's content, by its dump and by the difference of the two. */
function examinePrint(file: string, layer: Layer, dump: string, findings: Findings): void {
  const printed = printUsdaBytes(layer);
  const again = parseUsda(printed);
  findings.prints.push(...contentFindings(file, again, dump));
  if (again.ok && Buffer.compare(formatUsdaBytes(printed), printed) !== 0) {
    findings.formats.push(`${file}: the formatter changes what the printer writes`);
  }
  const differences = again.ok ? diffLayers(layer, again.layer) : [];
  if (differences.length > 0) {
    findings.differences.push(`${file}: ${JSON.stringify(describeDifferences(differences)).slice(0, 300)}`);
  }
}

/** Returns the problems of a formatted file: its content, its comments, its second formatting, its edits. */
function formatFindings(
  file: string,
  { bytes, layer, dump, options }: { bytes: Uint8Array; layer: Layer; dump: string; options: FormatOptions },
): string[] {
  const formatted = formatUsdaBytes(bytes, options);
  const again = parseUsda(formatted);
  const found = contentFindings(file, again, dump);
  const comments = (of: Layer): string => JSON.stringify(of.comments.map(({ text }) => text.trimEnd()));
  if (again.ok && comments(again.layer) !== comments(layer)) found.push(`${file}: other comments`);
  if (Buffer.compare(formatUsdaBytes(formatted, options), formatted) !== 0) found.push(`${file}: not idempotent`);
  if (Buffer.compare(applyEdits(bytes, formatUsdaEdits(bytes, options)), formatted) !== 0) {
    found.push(`${file}: the edits give another text`);
  }
  return found.map((finding) => (options === wrapped ? `${finding} (lists wrapped)` : finding));
}

function contentFindings(file: string, again: ParseResult, dump: string): string[] {
  if (!again.ok) return [`${file}: rejected: ${firstOf(again)}`];
  const dumpAgain = dumpLayer(again.layer);
  return dumpAgain === dump ? [] : [`${file}: ${firstDifference(dumpAgain, dump)}`];
}

function firstOf({ diagnostics: [first] }: ParseResult): string {
  return first === undefined ? "" : `${first.line}:${first.column} ${first.code} ${first.message}`;
}

/** Returns both texts around their first difference. */
function firstDifference(ours: string, wanted: string): string {
  let at = 0;
  while (at < ours.length && ours.charCodeAt(at) === wanted.charCodeAt(at)) at++;
  const from = Math.max(0, at - 80);
  return `at ${at}:\n  we have …${ours.slice(from, at + 120)}\n  wanted  …${wanted.slice(from, at + 120)}`;
}
