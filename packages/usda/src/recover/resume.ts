/** Finds the position to resume at after an error: the next statement, or the brace that closes the block. */
import type { Scanner } from "../scan/scanner.ts";
import { BEFORE_NEWLINE, TokenKind } from "../scan/token-kinds.ts";
import type { LeftOpenBrace } from "../read/left-open-brace.ts";
import { listOperationOf } from "../read/metadata-forms.ts";

export interface Resume {
  /** The start of the next statement (or `}`). */
  readonly position: number;
  /** The block of the broken prim or variant begins at this brace; `position` is after it. */
  readonly braceStart?: number;
}

const CLOSER_OF: Readonly<Record<number, number>> = {
  [TokenKind.leftBrace]: TokenKind.rightBrace,
  [TokenKind.leftBracket]: TokenKind.rightBracket,
  [TokenKind.leftParenthesis]: TokenKind.rightParenthesis,
};

/** The statement that an error ended. */
export interface BrokenStatement {
  readonly start: number;
  readonly faultStart: number;
  /** The statement opens a block: its `{` is searched. */
  readonly opens: boolean;
}

/**
 * Returns where to resume after an error.
 *
 * Skips the brackets that the statement has opened, unless the next statement seems to begin before their end: then
 * the bracket is unclosed, and only its own text is lost, not the rest of the file.
 */
export function findResume(scanner: Scanner, { start: statementStart, faultStart, opens }: BrokenStatement): Resume {
  const open: number[] = [];
  scanner.moveTo(statementStart);
  let isFirst = true;
  let previous = 0;
  for (;;) {
    previous = scanner.kind;
    scanner.next();
    const { kind, start, before } = scanner;
    if (kind === TokenKind.endOfFile) return { position: start };
    if (start < faultStart) {
      follow(open, kind);
      isFirst = false;
      continue;
    }
    const atHead = !isFirst && (before & BEFORE_NEWLINE) !== 0;
    isFirst = false;
    if (atHead && beginsStatement(scanner, open)) return { position: start };
    if (open.length === 0) {
      if (kind === TokenKind.semicolon) return { position: scanner.end };
      if (kind === TokenKind.rightBrace) return { position: start };
    }
    // The brace of a block has no `=` before it; unclosed metadata ends there.
    const isBlock = kind === TokenKind.leftBrace && opens && previous !== TokenKind.equals;
    if (isBlock && open.every((each) => each === TokenKind.leftParenthesis)) {
      return { position: scanner.end, braceStart: start };
    }
    if (kind === TokenKind.rightBrace && !open.includes(TokenKind.leftBrace)) return { position: start };
    follow(open, kind);
  }
}

function follow(open: number[], kind: number): void {
  if (CLOSER_OF[kind] !== undefined) {
    open.push(kind);
    return;
  }
  if (kind !== TokenKind.rightBrace && kind !== TokenKind.rightBracket && kind !== TokenKind.rightParenthesis) return;
  for (let i = open.length - 1; i >= 0; i--) {
    if (CLOSER_OF[open[i]] === kind) {
      open.length = i;
      return;
    }
  }
}

/** Returns whether the scanner's token, first on its line, begins a statement and is not a part of an open bracket. */
function beginsStatement(scanner: Scanner, open: readonly number[]): boolean {
  const { kind, name } = scanner;
  if (kind === TokenKind.specifier || kind === TokenKind.variantSet) return true;
  if (kind !== TokenKind.headWord) return false;
  if (open.length === 0) return true;
  if (open.includes(TokenKind.leftBrace) || listOperationOf(name) !== 0) return false;
  // `type name …`: metadata entries have one word, or a list operation's before it.
  return scanner.wordCount > 1;
}

/**
 * Returns the unclosed `{` in a text whose end comes too early: the first whose `}` is indented less than its own
 * line, otherwise the innermost that is open at the end.
 */
export function findLeftOpen(scanner: Scanner, from: number): LeftOpenBrace | undefined {
  const braces: { start: number; indent: number }[] = [];
  let indent = 0;
  scanner.moveTo(from);
  for (;;) {
    scanner.next();
    const { kind, start, before } = scanner;
    if (kind === TokenKind.endOfFile) {
      return braces.length === 0 ? undefined : { brace: braces[braces.length - 1].start, closer: -1 };
    }
    const isFirst = (before & BEFORE_NEWLINE) !== 0;
    if (isFirst) indent = blanksBefore(scanner.bytes, start);
    if (kind === TokenKind.leftBrace) braces.push({ start, indent });
    else if (kind === TokenKind.rightBrace && braces.length > 0) {
      const opened = braces[braces.length - 1];
      if (isFirst && indent < opened.indent) return { brace: opened.start, closer: start };
      braces.pop();
    }
  }
}

/** Returns the number of blanks directly before `position`. */
function blanksBefore(bytes: Uint8Array, position: number): number {
  let start = position;
  while (start > 0 && (bytes[start - 1] === 32 || bytes[start - 1] === 9)) start--;
  return position - start;
}
