/**
 * Finds the statements that an edit touches: a run of siblings that can be parsed separately.
 *
 * A run begins and ends where a statement is the first on its line, so that no parser state crosses its bounds: the
 * statement before has ended, and no token crosses the bound.
 */
import { after } from "../build/records.ts";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";
import { WordScanner } from "../read/word-scanner.ts";
import { END, KIND_MASK, NAME_START, NEXT, OWNER_SIZE, RecordKind, START, TAG } from "../record/tape.ts";
import { LEFT_PARENTHESIS, LINE_FEED, SPACE, TAB } from "../scan/characters.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { ParsedTape } from "./parse-tape.ts";

/** A change of bytes: `[start, end)` becomes `size` other bytes. */
export interface EditedRange {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

export interface Run {
  /** Records of the enclosing blocks, the layer first. */
  readonly owners: readonly number[];
  /** Records `[firstRecord, endRecord)` of the tape. */
  readonly firstRecord: number;
  readonly endRecord: number;
  /** Bytes `[start, end)` of the text before the edit. */
  readonly start: number;
  readonly end: number;
}

/** Returns the prims around an edit, from the layer inwards: those that contain it without their first and last byte. */
export function ownersOf({ tape: { words } }: ParsedTape, edit: EditedRange): number[] {
  const owners = [0];
  for (let owner: number | undefined = 0; owner !== undefined;) {
    const end: number = words[owner + NEXT];
    let inner: number | undefined;
    for (let at = owner + OWNER_SIZE; at < end && words[at + START] < edit.start; at = after(words, at)) {
      const isAround = words[at + START] < edit.start && edit.end <= words[at + END] - 1;
      if (isAround) inner = (words[at + TAG] & KIND_MASK) === RecordKind.prim ? at : undefined;
    }
    if (inner !== undefined) owners.push(inner);
    owner = inner;
  }
  return owners;
}

/**
 * Returns the smallest run of the innermost owner's statements that contains the edit; undefined if there is none.
 *
 * @param source the text after the edit
 */
export function findRun(
  parsed: ParsedTape,
  source: Uint8Array,
  owners: readonly number[],
  edit: EditedRange,
): Run | undefined {
  const { tape, bytes, diagnostics } = parsed;
  const { words } = tape;
  const owner = owners[owners.length - 1];
  const ownerEnd = words[owner + NEXT];
  let record = owner + OWNER_SIZE;
  while (record < ownerEnd && (words[record + TAG] & KIND_MASK) === RecordKind.metadata) record = after(words, record);
  const body = bodyStart(parsed, owner, record < ownerEnd ? words[record + START] : -1);

  let firstRecord = -1;
  let start = -1;
  // The end of the statement before, or of the head: an error in it may have looked ahead into the edit.
  let previous = owner === 0 ? 0 : words[owner + START];
  if (owner !== 0 && body >= 0 && body <= edit.start && !hasError(diagnostics, previous, body)) {
    firstRecord = record;
    start = body;
  }
  for (; record < ownerEnd && words[record + START] < edit.start; record = after(words, record)) {
    const begin = words[record + START];
    if (isFirstOnLine(bytes, begin) && !hasError(diagnostics, previous, begin)) {
      firstRecord = record;
      start = begin;
    }
    previous = begin;
  }
  if (firstRecord < 0) return undefined;

  for (; record < ownerEnd; record = after(words, record)) {
    const begin = words[record + START];
    if (begin > edit.end && lineBreakBefore(bytes, begin) >= edit.end && !isErrorAt(diagnostics, begin)) {
      return { owners, firstRecord, endRecord: record, start, end: begin };
    }
  }
  if (owner === 0) return { owners, firstRecord, endRecord: ownerEnd, start, end: bytes.length };
  const closer = words[owner + END] - 1;
  // What is inserted last in a block ends right before the brace's line: the line may begin in it.
  const isClosed = bytes[closer] === 125 && isFirstOnLine(source, closer + source.length - bytes.length);
  return isClosed && !isErrorAt(diagnostics, closer)
    ? { owners, firstRecord, endRecord: ownerEnd, start, end: closer }
    : undefined;
}

/** Returns the offset after an owner's `{`; -1 if there is none before `limit`. The layer has none. */
function bodyStart({ tape: { words }, bytes }: ParsedTape, owner: number, limit: number): number {
  if (owner === 0) return -1;
  const scanner = new WordScanner(bytes, words[owner + START]);
  scanner.moveTo(words[owner + START], limit < 0 ? words[owner + END] : limit);
  let depth = 0;
  for (;;) {
    scanner.next();
    const { kind } = scanner;
    if (kind === TokenKind.endOfFile || kind === TokenKind.invalid) return -1;
    if (kind === TokenKind.leftParenthesis) depth++;
    else if (kind === TokenKind.rightParenthesis) depth--;
    else if (kind === TokenKind.leftBrace && depth === 0 && scanner.start > words[owner + NAME_START])
      return scanner.end;
    else if (bytes[scanner.start] === LEFT_PARENTHESIS) return -1;
  }
}

function isFirstOnLine(bytes: Uint8Array, offset: number): boolean {
  return lineBreakBefore(bytes, offset) >= 0;
}

/** Returns the line feed before an offset, with only blanks between; -1 if there is anything else. */
function lineBreakBefore(bytes: Uint8Array, offset: number): number {
  let at = offset - 1;
  while (at >= 0 && (bytes[at] === SPACE || bytes[at] === TAB)) at--;
  return at >= 0 && bytes[at] === LINE_FEED ? at : -1;
}

/** Whether an error touches the range. One that begins at its end may be the range's: of what should stand there instead. */
function hasError(diagnostics: readonly RawDiagnostic[], start: number, end: number): boolean {
  return diagnostics.some((found) => found.start <= end && found.end >= start);
}

/** Whether a statement that begins at the offset, or the one before it, which goes on there, has an error there. */
function isErrorAt(diagnostics: readonly RawDiagnostic[], offset: number): boolean {
  return diagnostics.some((found) => found.start === offset);
}
