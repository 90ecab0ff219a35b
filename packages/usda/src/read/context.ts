/** Shared state of all readers: the text, the tokens, reports, and the rules about line ends. */
import type { ByteRange } from "@usdkit/layer";
import type { ReportDetails } from "../diagnostics/raw-diagnostic.ts";
import type { DiagnosticCode } from "../diagnostics/types.ts";
import { NameTable } from "../scan/name-table.ts";
import { PathReader } from "../scan/path-reader.ts";
import { Scanner } from "../scan/scanner.ts";
import { BEFORE_LINE_END, BEFORE_SPACE, TOKEN_KIND_COUNT, TokenKind } from "../scan/token-kinds.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { FaultPlace } from "./fault.ts";
import { Fault } from "./fault.ts";
import type { LeftOpenBrace } from "./left-open-brace.ts";
import type { StatementSink } from "./sink.ts";
import type { Token, TokenSource } from "./token.ts";
import { headWords, wordSeed } from "./words.ts";

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

const NO_NAMES: NameTable = new NameTable(wordSeed);
export const NO_TEXT: Scanner = new Scanner(new Uint8Array(0), NO_NAMES, headWords, 0);

export class ReadContext {
  readonly tokens: TokenSource;
  readonly paths: PathReader = new PathReader();
  scanner: Scanner = NO_TEXT;
  bytes: Uint8Array = NO_TEXT.bytes;
  names: NameTable = NO_NAMES;
  sink!: StatementSink;
  maxNesting = 1000;

  /** Whether values are built: always for views, and for checks that need them. */
  builds = false;

  /** An unclosed `{` that a first pass found. */
  leftOpen: LeftOpenBrace | undefined;

  /** The line of the next value was already reported. */
  valueLineReported = false;

  constructor(tokens: TokenSource) {
    this.tokens = tokens;
  }

  /** Starts reading the text of `scanner` into `sink`. */
  begin(scanner: Scanner, names: NameTable, sink: StatementSink): void {
    this.scanner = scanner;
    this.bytes = scanner.bytes;
    this.names = names;
    this.sink = sink;
    this.builds = sink.buildsValues;
  }

  /** Releases the text: it may be large, and the readers live as long as the process. */
  end(): void {
    this.scanner = NO_TEXT;
    this.bytes = NO_TEXT.bytes;
    this.names = NO_NAMES;
    this.leftOpen = undefined;
  }

  /** Reports a finding; parsing continues. */
  report(code: DiagnosticCode, range: ByteRange, message: string, details?: ReportDetails): void {
    this.sink.report(code, range, message, details);
  }

  /** Leaves the statement with an error. */
  fault(code: DiagnosticCode, place: FaultPlace, message: string, hint?: string): never {
    throw new Fault(code, place, "", { message, hint });
  }

  /** Rejects a word of the grammar with the brackets of an array type after it. */
  plainWord(token: Token): void {
    if (!token.hasArraySuffix) return;
    this.fault("USDA_UNEXPECTED", token, `Expected a word without brackets, found ${this.quote(token)}.`);
  }

  /** Returns the end of the last consumed token. */
  lastEnd(): number {
    return this.tokens.consumedToken(0).end;
  }

  /** Returns text of the file for a message: quoted, escaped and shortened. */
  quote(range: ByteRange): string {
    return quoteText(this.bytes, range.start, range.end);
  }

  /** Returns the `PathBit`s of a path token, 0 for an invalid path. */
  pathBits(token: Token): number {
    return this.paths.classify(this.bytes, token.start + 1, token.end - 1);
  }

  badPath(token: Token): void {
    this.report("USDA_PATH", token, `${this.quote(token)} is not a valid path.`);
  }

  /** Requires `token` to be on the line of the token before it. */
  sameLine(token: Token, what: string): void {
    if ((token.before & BEFORE_LINE_END) !== 0) {
      this.report("USDA_NEWLINE", token, `${capital(what)} must be on the same line as the token before it.`);
    }
  }

  /** Requires `token` to be on the line of the token before it, separated by a space. */
  spaced(token: Token, what: string): void {
    if ((token.before & BEFORE_LINE_END) !== 0) this.sameLine(token, what);
    else if ((token.before & BEFORE_SPACE) === 0) {
      this.report("USDA_SPACE", token, `Missing space before ${what}.`);
    }
  }

  inlineAssignment(token: Token): void {
    this.sameLine(token, "`=`");
    this.valueOnLine(token);
  }

  inlineColon(token: Token): void {
    this.sameLine(token, "`:`");
    this.valueOnLine(token);
  }

  /** Requires the text after `token` to begin on its line; the error is at the end of the line that lacks it. */
  private valueOnLine(token: Token): void {
    const next = this.tokens.peek();
    // The grammar reports a missing value.
    if ((next.before & BEFORE_LINE_END) === 0 || BEGINS_VALUE[next.kind] !== 1) return;
    this.report("USDA_NEWLINE", token, "The value must begin on this line.");
    this.valueLineReported = true;
  }
}

function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
