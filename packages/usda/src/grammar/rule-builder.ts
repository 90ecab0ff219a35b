/** The interface that the rules are built with. */
import type { TokenType } from "chevrotain";
import type { Readers } from "../read/readers.ts";
import type { Token } from "../read/token.ts";

export type Rule = () => void;

export interface Alternative {
  readonly ALT: () => void;
}

/** Alternatives, and what an error names as expected if none applies. */
export interface DescribedAlternatives {
  readonly DEF: readonly Alternative[];
  readonly ERR_MSG?: string;
}

/** An optional part, subject to `GATE`. */
export interface GatedPart {
  readonly GATE: () => boolean;
  readonly DEF: () => void;
}

export type Alternatives = readonly Alternative[] | DescribedAlternatives;

/** The readers that the rules call. */
export type RuleReaders = Pick<
  Readers,
  | "arcs"
  | "blocks"
  | "brackets"
  | "context"
  | "dictionaries"
  | "lists"
  | "maps"
  | "metadata"
  | "metadataValues"
  | "nameLists"
  | "pathLists"
  | "prims"
  | "properties"
  | "samples"
  | "splines"
  | "statements"
  | "values"
  | "variants"
>;

/**
 * The methods of chevrotain's parser that the rules call: they are protected, and the files of `rules/` are not part of
 * the class. The numbers distinguish calls of the same method in one rule.
 */
export interface RuleBuilder {
  RULE(name: string, implementation: () => void): Rule;
  CONSUME(type: TokenType): Token;
  CONSUME1(type: TokenType): Token;
  consume(index: number, type: TokenType): Token;
  SUBRULE(rule: Rule): void;
  SUBRULE1(rule: Rule): void;
  subrule(index: number, rule: Rule): void;
  OR(alternatives: Alternatives): void;
  OR1(alternatives: Alternatives): void;
  OR2(alternatives: Alternatives): void;
  OR9(alternatives: Alternatives): void;
  OPTION(part: () => void): void;
  OPTION1(part: () => void): void;
  MANY(part: (() => void) | GatedPart): void;
  manyOr(occurrence: number, alternatives: readonly Alternative[], isInside?: () => boolean): void;
}
