/**
 * Chevrotain's parser, fed from the scanner token by token and reduced to what this grammar uses.
 *
 * Chevrotain defines the rules and invokes those that are called from outside. The methods that the rules call
 * (`CONSUME`, `SUBRULE`, `OR`, `OPTION`, `MANY`) are overridden: chevrotain's own read from a token vector, and each
 * call also handles syntax trees, error recovery and arguments of rules, which takes a sixth of the time of files that
 * are all structure. Only methods that chevrotain documents are overridden. Here the readers can set what the scanner
 * expects before it continues, and the decisions come from a table (`lookahead-table.ts`).
 */
import { EmbeddedActionsParser } from "chevrotain";
import type { TokenType } from "chevrotain";
import { Fault } from "../../read/fault.ts";
import type { Token, TokenSource } from "../../read/token.ts";
import { NO_TEXT } from "../../read/context.ts";
import type { Scanner } from "../../scan/scanner.ts";
import { BEFORE_LINE_END, TokenKind } from "../../scan/token-kinds.ts";
import { tokenTypes } from "../tokens.ts";
import type { Alternative, Alternatives, GatedPart, Rule, RuleBuilder } from "../rule-builder.ts";
import type { RuleDecisions } from "./lookahead-table.ts";
import { indexOf, outdated } from "./lookahead-table.ts";
import { UsdaToken } from "./usda-token.ts";

/** A rule as the other rules call it. */
interface InnerRule extends Rule {
  readonly implementation: () => void;
  readonly decisions: RuleDecisions;
}

/** The members of chevrotain's parser that are used. Its own types require results and arguments, which no rule has. */
interface RuleParser {
  RULE(name: string, implementation: () => void): (this: RuleParser) => void;
}

const RuleParser = EmbeddedActionsParser as unknown as new (
  tokens: readonly TokenType[],
  config: { readonly maxLookahead: number; readonly lookaheadStrategy: undefined },
) => RuleParser;

/** The expected token names if a closing mark is missing. */
const CLOSERS: Readonly<Record<string, string>> = {
  RightParenthesis: "`)` or another entry",
  RightBracket: "`]` or another item",
  RightBrace: "`}` or another entry",
};

const POOL = 8;
const typeIndexes: number[] = tokenTypes.map(indexOf);

const NO_DECISIONS: RuleDecisions = { or: [], option: [], many: [] };

export class StreamParser extends RuleParser implements TokenSource, RuleBuilder {
  private readonly table: ReadonlyMap<string, RuleDecisions>;
  /** Those of the rule that runs. */
  private decisions = NO_DECISIONS;
  private ruleCount = 0;
  private scanner: Scanner = NO_TEXT;
  private readonly pool: UsdaToken[] = Array.from({ length: POOL }, () => new UsdaToken());
  private filled = -1;
  private consumed = -1;

  /** @param table the decisions by rule, in the order in which the rules are defined */
  constructor(table: ReadonlyMap<string, RuleDecisions>) {
    // Without this key, chevrotain would construct a strategy of its own.
    super(tokenTypes, { maxLookahead: 1, lookaheadStrategy: undefined });
    this.table = table;
  }

  /** Starts reading `scanner` at `position`, up to `limit`. */
  attach(scanner: Scanner, position: number, limit?: number): void {
    this.scanner = scanner;
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
    const index = this.consumed - back;
    return this.pool[index < 0 ? POOL - 1 : index & (POOL - 1)];
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
    token.flags = scanner.flags;
    token.name = token.hasArraySuffix ? 0 : scanner.name;
  }

  // Chevrotain calls these before and after a rule that is called from outside; its own handle the token vector.
  onBeforeParse(): void {}
  onAfterParse(): void {}

  // The methods that the rules call.

  /**
   * Defines a rule.
   *
   * @throws {Error} if the table does not contain it.
   */
  override RULE(name: string, implementation: () => void): Rule {
    const decisions = this.table.get(name);
    if (decisions === undefined) throw outdated();
    this.ruleCount++;
    const invoke = super.RULE(name, () => {
      this.decisions = decisions;
      implementation();
    });
    const rule: InnerRule = Object.assign(() => invoke.call(this), { implementation, decisions });
    return rule;
  }

