// Invariants of any text, valid or not.

import { formatUsda } from "../../packages/usda/src/format/format-usda.ts";
import { FormatError } from "../../packages/usda/src/format/format-error.ts";
import type { Diagnostic } from "../../packages/usda/src/diagnostics/types.ts";
import type { ParseOptions, ParseResult } from "../../packages/usda/src/parse/parse-usda.ts";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { printUsda } from "../../packages/usda/src/print/print-usda.ts";
import { visitEverything } from "./visit.ts";

const DEFAULT_MAX_DIAGNOSTICS = 100;

/** Controls, direction marks, line separators, byte order marks and lone surrogates: never printed unescaped. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns the problems with our handling of `bytes`, one line each. */
export function examine(bytes: Uint8Array, options: ParseOptions = {}): string[] {
  try {
    const result = parseUsda(bytes, options);
    const problems = diagnosticsProblems(bytes, result, options.maxDiagnostics ?? DEFAULT_MAX_DIAGNOSTICS);
    visitEverything(result.layer);
    const dump = dumpLayer(result.layer);
    const printed = printUsda(result.layer);
    if (result.ok) {
      problems.push(...sameContent("printed", printed, dump, options));
      // Formatting has the default bounds.
      if (parseUsda(bytes).ok) problems.push(...sameContent("formatted", formatUsda(bytes), dump, options));
    } else problems.push(...formatRefuses(bytes));
    return problems;
  } catch (error) {
    return [`thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

function sameContent(what: string, text: string, dump: string, options: ParseOptions): string[] {
  const { layer, diagnostics } = parseUsda(text, options);
  const [first] = diagnostics;
  if (first !== undefined) return [`${what}: refused: ${first.line}:${first.column} ${first.message}`];
  return dumpLayer(layer) === dump ? [] : [`${what}: other content`];
}

function formatRefuses(bytes: Uint8Array): string[] {
  try {
    formatUsda(bytes);
  } catch (error) {
    if (error instanceof FormatError) return UNSAFE.test(error.message) ? ["unsafe text in a FormatError"] : [];
    throw error;
  }
  return parseUsda(bytes).ok ? [] : ["formatted, though refused by the parser"];
}

function diagnosticsProblems(bytes: Uint8Array, { diagnostics, ok }: ParseResult, limit: number): string[] {
  const problems: string[] = [];
  if (ok !== (diagnostics.length === 0)) problems.push(`ok is ${ok} with ${diagnostics.length} diagnostics`);
  if (diagnostics.length > limit + 1) problems.push(`${diagnostics.length} diagnostics with a limit of ${limit}`);
  const place = new Places(bytes);
  let last = 0;
  for (const diagnostic of diagnostics) {
    const { code, message, range, line, column, primPath, hint, related } = diagnostic;
    const at = `${code} at ${range.start}`;
    if (range.start < last) problems.push(`${at} comes after a later one`);
    last = range.start;
    for (const { start, end } of [range, ...(related ?? []).map((other) => other.range)]) {
      if (!(start >= 0 && start <= end && end <= bytes.length)) problems.push(`${at}: a range of ${start} to ${end}`);
    }
    const [wantedLine, wantedColumn] = place.of(range.start);
    if (line !== wantedLine || column !== wantedColumn) {
      problems.push(`${at} is at ${line}:${column}, not ${wantedLine}:${wantedColumn}`);
    }
    if (!primPath.startsWith("/")) problems.push(`${at}: a prim path of ${JSON.stringify(primPath)}`);
    for (const text of [message, hint ?? "", ...(related ?? []).map((other) => other.message)]) {
      if (UNSAFE.test(text)) problems.push(`${at}: unsafe text: ${JSON.stringify(text)}`);
    }
    if (!message.endsWith(".")) problems.push(`${at}: no sentence: ${JSON.stringify(message)}`);
  }
  return problems;
}

/** Lines and columns by the definition: lines end with `\n`, `\r\n` or `\r`, columns are UTF-16 units from 1. */
class Places {
  private readonly bytes: Uint8Array;
  private readonly starts: readonly number[];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const starts = [0];
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === 10 || (bytes[i] === 13 && bytes[i + 1] !== 10)) starts.push(i + 1);
    }
    this.starts = starts;
  }

  of(offset: number): readonly [line: number, column: number] {
    let line = 0;
    while (line + 1 < this.starts.length && this.starts[line + 1] <= offset) line++;
    // A character is counted at its first byte, in UTF-16 units: two for those of four bytes.
    let column = 1;
    for (let i = this.starts[line]; i < offset; i++) {
      const byte = this.bytes[i];
      if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
    }
    return [line + 1, column];
  }
}

export function describeDiagnostic({ line, column, code, message }: Diagnostic): string {
  return `${line}:${column} ${code} ${message}`;
}
