/** What all actions share: the text, reporting, and the punctuation of statements and lists. */
import type { DiagnosticCode, RelatedRange } from "../diagnostics/types.ts";
import type { NameTable } from "../scan/name-table.ts";
import { PathReader } from "../scan/path-reader.ts";
import type { Scanner } from "../scan/scanner.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import { Fault } from "./fault.ts";
import type { LeftOpenBrace } from "./recovery.ts";
import type { TokenStreamParser, UsdaToken } from "./token-stream.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { BEFORE_LINE_END, BEFORE_SPACE, TOKEN_KIND_COUNT, TokenKind } = tokenKinds;

/** A finding before it is given a line and a path. */
export interface RawDiagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly primPath: string;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedRange[] | undefined;
}

export type ReportDetails = Pick<RawDiagnostic, "hint" | "related">;

/** State of a statement list: what may stand next. */
export const Pending = {
  /** A statement, or the end. */
  nothing: 0,
  /** A line's end or `;` before the next statement. */
  separator: 1,
  /** A line's end (after a prim or variant set). */
  newline: 2,
} as const;

/** State of a comma list. */
export const ListState = { opened: 0, item: 1, comma: 2 } as const;

export const STATEMENT_HINT = "Statements need a newline or `;` between them.";

/** Kinds of token that begin a value; a word on a new line begins the next statement. */
const BEGINS_VALUE = new Uint8Array(TOKEN_KIND_COUNT);
for (const kind of [
  TokenKind.number,
  TokenKind.string,
  TokenKind.asset,
  TokenKind.path,
  TokenKind.leftBrace,
  TokenKind.leftParenthesis,
  TokenKind.leftBracket,
  TokenKind.numbers,
  TokenKind.samples,
  TokenKind.arrayEdit,
]) {
  BEGINS_VALUE[kind] = 1;
}

export abstract class ActionsBase {
  protected readonly parser: TokenStreamParser;
  protected scanner!: Scanner;
  protected bytes: Uint8Array = new Uint8Array(0);
  protected names!: NameTable;
  protected readonly paths: PathReader = new PathReader();
  protected maxNesting = 1000;

  /** True while a view reads a value again: results are kept, and nothing is recorded or compared. */
  protected keep = false;

  /** True while values are made: always for views, and where a check needs them. */
  protected builds = false;

  /** A `{` that is known, from a first reading of the text, to be left open. */
  protected leftOpen: LeftOpenBrace | undefined;

  /** `Pending` of each statement list that is open; the last is the innermost. */
  protected readonly pending: number[] = [];
  protected listState: number = ListState.opened;
  private listMayBeEmpty = true;
  private listOpenToken = { start: 0, end: 0, kind: 0 };

  constructor(parser: TokenStreamParser) {
    this.parser = parser;
  }

  /** Adds a finding; the parse goes on. */
  protected abstract report(
    code: DiagnosticCode,
    message: string,
    start: number,
    end: number,
    details?: ReportDetails,
  ): void;

  /** End of the last consumed token. */
  protected lastEnd(): number {
    return (this.parser.LA(0) as UsdaToken).end;
  }

  protected fault(
    code: DiagnosticCode,
    token: { start: number; end: number; kind: number },
    message: string,
    hint?: string,
  ): never {
    throw new Fault(code, token, "", { message, hint });
  }

  /** `token` must be on the line of what stands before it. */
  protected sameLine(token: UsdaToken, what: string): void {
    if ((token.before & BEFORE_LINE_END) !== 0) {
      this.report("USDA_NEWLINE", `${what} must be on the same line as what stands before it.`, token.start, token.end);
    }
  }

  /** `token` must be set off with a blank, on the same line. */
  protected spaced(token: UsdaToken, what: string): void {
    if ((token.before & BEFORE_LINE_END) !== 0) this.sameLine(token, what);
    else if ((token.before & BEFORE_SPACE) === 0) {
      this.report("USDA_SPACE", `${what} needs a blank before it.`, token.start, token.end);
    }
  }

  inlineAssignment(token: UsdaToken): void {
    this.sameLine(token, "`=`");
    this.valueOnLine(token);
  }

  /** What follows `token` must stand on its line; the error is put where the line ends too early. */
  protected valueOnLine(token: UsdaToken): void {
    const { start, end } = token;
    const next = this.parser.peek();
    // Where nothing follows that could be a value, the grammar says so.
    if ((next.before & BEFORE_LINE_END) === 0 || BEGINS_VALUE[next.kind] !== 1) return;
    this.report("USDA_NEWLINE", "The value must begin on this line.", start, end);
    this.valueLineReported = true;
  }

  /** The line of the value that comes next has been complained about. */
  protected valueLineReported = false;

  inlineColon(token: UsdaToken): void {
    this.sameLine(token, "`:`");
    this.valueOnLine(token);
  }

  // Statement lists: `;` and line ends.

  protected openStatements(): void {
    this.pending.push(Pending.nothing);
  }

  protected closeStatements(): void {
    this.pending.pop();
  }

  protected setPending(state: number): void {
    this.pending[this.pending.length - 1] = state;
  }

  separatedItemDone(): void {
    this.setPending(Pending.separator);
  }

  /** `;` between statements. */
  separator(token: UsdaToken): void {
    const state = this.pending[this.pending.length - 1];
    if (state === Pending.separator && (token.before & BEFORE_LINE_END) === 0) this.setPending(Pending.nothing);
    else if (state === Pending.newline) {
      this.report("USDA_NEWLINE", "A prim ends with a newline, not with `;`.", token.start, token.end);
      this.setPending(Pending.nothing);
    } else this.report("USDA_UNEXPECTED", "`;` follows no statement.", token.start, token.end);
  }

  /** A statement that is no word (a string, `}`) begins: the one before must have ended. */
  protected requireSeparator(token: UsdaToken): void {
    const state = this.pending[this.pending.length - 1];
    if (state === Pending.nothing || (token.before & BEFORE_LINE_END) !== 0) return;
    if (state === Pending.newline) {
      this.report("USDA_NEWLINE", "A newline is needed after a prim's `}`.", token.start, token.end);
    } else {
      this.report(
        "USDA_STATEMENT_END",
        "The statement before has no end: a newline or `;` was expected here.",
        token.start,
        token.end,
        { hint: STATEMENT_HINT },
      );
    }
  }

  // Comma lists.

  listOpen(token: UsdaToken, mayBeEmpty: boolean): void {
    this.listState = ListState.opened;
    this.listMayBeEmpty = mayBeEmpty;
    this.listOpenToken = { start: token.start, end: token.end, kind: token.kind };
  }

  listItem(token: { start: number; end: number } = this.parser.peek()): void {
    if (this.listState === ListState.item) {
      this.report("USDA_UNEXPECTED", "`,` was expected between the items of the list.", token.start, token.end);
    }
    this.listState = ListState.item;
  }

  listComma(token: UsdaToken): void {
    if (this.listState !== ListState.item) this.fault("USDA_UNEXPECTED", token, "An item was expected before `,`.");
    if ((token.before & BEFORE_LINE_END) !== 0) {
      this.report("USDA_NEWLINE", "`,` must be on the line of the item before it.", token.start, token.end);
    }
    this.listState = ListState.comma;
  }

  listClose(token: UsdaToken): void {
    if (this.listState === ListState.opened && !this.listMayBeEmpty) {
      this.report("USDA_EMPTY", "The list needs at least one item.", this.listOpenToken.start, token.end);
    }
  }
}
