/**
 * Chevrotain's parser, fed from the scanner token by token and reduced to what this grammar uses.
 *
 * The lexer adapter's methods (`LA`, `LA_FAST`, `consumeToken`, …) are the overrides that chevrotain documents: there
 * is no token vector, and the readers can set what the scanner expects before it continues. The `…Internal` methods
 * are not part of chevrotain's interface: in the original, each call also handles syntax trees, error recovery and
 * arguments of rules, which takes a sixth of the time of files that are all structure. `private-members.test.ts`
 * fails when a new version of chevrotain changes them.
 *
 * Rules are defined by chevrotain, which also invokes those that are called from outside. It records and analyses them
 * before a release (`scripts/analyse-grammar.ts`), so only the parts of it that run here are loaded
 * (`chevrotain.generated.ts`).
 */
import { Fault } from "../../read/fault.ts";
import type { Token, TokenSource } from "../../read/token.ts";
import { NO_TEXT } from "../../read/context.ts";
import type { Scanner } from "../../scan/scanner.ts";
import * as tokenKinds from "../../scan/token-kinds.ts";
import { tokenTypes } from "../tokens.ts";
import type { Lookahead } from "./lookahead-table.ts";
import { indexOf } from "./lookahead-table.ts";
import type { TokenType } from "./chevrotain-types.ts";
import { EmbeddedActionsParser } from "./chevrotain.generated.ts";
import { UsdaToken } from "./usda-token.ts";

// V8 inlines constants of the same module; it loads an imported binding from a cell at each use.
const { BEFORE_LINE_END, TokenKind } = tokenKinds;

/** The lookahead of a rule's productions, by chevrotain's numbers. */
type Lookaheads = readonly Lookahead<boolean | number | undefined>[];

/** Chevrotain's function for a rule, and the lookahead of its productions after the first call. */
interface DefinedRule {
  readonly ruleName: string;
  readonly originalGrammarAction: () => void;
  lookaheads?: Lookaheads;
}

interface Alternative {
  readonly ALT: () => void;
}

type Alternatives = readonly Alternative[] | { readonly DEF: readonly Alternative[]; readonly ERR_MSG?: string };

type Part = (() => void) | { readonly GATE: () => boolean; readonly DEF: () => void };

/** Chevrotain's numbers for the kinds of production, used to find their lookahead within the rule. */
const OR = 1 << 8;
const OPTION = 2 << 8;
const MANY = 3 << 8;

/** The expected token names if a closing mark is missing. */
const CLOSERS: Readonly<Record<string, string>> = {
  RightParenthesis: "`)` or another entry",
  RightBracket: "`]` or another item",
  RightBrace: "`}` or another entry",
};

const POOL = 8;
const typeIndexes: number[] = tokenTypes.map(indexOf);

export class StreamParser extends EmbeddedActionsParser implements TokenSource {
  // Members of chevrotain's parser that its types omit.
  declare private currRuleLookaheadFuncs: Lookaheads;
  declare private readonly lookAheadFuncsCache: readonly Lookaheads[];
  declare private readonly fullRuleNameToShort: Readonly<Record<string, number>>;

  private scanner: Scanner = NO_TEXT;
  private readonly pool: UsdaToken[] = Array.from({ length: POOL }, () => new UsdaToken());
  private filled = -1;
  private consumed = -1;

  constructor() {
    // Without this key, chevrotain would construct a strategy of its own.
    super(tokenTypes, { maxLookahead: 1, lookaheadStrategy: undefined });
  }

  /** Starts reading `scanner` at `position`, up to `limit`. */
  attach(scanner: Scanner, position: number, limit?: number): void {
    this.scanner = scanner;
    this.reset();
    scanner.moveTo(position, limit);
    this.filled = -1;
    this.consumed = -1;
  }

  /** Releases the text. */
  detach(): void {
    this.scanner = NO_TEXT;
  }

  /** Continues at another position of the same text. */
  moveTo(position: number): void {
    this.attach(this.scanner, position);
  }

  // Used by the readers.

  peek(): UsdaToken {
    const index = this.consumed + 1;
    if (this.filled < index) this.fill();
    return this.pool[index & (POOL - 1)];
  }

  consumedToken(back: number): Token {
    return this.LA(-back);
  }

