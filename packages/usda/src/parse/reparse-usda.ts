/** Reparses an edited text: only the statements that the edit touches, if nothing else can have changed. */
import { locate } from "../diagnostics/locate.ts";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";
import { KEPT_ARRAY_BYTES } from "../read/found-value.ts";
import { headWords } from "../read/words.ts";
import { KIND_MASK, NAME, NEXT, OWNER_SIZE, RecordKind, TAG } from "../record/tape.ts";
import type { Tape } from "../record/tape.ts";
import { Driver } from "../recover/driver.ts";
import { WordScanner } from "../read/word-scanner.ts";
import { SLASH, STAR } from "../scan/characters.ts";
import { Scanner } from "../scan/scanner.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { isUtf8 } from "./encoding-problem.ts";
import { engine } from "./engine.ts";
import { findRun, ownersOf, type EditedRange, type Run } from "./find-run.ts";
import { ParsedLayer } from "./parsed-layer.ts";
import { DEFAULT_LIMITS, type ParsedTape, type ParseLimits } from "./parse-tape.ts";
import { parseUsda, type ParseOptions, type ParseResult } from "./parse-usda.ts";
import { beginSplice, directRecords, endSplice } from "./splice-tape.ts";

/** Errors that concern more than their own statement and what was read ahead for it. */
const FAR_REACHING =
  /^USDA_(?:LIMIT_|ENCODING|HEADER|UNCLOSED_BRACE$|UNMATCHED_|DUPLICATE_PRIM|TYPE_CHANGED|VARIABILITY_CHANGED)|_UNTERMINATED$/;

/** Errors whose statement ends where another begins: of a part of the text it would end with the part. */
const OPEN_ENDED = /^USDA_UNCLOSED_(?:BRACKET|PARENTHESIS)$/;

/** `[start, end)` of the previously parsed text became `size` bytes. */
export type ReparseEdit = EditedRange;

/** The result of {@link reparseUsda}. */
export interface ReparseResult extends ParseResult {
  /** Number of bytes that were parsed again; all bytes of the text if a part was not sufficient. */
  readonly reparsedBytes: number;
}

/**
 * Parses a text that differs from a previously parsed one in one range. The result equals that of
 * `parseUsda(source)`. Time depends on the size of the statements around the edit, and little on the rest of the
 * text.
 *
 * @param previous the result of `parseUsda` or `reparseUsda` for the text before
 * @param source the text now; bytes outside of the edit are the same
 * @param options those of the first parse
 */
export function reparseUsda(
  previous: ParseResult,
  source: Uint8Array,
  edit: ReparseEdit,
  options: ParseOptions = {},
): ReparseResult {
  const { layer } = previous;
  const limits = { ...DEFAULT_LIMITS, ...options };
  // In a text with merge conflicts, a modified text was parsed.
  const parsed = layer instanceof ParsedLayer && layer.parsed.bytes === layer.source ? layer.parsed : undefined;
  const spliced = parsed === undefined ? undefined : reparse(parsed, source, edit, limits);
  if (spliced === undefined) return { ...parseUsda(source, options), reparsedBytes: source.length };
  const diagnostics = spliced.parsed.diagnostics.length === 0 ? [] : locate(source, spliced.parsed.diagnostics);
  const { reparsedBytes } = spliced;
  return { layer: new ParsedLayer(spliced.parsed, source), diagnostics, ok: diagnostics.length === 0, reparsedBytes };
}

interface Spliced {
  readonly parsed: ParsedTape;
  readonly reparsedBytes: number;
}

function reparse(parsed: ParsedTape, source: Uint8Array, edit: EditedRange, limits: ParseLimits): Spliced | undefined {
  if (source.length > limits.maxBytes || parsed.version === "") return undefined;
  const headerEnd = parsed.bytes.indexOf(10);
  if (headerEnd < 0 || edit.start <= headerEnd || parsed.diagnostics.some(isFarReaching)) return undefined;
  const owners = ownersOf(parsed, edit);
  for (; owners.length > 0; owners.pop()) {
    const run = findRun(parsed, source, [...owners], edit);
    const spliced = run === undefined ? undefined : parseRun(parsed, source, run, limits);
    if (spliced === WHOLE) return undefined;
    if (spliced !== undefined) return spliced;
  }
  return undefined;
}

function isFarReaching({ code }: RawDiagnostic): boolean {
  return FAR_REACHING.test(code);
}

/** Only the whole text can be parsed: a larger run has the same error. */
const WHOLE = "whole";

