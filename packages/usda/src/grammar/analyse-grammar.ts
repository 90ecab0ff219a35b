/** Builds the lookahead table from the rules. */
import { VERSION } from "chevrotain";
import type { LookaheadTable } from "./chevrotain/lookahead-table.ts";
import { OneTokenLookahead } from "./chevrotain/one-token-lookahead.ts";
import { tokenTypes } from "./tokens.ts";
import { makeGrammar } from "./usda-grammar.ts";

/** A version that fits no parser. */
export const NO_TABLE: LookaheadTable = { chevrotain: "", rules: {} };

export function analyseGrammar(): LookaheadTable {
  const analysis = new OneTokenLookahead(tokenTypes);
  const { definedRulesNames } = makeGrammar(NO_TABLE, analysis).parser as unknown as { definedRulesNames: string[] };
  const rules = definedRulesNames.map((name) => [name, analysis.found[name] ?? {}] as const);
  return { chevrotain: VERSION, rules: Object.fromEntries(rules) };
}