  relabel(assignment: number): void {
    const token = this.peek();
    if (token.kind === TokenKind.equals) token.tokenTypeIdx = typeIndexes[assignment];
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

  LA(howMuch: number): UsdaToken {
    const index = this.consumed + howMuch;
    if (index < 0) return this.pool[POOL - 1];
    while (this.filled < index) this.fill();
    return this.pool[index & (POOL - 1)];
  }

  LA_FAST(howMuch: number): UsdaToken {
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

  // Each text begins at its own `attach`; the driver handles the rest after a rule.
  onBeforeParse(): void {}
  onAfterParse(): void {}

  // Chevrotain's methods for rules.

  protected consumeInternal(type: TokenType): Token {
    const token = this.peek();
    if (token.tokenTypeIdx !== type.tokenTypeIdx) this.consumeInternalError(type, token);
    this.consumeToken();
    return token;
  }

  /** After a fault the table of the inner rule stays set; the next rule from outside sets its own. */
  protected subruleInternal(rule: DefinedRule): void {
    const outer = this.currRuleLookaheadFuncs;
    this.currRuleLookaheadFuncs = rule.lookaheads ??= this.lookaheadsOf(rule);
    rule.originalGrammarAction();
    this.currRuleLookaheadFuncs = outer;
  }

  private lookaheadsOf(rule: DefinedRule): Lookaheads {
    return this.lookAheadFuncsCache[this.fullRuleNameToShort[rule.ruleName]] ?? [];
  }

  protected orInternal(alternatives: Alternatives, occurrence: number): void {
    const list: readonly Alternative[] = isList(alternatives) ? alternatives : alternatives.DEF;
    const index = this.currRuleLookaheadFuncs[OR | occurrence].table[this.peek().tokenTypeIdx];
    if (index < 0) {
      this.raiseNoAltException(occurrence, isList(alternatives) ? undefined : alternatives.ERR_MSG);
    }
    list[index].ALT();
  }

  protected optionInternal(part: () => void, occurrence: number): void {
    if (this.currRuleLookaheadFuncs[OPTION | occurrence].table[this.peek().tokenTypeIdx] === 1) part();
  }

  /** Each round consumes a token: no repeated part of the grammar can be empty. */
  protected manyInternal(occurrence: number, part: Part): void {
    const { table } = this.currRuleLookaheadFuncs[MANY | occurrence];
    if (typeof part === "function") {
      while (table[this.peek().tokenTypeIdx] === 1) part();
    } else {
      while (part.GATE() && table[this.peek().tokenTypeIdx] === 1) part.DEF();
    }
  }

  /**
   * `MANY` of an `OR`, with one decision instead of two.
   *
   * @param occurrence chevrotain's number of the `OR`
   * @param isInside whether another round may follow; without it, whenever an alternative does
   */
  manyOr(occurrence: number, alternatives: readonly Alternative[], isInside?: () => boolean): void {
    const { table } = this.currRuleLookaheadFuncs[OR | occurrence];
    while (isInside === undefined || isInside()) {
      const index = table[this.peek().tokenTypeIdx];
      if (index < 0) return;
      alternatives[index].ALT();
    }
  }

  // Chevrotain's own messages contain names of token types; ours are built from the fault.

  consumeInternalError(expected: TokenType, found: UsdaToken): never {
    const closes = CLOSERS[expected.name];
    this.unexpected(found, closes ?? expected.LABEL ?? expected.name, closes !== undefined);
  }

  raiseNoAltException(_occurrence: number, expected: string | undefined): never {
    this.unexpected(this.peek(), expected ?? "something else");
  }

  raiseEarlyExitException(_occurrence: number, _kind: unknown, expected: string | undefined): never {
    this.unexpected(this.peek(), expected ?? "something else");
  }

  /** If the line ends too early, the fault is that of its last token, not of the one on a later line. */
  private unexpected(found: UsdaToken, expected: string, closes = false): never {
    const isWord = found.kind === TokenKind.identifier;
    const hint = closes && isWord ? "Separate entries by a newline or `;`, and items by a comma." : undefined;
    const isLater = !closes && ((found.before & BEFORE_LINE_END) !== 0 || found.kind === TokenKind.endOfFile);
    const before = this.consumed >= 0 ? this.LA(0) : undefined;
    const after =
      isLater && before !== undefined ? { start: before.start, end: before.end, kind: before.kind } : undefined;
    throw new Fault("USDA_UNEXPECTED", found, expected, { after, hint });
  }
}

function isList(alternatives: Alternatives): alternatives is readonly Alternative[] {
  return Array.isArray(alternatives);
}
