import { StatementValues } from "../build/statement-values.ts";
import type { UsdaGrammar } from "../grammar/usda-grammar.ts";
import { makeGrammar } from "../grammar/usda-grammar.ts";
import { TapeRecorder } from "../record/tape-recorder.ts";

export interface Engine {
  readonly grammar: UsdaGrammar;
  /** The sink of the first pass. */
  readonly recorder: TapeRecorder;
  /** The sink of views. */
  readonly values: StatementValues;
}

// Building a parser takes milliseconds, so all texts share one. It keeps no state between texts, and a text is parsed
// without interruption.
let shared: Engine | undefined;

/** Returns the parser with its sinks. */
export function engine(): Engine {
  if (shared === undefined) {
    const grammar = makeGrammar();
    shared = { grammar, recorder: new TapeRecorder(grammar.readers.blocks), values: new StatementValues() };
  }
  return shared;
}
