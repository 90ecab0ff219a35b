/** The types of what `chevrotain.generated.ts` exports: those of chevrotain's own that are used. */

export interface TokenConfig {
  readonly name: string;
  readonly label: string;
  readonly pattern: RegExp;
}

export interface TokenType {
  readonly name: string;
  readonly LABEL?: string;
  /** Chevrotain numbers each token type at creation, from 1. */
  readonly tokenTypeIdx?: number;
}

export interface ParserConfig {
  readonly maxLookahead: number;
  readonly lookaheadStrategy: undefined;
}

export interface ChevrotainParser {
  /** Drops the state of the text before. */
  reset(): void;
}
