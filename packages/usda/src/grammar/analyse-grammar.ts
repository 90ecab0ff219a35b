/** The table of lookahead, from the rules themselves. */
import { VERSION } from "chevrotain";
import type { LookaheadTable } from "./lookahead-table.ts";
import { OneTokenLookahead } from "./one-token-lookahead.ts";
import { tokenTypes } from "./tokens.ts";
import { UsdaGrammar } from "./usda-grammar.ts";

/** For no parser at all. */
export const NO_TABLE: LookaheadTable = { chevrotain: "", rules: {} };

export function analyseGrammar(): LookaheadTable {
  const analysis = new OneTokenLookahead(tokenTypes);
  const { definedRulesNames } = new UsdaGrammar(NO_TABLE, analysis) as unknown as { definedRulesNames: string[] };
  const rules = definedRulesNames.map((name) => [name, analysis.found[name] ?? {}] as const);
  return { chevrotain: VERSION, rules: Object.fromEntries(rules) };
}