  /**
   * Ends the definition of rules. Chevrotain's own records and analyses them; here the table has the result.
   *
   * @throws {Error} if the table contains another rule.
   */
  performSelfAnalysis(): void {
    if (this.ruleCount !== this.table.size) throw outdated();
    keepFast(this);
  }

  CONSUME(type: TokenType): Token {
    const token = this.peek();
    if (token.tokenTypeIdx !== type.tokenTypeIdx) this.missing(type, token);
    this.consumed++;
    return token;
  }

  CONSUME1(type: TokenType): Token {
    return this.CONSUME(type);
  }

  consume(_occurrence: number, type: TokenType): Token {
    return this.CONSUME(type);
  }

  /** After a fault the decisions of the inner rule stay set; the next rule from outside sets its own. */
  SUBRULE(rule: Rule): void {
    const { implementation, decisions } = rule as InnerRule;
    const outer = this.decisions;
    this.decisions = decisions;
    implementation();
    this.decisions = outer;
  }

  SUBRULE1(rule: Rule): void {
    this.SUBRULE(rule);
  }

  subrule(_occurrence: number, rule: Rule): void {
    this.SUBRULE(rule);
  }

  OR(alternatives: Alternatives): void {
    this.choose(alternatives, 0);
  }

  OR1(alternatives: Alternatives): void {
    this.choose(alternatives, 1);
  }

  OR2(alternatives: Alternatives): void {
    this.choose(alternatives, 2);
  }

  OR9(alternatives: Alternatives): void {
    this.choose(alternatives, 9);
  }

  private choose(alternatives: Alternatives, occurrence: number): void {
    const list: readonly Alternative[] = isList(alternatives) ? alternatives : alternatives.DEF;
    const token = this.peek();
    const index = this.decisions.or[occurrence][token.tokenTypeIdx];
    if (index < 0) {
      this.unexpected(token, (isList(alternatives) ? undefined : alternatives.ERR_MSG) ?? "something else");
    }
    list[index].ALT();
  }

  OPTION(part: () => void): void {
    if (this.decisions.option[0][this.peek().tokenTypeIdx] === 1) part();
  }

  OPTION1(part: () => void): void {
    if (this.decisions.option[1][this.peek().tokenTypeIdx] === 1) part();
  }

  /** Each round consumes a token: no repeated part of the grammar can be empty. */
  MANY(part: (() => void) | GatedPart): void {
    const [table] = this.decisions.many;
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
    const table = this.decisions.or[occurrence];
    while (isInside === undefined || isInside()) {
      const index = table[this.peek().tokenTypeIdx];
      if (index < 0) return;
      alternatives[index].ALT();
    }
  }

  private missing(expected: TokenType, found: UsdaToken): never {
    const closes = CLOSERS[expected.name];
    this.unexpected(found, closes ?? expected.LABEL ?? expected.name, closes !== undefined);
  }

  /** If the line ends too early, the fault is that of its last token, not of the one on a later line. */
  private unexpected(found: UsdaToken, expected: string, closes = false): never {
    const isWord = found.kind === TokenKind.identifier;
    const hint = closes && isWord ? "Separate entries by a newline or `;`, and items by a comma." : undefined;
    const isLater = !closes && ((found.before & BEFORE_LINE_END) !== 0 || found.kind === TokenKind.endOfFile);
    const before = this.consumed >= 0 ? this.consumedToken(0) : undefined;
    const after =
      isLater && before !== undefined ? { start: before.start, end: before.end, kind: before.kind } : undefined;
    throw new Fault("USDA_UNEXPECTED", found, expected, { after, hint });
  }
}

function isList(alternatives: Alternatives): alternatives is readonly Alternative[] {
  return Array.isArray(alternatives);
}

/**
 * Chevrotain stores the rules by name, which turns the parser into a dictionary-mode object in V8, in which each access
 * is a search. Using it as a prototype and enumerating its properties turns it back. Chevrotain's analysis does the same.
 */
function keepFast(parser: object): void {
  for (const _ in Object.create(parser) as object) break;
}