/** Returns undefined if the run cannot be parsed separately, but a larger one may be. */
function parseRun(
  parsed: ParsedTape,
  source: Uint8Array,
  run: Run,
  limits: ParseLimits,
): Spliced | typeof WHOLE | undefined {
  const { names, bytes, version } = parsed;
  const shift = source.length - bytes.length;
  const limit = run.end + shift;
  // What follows an error before the run was decided by text of the run.
  if (parsed.lookaheads.some(({ start, end }) => start < run.start && end > run.start)) return undefined;
  // An edit within a character.
  if (!isUtf8(source.subarray(run.start, limit))) return undefined;
  const before = parsed.diagnostics.filter(({ start }) => start < run.start);
  // An error at the end of the text is the last run's.
  const behind = run.end === bytes.length ? [] : parsed.diagnostics.filter(({ start }) => start >= run.end);
  const room = limits.maxDiagnostics - before.length - behind.length;
  if (room <= 0) return undefined;

  if (hasConflictMarker(source, run.start, limit)) return undefined;
  const tape = beginSplice(parsed.tape, run);
  const { grammar, recorder } = engine();
  const { readers, parser } = grammar;
  const scanner = new Scanner(source, names, headWords, limits.maxTokenBytes);
  scanner.expected.lists.sharedBytes = KEPT_ARRAY_BYTES;
  recorder.begin(tape, names, room);
  readers.resume(scanner, names, recorder, { maxNesting: limits.maxNesting, leftOpen: undefined });
  for (const owner of run.owners.slice(1)) readers.blocks.reopen(owner);
  // The text before the run has no open statement.
  readers.blocks.statementStart = run.start;
  parser.attach(scanner, run.start, limit);
  const isWhole = new Driver(grammar, recorder, scanner, { start: run.start, end: limit }).runPart();
  const found = recorder.diagnostics;
  const overflowed = recorder.overflowed;
  readers.end();
  parser.detach();
  recorder.end();
  if (found.some(({ code }) => OPEN_ENDED.test(code))) return WHOLE;
  if (!isWhole || overflowed || found.some(isFarReaching) || hasNameClash(parsed.tape, tape, run)) return undefined;
  if (!endsBetweenTokens(source, run.start, limit)) return undefined;

  endSplice(tape, parsed.tape, run, shift);
  const diagnostics = [
    ...before,
    ...found.sort((a, b) => a.start - b.start),
    ...behind.map((each) => moved(each, run, shift)),
  ];
  const lookaheads = [
    ...parsed.lookaheads.filter(({ start }) => start < run.start),
    ...scanner.lookaheads,
    ...parsed.lookaheads
      .filter(({ start }) => start >= run.end)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  ];
  const spliced = { bytes: source, names, tape, version, diagnostics, lookaheads };
  return { parsed: spliced, reparsedBytes: limit - run.start };
}

/** Returns whether a line may be the marker of a merge conflict: seven of one of these characters. */
function hasConflictMarker(source: Uint8Array, start: number, end: number): boolean {
  let count = 0;
  for (let at = start; at < end; at++) {
    const byte = source[at];
    count = byte === source[at - 1] ? count + 1 : 1;
    if (count >= 7 && (byte === 60 || byte === 61 || byte === 62 || byte === 124)) return true;
  }
  return false;
}

/**
 * Returns whether no block comment crosses the limit: after a word, the scanner reports no error for an unterminated
 * one.
 */
function endsBetweenTokens(source: Uint8Array, start: number, limit: number): boolean {
  if (limit === source.length) return true;
  // Not of the whole source: the rest of a large one has no slash to stop at.
  const run = source.subarray(0, limit);
  let at = run.indexOf(SLASH, start);
  while (at >= 0 && source[at + 1] !== STAR) at = run.indexOf(SLASH, at + 1);
  if (at < 0) return true;
  const scanner = new WordScanner(source, start);
  do scanner.next();
  while (scanner.start < limit && scanner.kind !== TokenKind.endOfFile);
  return scanner.start === limit;
}

function moved(found: RawDiagnostic, { start }: Run, shift: number): RawDiagnostic {
  const related = found.related?.map(({ range, message }) => {
    return range.start < start
      ? { range, message }
      : { range: { start: range.start + shift, end: range.end + shift }, message };
  });
  return { ...found, start: found.start + shift, end: found.end + shift, related };
}

/**
 * Returns whether statements outside of the run author the same prims, properties or variant sets as those in it,
 * before or after the edit.
 */
function hasNameClash(old: Tape, { words, length }: Tape, { owners, firstRecord, endRecord }: Run): boolean {
  const owner = owners[owners.length - 1];
  const inRun = new Set<number>();
  for (const at of directRecords(old.words, firstRecord, endRecord)) addName(inRun, old.words, at);
  for (const at of directRecords(words, firstRecord, length)) addName(inRun, words, at);
  const clashes = (from: number, to: number): boolean => {
    for (const at of directRecords(old.words, from, to)) if (inRun.has(nameKey(old.words, at))) return true;
    return false;
  };
  return clashes(owner + OWNER_SIZE, firstRecord) || clashes(endRecord, old.words[owner + NEXT]);
}

function addName(names: Set<number>, words: Uint32Array, at: number): void {
  const key = nameKey(words, at);
  if (key >= 0) names.add(key);
}

/** Returns the id of the name with the kind of spec; -2 for statements without a name. */
function nameKey(words: Uint32Array, at: number): number {
  const kind = words[at + TAG] & KIND_MASK;
  const isNamed = kind === RecordKind.prim || kind === RecordKind.property || kind === RecordKind.variantSet;
  return isNamed ? words[at + NAME] * 8 + kind : -2;
}
