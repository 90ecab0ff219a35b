/**
 * Chevrotain's parser with its methods for rules cut down to what this grammar uses of them. As they come, each call also
 * looks after syntax trees, error recovery and arguments of rules: a sixth of the time of files that are all structure.
 *
 * Rules are defined, recorded and analysed by chevrotain, and one that is called from outside is invoked by it.
 */
import type { IToken, TokenType } from "chevrotain";
import { EmbeddedActionsParser } from "chevrotain";

/** A lookahead function of chevrotain's analysis. */
type Lookahead<T> = (this: DirectParser) => T;

/** What chevrotain makes of a rule, and the lookahead of its productions once it has been called. */
interface DefinedRule {
  readonly ruleName: string;
  readonly originalGrammarAction: () => void;
  lookaheads?: Lookahead<never>[];
}

interface Alternative {
  readonly ALT: () => void;
}

type Alternatives = readonly Alternative[] | { readonly DEF: readonly Alternative[]; readonly ERR_MSG?: string };

type Part = (() => void) | { readonly GATE: () => boolean; readonly DEF: () => void };

/** Chevrotain's numbers for the kinds of production, with which each finds its lookahead within the rule. */
const OR = 1 << 8;
const OPTION = 2 << 8;
const MANY = 3 << 8;

export abstract class DirectParser extends EmbeddedActionsParser {
  // Members of chevrotain's parser that its types leave out.
  declare private currRuleLookaheadFuncs: Lookahead<never>[];
  declare private readonly lookAheadFuncsCache: readonly Lookahead<never>[][];
  declare private readonly fullRuleNameToShort: Readonly<Record<string, number>>;

  abstract peek(): IToken;
  abstract consumeToken(): void;
  abstract consumeInternalError(expected: TokenType, found: IToken): never;
  abstract raiseNoAltException(occurrence: number, expected: string | undefined): never;

  protected consumeInternal(type: TokenType): IToken {
    const token = this.peek();
    if (token.tokenTypeIdx !== type.tokenTypeIdx) this.consumeInternalError(type, token);
    this.consumeToken();
    return token;
  }

  /** A fault on the way leaves the table of the inner rule; the next rule from outside sets its own. */
  protected subruleInternal(rule: DefinedRule): void {
    const outer = this.currRuleLookaheadFuncs;
    this.currRuleLookaheadFuncs = rule.lookaheads ??= this.lookaheadsOf(rule);
    rule.originalGrammarAction();
    this.currRuleLookaheadFuncs = outer;
  }

  private lookaheadsOf(rule: DefinedRule): Lookahead<never>[] {
    return this.lookAheadFuncsCache[this.fullRuleNameToShort[rule.ruleName]] ?? [];
  }

  protected orInternal(alternatives: Alternatives, occurrence: number): void {
    const list: readonly Alternative[] = isList(alternatives) ? alternatives : alternatives.DEF;
    const choose: Lookahead<number | undefined> = this.currRuleLookaheadFuncs[OR | occurrence];
    const index = choose.call(this);
    if (index === undefined) {
      this.raiseNoAltException(occurrence, isList(alternatives) ? undefined : alternatives.ERR_MSG);
    }
    list[index].ALT();
  }

  protected optionInternal(part: () => void, occurrence: number): void {
    const isNext: Lookahead<boolean> = this.currRuleLookaheadFuncs[OPTION | occurrence];
    if (isNext.call(this)) part();
  }

  /** Each round consumes something: no part of the grammar that is repeated can be empty. */
  protected manyInternal(occurrence: number, part: Part): void {
    const isNext: Lookahead<boolean> = this.currRuleLookaheadFuncs[MANY | occurrence];
    if (typeof part === "function") {
      while (isNext.call(this)) part();
    } else {
      while (part.GATE() && isNext.call(this)) part.DEF();
    }
  }
}

function isList(alternatives: Alternatives): alternatives is readonly Alternative[] {
  return Array.isArray(alternatives);
}
