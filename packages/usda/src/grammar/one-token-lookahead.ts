/**
 * Lookahead of one token, from FIRST sets that are made once a rule. Chevrotain's own strategy enumerates paths anew for
 * every production, which took two thirds of the time that the grammar needs to come up; for one token both say the same.
 */
import {
  Alternation,
  LLkLookaheadStrategy,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionMandatoryWithSeparator,
  RepetitionWithSeparator,
} from "chevrotain";
import type {
  BaseParser,
  ILookaheadStrategy,
  IOrAlt,
  IProduction,
  LookaheadProductionType,
  Rule,
  TokenType,
} from "chevrotain";

interface First {
  readonly tokens: ReadonlySet<number>;
  readonly isNullable: boolean;
}

/** What a production of chevrotain's grammar model has of the members that matter here. */
interface Production extends IProduction {
  readonly idx?: number;
  readonly terminalType?: TokenType;
  readonly referencedRule?: Rule;
  readonly definition?: Production[];
}

/** The names that chevrotain asks with, by class: `constructor.name` may be changed by a user's minifier. */
const KINDS: ReadonlyMap<unknown, LookaheadProductionType> = new Map<unknown, LookaheadProductionType>([
  [Alternation, "Alternation"],
  [Option, "Option"],
  [Repetition, "Repetition"],
  [RepetitionMandatory, "RepetitionMandatory"],
  [RepetitionMandatoryWithSeparator, "RepetitionMandatoryWithSeparator"],
  [RepetitionWithSeparator, "RepetitionWithSeparator"],
]);

function kindOf(production: Production): LookaheadProductionType | undefined {
  return KINDS.get(production.constructor);
}

export class OneTokenLookahead extends LLkLookaheadStrategy implements ILookaheadStrategy {
  private readonly firsts = new Map<Rule, First>();
  private readonly productions = new Map<Rule, Map<string, Production>>();
  private readonly tokenCount: number;

  constructor(tokenCount: number) {
    super({ maxLookahead: 1 });
    this.tokenCount = tokenCount;
  }

  override buildLookaheadForOptional(options: {
    prodOccurrence: number;
    prodType: LookaheadProductionType;
    rule: Rule;
  }): (this: BaseParser) => boolean {
    const production = this.find(options.rule, options.prodType, options.prodOccurrence);
    const { tokens } = this.firstOfAll(production.definition ?? []);
    const isFirst = new Uint8Array(this.tokenCount);
    for (const token of tokens) isFirst[token] = 1;
    return function () {
      return isFirst[lookAhead(this)] === 1;
    };
  }

  override buildLookaheadForAlternation(options: {
    prodOccurrence: number;
    rule: Rule;
    hasPredicates: boolean;
  }): (this: BaseParser, orAlts?: IOrAlt<unknown>[]) => number | undefined {
    const { definition = [] } = this.find(options.rule, "Alternation", options.prodOccurrence);
    const firsts = definition.map((alternative) => this.first(alternative));
    if (!options.hasPredicates) {
      const choice = new Int16Array(this.tokenCount).fill(-1);
      for (const [index, { tokens, isNullable }] of firsts.entries()) {
        for (const token of tokens) if (choice[token] < 0) choice[token] = index;
        if (isNullable)
          for (let token = 0; token < choice.length; token++) if (choice[token] < 0) choice[token] = index;
      }
      return function () {
        const index = choice[lookAhead(this)];
        return index < 0 ? undefined : index;
      };
    }
    const tables = firsts.map(({ tokens, isNullable }) => {
      const table = new Uint8Array(this.tokenCount);
      if (isNullable) table.fill(1);
      for (const token of tokens) table[token] = 1;
      return table;
    });
    return function (orAlts) {
      const token = lookAhead(this);
      for (let index = 0; index < tables.length; index++) {
        if (tables[index][token] === 0) continue;
        const gate = orAlts?.[index].GATE;
        if (gate === undefined || gate.call(this)) return index;
      }
      return undefined;
    };
  }

  /** Productions are told apart by their kind and number within a rule. */
  private find(rule: Rule, kind: LookaheadProductionType, index: number): Production {
    let found = this.productions.get(rule);
    if (found === undefined) {
      found = new Map();
      const stack: Production[] = [...(rule.definition as Production[])];
      for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
        const kind = kindOf(next);
        if (kind !== undefined) found.set(`${kind} ${next.idx}`, next);
        if (next.referencedRule === undefined) stack.push(...(next.definition ?? []));
      }
      this.productions.set(rule, found);
    }
    const production = found.get(`${kind} ${index}`);
    if (production === undefined) throw new Error(`${rule.name} has no ${kind} ${index}`);
    return production;
  }

  private first(production: Production): First {
    if (production.terminalType !== undefined) {
      return { tokens: new Set([production.terminalType.tokenTypeIdx ?? 0]), isNullable: false };
    }
    if (production.referencedRule !== undefined) return this.firstOfRule(production.referencedRule);
    const definition = production.definition ?? [];
    switch (kindOf(production)) {
      case "Alternation": {
        const firsts = definition.map((alternative) => this.first(alternative));
        return { tokens: union(firsts), isNullable: firsts.some(({ isNullable }) => isNullable) };
      }
      case "Option":
      case "Repetition":
      case "RepetitionWithSeparator":
        return { tokens: this.firstOfAll(definition).tokens, isNullable: true };
      default:
        return this.firstOfAll(definition);
    }
  }

  private firstOfRule(rule: Rule): First {
    let first = this.firsts.get(rule);
    if (first === undefined) {
      first = this.firstOfAll(rule.definition);
      this.firsts.set(rule, first);
    }
    return first;
  }

  private firstOfAll(sequence: readonly Production[]): First {
    const firsts: First[] = [];
    for (const production of sequence) {
      const first = this.first(production);
      firsts.push(first);
      if (!first.isNullable) return { tokens: union(firsts), isNullable: false };
    }
    return { tokens: union(firsts), isNullable: true };
  }
}

function lookAhead(parser: BaseParser): number {
  return (parser as unknown as { LA_FAST(howMuch: number): { tokenTypeIdx: number } }).LA_FAST(1).tokenTypeIdx;
}

function union(firsts: readonly First[]): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (const first of firsts) for (const token of first.tokens) tokens.add(token);
  return tokens;
}
