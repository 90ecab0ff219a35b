/**
 * The decision for one token at each choice of the grammar, as data. Otherwise chevrotain records and analyses all
 * rules whenever a parser is made, which took longer than everything else in a run on a small file. The decisions are
 * kept in `lookahead.generated.ts` and installed where chevrotain's analysis would put its result.
 */
import type { TokenType } from "./chevrotain-types.ts";
import { VERSION } from "./chevrotain.generated.ts";

export interface LookaheadTable {
  /** The version of chevrotain that the table is for. */
  readonly chevrotain: string;
  /** By rule name, in the order of definition. */
  readonly rules: Readonly<Record<string, RuleLookahead>>;
}

/**
 * By chevrotain's method and its number (`OR`, `OPTION1`, `MANY`): the names of the tokens that lead into the part,
 * separated by blanks; for `OR`, a list in which each token is with the first alternative that accepts it.
 */
export type RuleLookahead = Readonly<Record<string, string | readonly string[]>>;

/** Chevrotain calls a decision; `StreamParser` looks into its table, which saves a call at every choice. */
export interface Lookahead<T extends boolean | number | undefined> {
  (this: object): T;
  /** By the number of the next token: options and repetitions 1 to enter, else 0; choices the alternative, else -1. */
  readonly table: Int16Array;
}

/** Members of chevrotain's parser that its analysis fills; its types do not declare them. */
export interface Analysed {
  selfAnalysisDone: boolean;
  readonly definedRulesNames: readonly string[];
  readonly fullRuleNameToShort: Readonly<Record<string, number>>;
  setLaFuncCache(rule: number, method: number, lookahead: Lookahead<boolean | number | undefined>): void;
}

/**
 * Chevrotain's numbers for its methods, which it combines by OR with the number of the call (its
 * `parse/grammar/keys.ts`).
 */
const METHODS: Readonly<Record<string, number>> = { OR: 1 << 8, OPTION: 2 << 8, MANY: 3 << 8 };

/**
 * Installs a table instead of running `performSelfAnalysis`. The test next to this file detects a table that is outdated
 * by a changed rule.
 *
 * @throws {Error} if the table is not for this parser.
 */
export function applyLookahead(parser: Analysed, types: readonly TokenType[], table: LookaheadTable): void {
  const names = Object.keys(table.rules);
  const { definedRulesNames } = parser;
  const isForRules = table.chevrotain === VERSION && names.length === definedRulesNames.length;
  if (!isForRules || !names.every((name, index) => name === definedRulesNames[index])) throw outdated();

  const indexes = new Map(types.map((type) => [type.name, indexOf(type)]));
  const size = sizeFor(types);
  const readTokens = (text: string): number[] =>
    text.split(" ").map((name) => {
      const index = indexes.get(name);
      if (index === undefined) throw outdated();
      return index;
    });
  for (const name of names) {
    for (const [call, decision] of Object.entries(table.rules[name])) {
      const method = METHODS[call.replace(/\d$/, "")];
      if (method === undefined) throw outdated();
      const lookahead =
        typeof decision === "string" ? entering(readTokens(decision), size) : choosing(decision.map(readTokens), size);
      parser.setLaFuncCache(parser.fullRuleNameToShort[name], method | (Number(call.at(-1)) || 0), lookahead);
    }
  }
  parser.selfAnalysisDone = true;
  keepFast(parser);
}

function outdated(): Error {
  return new Error("The lookahead tables do not match the rules: run `npx -y pnpm@12 run lookahead`");
}

/**
 * Storing the rules by name turns the parser into a dictionary-mode object in V8, in which each access is a search.
 * Using it as a prototype and enumerating its properties turns it back. Chevrotain's analysis does the same.
 */
function keepFast(parser: object): void {
  for (const _ in Object.create(parser) as object) break;
}

/** Size that fits the number of any of them. */
export function sizeFor(types: readonly TokenType[]): number {
  return Math.max(...types.map(indexOf)) + 1;
}

export function indexOf(type: TokenType): number {
  // Chevrotain numbers each token type at creation, from 1.
  return type.tokenTypeIdx ?? 0;
}

/** Returns whether the next token is one of `tokens`; `size` is that of {@link sizeFor}. */
export function entering(tokens: Iterable<number>, size: number): Lookahead<boolean> {
  const table = new Int16Array(size);
  for (const token of tokens) table[token] = 1;
  const decide = function (this: object): boolean {
    return table[next(this)] === 1;
  };
  return Object.assign(decide, { table });
}

/** Returns the first alternative that accepts the next token. */
export function choosing(alternatives: readonly Iterable<number>[], size: number): Lookahead<number | undefined> {
  const table = new Int16Array(size).fill(-1);
  for (const [index, tokens] of alternatives.entries())
    for (const token of tokens) if (table[token] < 0) table[token] = index;
  const decide = function (this: object): number | undefined {
    const index = table[next(this)];
    return index < 0 ? undefined : index;
  };
  return Object.assign(decide, { table });
}

function next(parser: object): number {
  return (parser as { LA_FAST(howMuch: number): { tokenTypeIdx: number } }).LA_FAST(1).tokenTypeIdx;
}
