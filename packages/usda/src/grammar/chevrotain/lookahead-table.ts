/**
 * What one token decides at each choice of the grammar, as data. Chevrotain finds it out by recording and analysing all
 * rules when a parser is made, which took longer than all else in a run on a small file. So it is kept in
 * `lookahead.generated.ts`, and put in where chevrotain would have put the outcome of its analysis.
 */
import type { BaseParser, TokenType } from "chevrotain";
import { VERSION } from "chevrotain";

export interface LookaheadTable {
  /** The version of chevrotain that the table is for. */
  readonly chevrotain: string;
  /** By name, in the order of their definition. */
  readonly rules: Readonly<Record<string, RuleLookahead>>;
}

/**
 * By chevrotain's method and its number (`OR`, `OPTION1`, `MANY`): the names of the tokens that lead into the part, with
 * blanks between; of `OR` a list, in which each token stands with the first alternative that takes it.
 */
export type RuleLookahead = Readonly<Record<string, string | readonly string[]>>;

export type Lookahead = (this: BaseParser) => boolean | number | undefined;

/** Members of chevrotain's parser that its analysis fills; its types do not name them. */
export interface Analysed {
  selfAnalysisDone: boolean;
  readonly definedRulesNames: readonly string[];
  readonly fullRuleNameToShort: Readonly<Record<string, number>>;
  setLaFuncCache(rule: number, method: number, lookahead: Lookahead): void;
}

/** Chevrotain's numbers for its methods, which it ors with that of the call (its `parse/grammar/keys.ts`). */
const METHODS: Readonly<Record<string, number>> = { OR: 1 << 8, OPTION: 2 << 8, MANY: 3 << 8 };

/**
 * Does with a table what `performSelfAnalysis` does without one. Does nothing and gives false where the table is not for
 * this parser; one that is too old for a changed rule is for the test beside this file to find.
 */
export function applyLookahead(parser: Analysed, types: readonly TokenType[], table: LookaheadTable): boolean {
  const names = Object.keys(table.rules);
  const { definedRulesNames } = parser;
  if (table.chevrotain !== VERSION || names.length !== definedRulesNames.length) return false;
  if (!names.every((name, index) => name === definedRulesNames[index])) return false;

  const indexes = new Map(types.map((type) => [type.name, indexOf(type)]));
  const size = sizeFor(types);
  let isKnown = true;
  const readTokens = (text: string): number[] =>
    text.split(" ").map((name) => {
      const index = indexes.get(name);
      isKnown &&= index !== undefined;
      return index ?? 0;
    });
  for (const name of names) {
    for (const [call, decision] of Object.entries(table.rules[name])) {
      const method = METHODS[call.replace(/\d$/, "")];
      if (method === undefined) return false;
      const lookahead =
        typeof decision === "string" ? entering(readTokens(decision), size) : choosing(decision.map(readTokens), size);
      if (!isKnown) return false;
      parser.setLaFuncCache(parser.fullRuleNameToShort[name], method | (Number(call.at(-1)) || 0), lookahead);
    }
  }
  parser.selfAnalysisDone = true;
  keepFast(parser);
  return true;
}

/**
 * The rules, stored by name, turn the parser into what V8 keeps as a hash table, in which each access is a search. What
 * serves as a prototype is turned back when somebody enumerates through it. Chevrotain's analysis does alike.
 */
function keepFast(parser: object): void {
  for (const _ in Object.create(parser) as object) break;
}

/** Room for the number of any of them. */
export function sizeFor(types: readonly TokenType[]): number {
  return Math.max(...types.map(indexOf)) + 1;
}

export function indexOf(type: TokenType): number {
  // Chevrotain numbers each type when it is made, from 1.
  return type.tokenTypeIdx ?? 0;
}

/** Whether the next token is one of `tokens`; `size` is that of {@link sizeFor}. */
export function entering(tokens: Iterable<number>, size: number): (this: BaseParser) => boolean {
  const isFirst = new Uint8Array(size);
  for (const token of tokens) isFirst[token] = 1;
  return function () {
    return isFirst[next(this)] === 1;
  };
}

/** The first alternative that has the next token among its tokens. */
export function choosing(
  alternatives: readonly Iterable<number>[],
  size: number,
): (this: BaseParser) => number | undefined {
  const choice = new Int16Array(size).fill(-1);
  for (const [index, tokens] of alternatives.entries())
    for (const token of tokens) if (choice[token] < 0) choice[token] = index;
  return function () {
    const index = choice[next(this)];
    return index < 0 ? undefined : index;
  };
}

function next(parser: BaseParser): number {
  return (parser as unknown as { LA_FAST(howMuch: number): { tokenTypeIdx: number } }).LA_FAST(1).tokenTypeIdx;
}
