/**
 * Feeds chevrotain's parser from the scanner, token by token, through the overrides that its lexer adapter documents:
 * no token vector, and the scanner can be told what the grammar expects before it reads on.
 */
import type { EmbeddedActionsParser, IToken, TokenType } from "chevrotain";
import { EOF } from "chevrotain";
import type { Scanner } from "../scan/scanner.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import { DirectParser } from "./direct-parser.ts";
import { Fault } from "./fault.ts";
import { indexOf } from "./lookahead-table.ts";
import type { OneTokenLookahead } from "./one-token-lookahead.ts";
import { tokenTypes } from "./tokens.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { BEFORE_LINE_END, FLAG_ARRAY_SUFFIX, FLAG_COLON, FLAG_ESCAPE, FLAG_TRIPLE, TokenKind } = tokenKinds;

/** A pooled token: valid until eight more have been read. Ranges are half-open, marks included. */
export class UsdaToken implements IToken {
  image = "";
  startOffset = 0;
  tokenTypeIdx = 0;
  tokenType: TokenType = EOF;
  kind = 0;
  start = 0;
  end = 0;
  before = 0;
  name = 0;
  flags = 0;

  get hasArraySuffix(): boolean {
    return (this.flags & FLAG_ARRAY_SUFFIX) !== 0;
  }
  get hasColon(): boolean {
    return (this.flags & FLAG_COLON) !== 0;
  }
  get hasEscape(): boolean {
    return (this.flags & FLAG_ESCAPE) !== 0;
  }
  get isTriple(): boolean {
    return (this.flags & FLAG_TRIPLE) !== 0;
  }
}

/** What else could stand where a closing mark was expected. */
const CLOSERS: Readonly<Record<string, string>> = {
  RightParenthesis: "`)` or another entry",
  RightBracket: "`]` or another item",
  RightBrace: "`}` or another entry",
};

const POOL = 8;
const typeIndexes: number[] = tokenTypes.map(indexOf);

export abstract class TokenStreamParser extends DirectParser {
  /** What the tokens come from; changed for each text. */
  protected scanner!: Scanner;
  private readonly pool: UsdaToken[] = Array.from({ length: POOL }, () => new UsdaToken());
  private filled = -1;
  private consumed = -1;

  constructor(lookaheadStrategy: OneTokenLookahead) {
    super([...tokenTypes], {
      maxLookahead: 1,
      lookaheadStrategy,
      recoveryEnabled: false,
      skipValidations: true,
      outputCst: false,
      nodeLocationTracking: "none",
    } as ConstructorParameters<typeof EmbeddedActionsParser>[1]);
  }

  /** Begins to read `scanner` at `position`, up to `limit`. */
  attach(scanner: Scanner, position: number, limit?: number): void {
    this.scanner = scanner;
    this.reset();
    scanner.moveTo(position, limit);
    this.filled = -1;
    this.consumed = -1;
  }

  /** Lets go of the text. */
  detach(nothing: Scanner): void {
    this.scanner = nothing;
  }

  /** Goes on at another position of the same text. */
  moveTo(position: number): void {
    this.attach(this.scanner, position);
  }

  /** The token that would be consumed next. */
  peek(): UsdaToken {
    const index = this.consumed + 1;
    if (this.filled < index) this.fill();
    return this.pool[index & (POOL - 1)];
  }

  /** Calls the token to be consumed next another kind; used for `=`, whose flavour the actions know. */
  relabel(kind: number): void {
    const token = this.peek();
    if (token.kind === TokenKind.equals) token.tokenTypeIdx = typeIndexes[kind];
  }

  private fill(): void {
    const scanner = this.scanner;
    scanner.next();
    const token = this.pool[++this.filled & (POOL - 1)];
    token.kind = scanner.kind;
    token.tokenTypeIdx = typeIndexes[scanner.kind];
    token.start = scanner.start;
    token.end = scanner.end;
    token.before = scanner.before;
    token.name = scanner.name;
    token.flags = scanner.flags;
  }

  // Chevrotain's lexer adapter.

  override LA(howMuch: number): IToken {
    const index = this.consumed + howMuch;
    if (index < 0) return this.pool[POOL - 1];
    while (this.filled < index) this.fill();
    return this.pool[index & (POOL - 1)];
  }

  override LA_FAST(howMuch: number): IToken {
    const index = this.consumed + howMuch;
    while (this.filled < index) this.fill();
    return this.pool[index & (POOL - 1)];
  }

  consumeToken(): void {
    this.consumed++;
  }

  getLexerPosition(): number {
    return this.consumed;
  }

  exportLexerState(): number {
    return this.consumed;
  }

  // Each text begins anew; what is left over is the driver's business.
  onBeforeParse(): void {}
  onAfterParse(): void {}

  // Errors: chevrotain's own messages name token types; ours are made from the fault.

  consumeInternalError(expected: TokenType, found: IToken): never {
    const closes = CLOSERS[expected.name];
    this.unexpected(found as UsdaToken, closes ?? expected.LABEL ?? expected.name, closes !== undefined);
  }

  raiseNoAltException(_occurrence: number, expected: string | undefined): never {
    this.unexpected(this.peek(), expected ?? "something else");
  }

  raiseEarlyExitException(_occurrence: number, _kind: unknown, expected: string | undefined): never {
    this.unexpected(this.peek(), expected ?? "something else");
  }

  /** Where the line ends too early, the fault is its last token's, not that of the one on a later line. */
  private unexpected(found: UsdaToken, expected: string, closes = false): never {
    const isWord = found.kind === TokenKind.identifier;
    const hint = closes && isWord ? "Entries need a newline or `;` between them, items a comma." : undefined;
    const isLater = !closes && ((found.before & BEFORE_LINE_END) !== 0 || found.kind === TokenKind.endOfFile);
    const before = this.consumed >= 0 ? (this.LA(0) as UsdaToken) : undefined;
    const after =
      isLater && before !== undefined ? { start: before.start, end: before.end, kind: before.kind } : undefined;
    throw new Fault("USDA_UNEXPECTED", found, expected, { after, hint });
  }
}
