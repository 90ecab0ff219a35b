/**
 * The decision for one token at each choice of the grammar, as data. Otherwise chevrotain records and analyses all
 * rules whenever a parser is made, which took longer than everything else in a run on a small file. The decisions are
 * kept in `lookahead.generated.ts`; `StreamParser` looks them up.
 */
import type { TokenType } from "chevrotain";

/** By rule name, in the order of definition. */
export type LookaheadTable = Readonly<Record<string, RuleLookahead>>;

/**
 * By chevrotain's method and its number (`OR`, `OPTION1`, `MANY`): the names of the tokens that lead into the part,
 * separated by blanks; for `OR`, a list in which each token is with the first alternative that accepts it.
 */
export type RuleLookahead = Readonly<Record<string, string | readonly string[]>>;

/**
 * The decisions of a rule, by chevrotain's number of the call (`OPTION1` is `option[1]`). Each is indexed by the number
 * of the next token: options and repetitions contain 1 to enter, else 0; choices the alternative, else -1.
 */
export interface RuleDecisions {
  readonly or: readonly Int16Array[];
  readonly option: readonly Int16Array[];
  readonly many: readonly Int16Array[];
}

/**
 * Returns the decisions of a table by rule. The test next to this file detects a table that is outdated by a changed
 * rule.
 *
 * @throws {Error} if the table contains a token or a method that the parser does not have.
 */
export function readLookahead(types: readonly TokenType[], table: LookaheadTable): ReadonlyMap<string, RuleDecisions> {
  const indexes = new Map(types.map((type) => [type.name, indexOf(type)]));
  const size = Math.max(...types.map(indexOf)) + 1;
  const readTokens = (text: string): number[] =>
    text.split(" ").map((name) => {
      const index = indexes.get(name);
      if (index === undefined) throw outdated();
      return index;
    });
  return new Map(
    Object.entries(table).map(([name, calls]) => {
      const decisions: Record<string, Int16Array[] | undefined> & RuleDecisions = { or: [], option: [], many: [] };
      for (const [call, decision] of Object.entries(calls)) {
        const method = decisions[call.replace(/\d$/, "").toLowerCase()];
        if (method === undefined) throw outdated();
        method[Number(call.at(-1)) || 0] =
          typeof decision === "string"
            ? entering(readTokens(decision), size)
            : choosing(decision.map(readTokens), size);
      }
      return [name, decisions];
    }),
  );
}

/** Returns the error for a table that was made from other rules. */
export function outdated(): Error {
  return new Error("The lookahead tables do not match the rules: run `npx -y pnpm@12 run lookahead`");
}

/** Returns the number of a token type; chevrotain counts from 1 as they are created. */
export function indexOf(type: TokenType): number {
  return type.tokenTypeIdx ?? 0;
}

/** Returns whether the next token is one of `tokens`. */
function entering(tokens: Iterable<number>, size: number): Int16Array {
  const table = new Int16Array(size);
  for (const token of tokens) table[token] = 1;
  return table;
}

/** Returns the first alternative that accepts the next token. */
function choosing(alternatives: readonly Iterable<number>[], size: number): Int16Array {
  const table = new Int16Array(size).fill(-1);
  for (const [index, tokens] of alternatives.entries())
    for (const token of tokens) if (table[token] < 0) table[token] = index;
  return table;
}
