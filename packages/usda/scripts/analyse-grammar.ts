/** Builds the lookahead tables from the rules, which the whole of chevrotain records and analyses. */
import { EmbeddedActionsParser } from "chevrotain";
import type { ILookaheadStrategy } from "chevrotain";
import type { LookaheadTable } from "../src/grammar/chevrotain/lookahead-table.ts";
import type { Alternative, RuleBuilder, RuleReaders } from "../src/grammar/rule-builder.ts";
import { tokenTypes } from "../src/grammar/tokens.ts";
import { defineRules } from "../src/grammar/usda-grammar.ts";
import { OneTokenLookahead } from "./one-token-lookahead.ts";

/** Records the rules of the grammar; parses no text. */
export class RecordingParser extends EmbeddedActionsParser {
  constructor(lookaheadStrategy: ILookaheadStrategy, define: ($: RuleBuilder) => void = defineGrammar) {
    super([...tokenTypes], {
      maxLookahead: 1,
      lookaheadStrategy,
      recoveryEnabled: false,
      skipValidations: true,
      nodeLocationTracking: "none",
    });
    define(this as unknown as RuleBuilder);
    this.performSelfAnalysis();
  }

  /** `MANY` of an `OR`: the parser decides both at once. */
  manyOr(occurrence: number, alternatives: readonly Alternative[], isInside?: () => boolean): void {
    const part = () => this.or(occurrence, [...alternatives]);
    this.MANY(isInside === undefined ? part : { GATE: isInside, DEF: part });
  }
}

export function analyseGrammar(): LookaheadTable {
  const analysis = new OneTokenLookahead(tokenTypes);
  const parser = new RecordingParser(analysis);
  return Object.fromEntries(Object.keys(parser.getGAstProductions()).map((name) => [name, analysis.found[name] ?? {}]));
}

function defineGrammar($: RuleBuilder): void {
  defineRules($, recordingReaders());
}

/** Returns readers whose methods do nothing: chevrotain calls the rules once to record them. */
function recordingReaders(): RuleReaders {
  const reader: object = new Proxy({}, { get: () => () => true });
  return new Proxy({}, { get: () => reader }) as RuleReaders;
}
