/**
 * One-token lookahead from FIRST sets that are computed once per rule. Chevrotain's own strategy enumerates paths
 * again for every production, which took two thirds of the analysis time of the grammar; for one token both give the
 * same result. Generates `lookahead.generated.ts`.
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
import type { ILookaheadStrategy, IProduction, LookaheadProductionType, Rule, TokenType } from "chevrotain";
import { indexOf } from "../src/grammar/chevrotain/lookahead-table.ts";

interface First {
  readonly tokens: ReadonlySet<number>;
  readonly isNullable: boolean;
}

/** The members of a production of chevrotain's grammar model that are used here. */
interface Production extends IProduction {
  readonly idx?: number;
  readonly terminalType?: TokenType;
  readonly referencedRule?: Rule;
  readonly definition?: Production[];
}

/** The names of chevrotain's classes: a user's minifier may change `constructor.name`. */
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

/** The methods of the production kinds that the rules use, as named in the table. */
const METHODS = { Alternation: "OR", Option: "OPTION", Repetition: "MANY" } as const;

export class OneTokenLookahead extends LLkLookaheadStrategy implements ILookaheadStrategy {
  /** The result by rule and method, to be kept as a table. */
  readonly found: Record<string, Record<string, string | string[]>> = {};
  private readonly types: readonly TokenType[];
  private readonly firsts = new Map<Rule, First>();
  private readonly productions = new Map<Rule, Map<string, Production>>();

  constructor(types: readonly TokenType[]) {
    super({ maxLookahead: 1 });
    this.types = types;
  }

  override buildLookaheadForOptional(options: {
    prodOccurrence: number;
    prodType: LookaheadProductionType;
    rule: Rule;
  }): () => boolean {
    const { rule, prodType, prodOccurrence } = options;
    const production = this.find(rule, prodType, prodOccurrence);
    const { tokens } = this.firstOfAll(production.definition ?? []);
    this.note(rule, prodType, prodOccurrence, this.names(tokens));
    return () => false;
  }

  override buildLookaheadForAlternation(options: {
    prodOccurrence: number;
    rule: Rule;
    hasPredicates: boolean;
  }): () => number | undefined {
    const { rule, prodOccurrence, hasPredicates } = options;
    // The table cannot contain conditions that depend on the text.
    if (hasPredicates) throw new Error(`${rule.name}: alternatives take no GATE`);
    const { definition = [] } = this.find(rule, "Alternation", prodOccurrence);
    const taken = new Set<number>();
    const alternatives = definition.map((alternative) => {
      const { tokens, isNullable } = this.first(alternative);
      const own = isNullable ? this.types.map(indexOf) : [...tokens];
      const left = own.filter((token) => !taken.has(token));
      for (const token of left) taken.add(token);
      return left;
    });
    const names = alternatives.map((tokens) => this.names(tokens));
    this.note(rule, "Alternation", prodOccurrence, names);
    return () => undefined;
  }

  private note(rule: Rule, kind: LookaheadProductionType, index: number, decision: string | string[]): void {
    if (!(kind in METHODS)) throw new Error(`${rule.name}: the table of lookahead knows no ${kind}`);
    const method = METHODS[kind as keyof typeof METHODS];
    this.found[rule.name] = { ...this.found[rule.name], [index === 0 ? method : `${method}${index}`]: decision };
  }

  private names(tokens: Iterable<number>): string {
    const wanted = new Set(tokens);
    const types = this.types.filter((type) => wanted.has(indexOf(type)));
    return types.map(({ name }) => name).join(" ");
  }

  /** Productions are identified by kind and number within a rule. */
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
      return { tokens: new Set([indexOf(production.terminalType)]), isNullable: false };
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

function union(firsts: readonly First[]): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (const first of firsts) for (const token of first.tokens) tokens.add(token);
  return tokens;
}
