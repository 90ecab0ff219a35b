/** What the rules are made with. */
import type { TokenType } from "chevrotain";
import type { Actions } from "./actions.ts";
import type { UsdaToken } from "./token-stream.ts";

export type Rule = () => void;

export interface Alternative {
  readonly ALT: () => void;
}

/** Alternatives, and what an error says when none of them stands there. */
export interface DescribedAlternatives {
  readonly DEF: readonly Alternative[];
  readonly ERR_MSG?: string;
}

/** Something that may follow, where `GATE` agrees. */
export interface GatedPart {
  readonly GATE: () => boolean;
  readonly DEF: () => void;
}

type Alternatives = readonly Alternative[] | DescribedAlternatives;

/**
 * Those methods of chevrotain's parser that the rules call: they are protected, and the files of `rules/` stand outside
 * of the class. The numbers tell apart what stands more than once in a rule.
 */
export interface RuleBuilder {
  readonly actions: Actions;
  RULE(name: string, implementation: () => void): Rule;
  CONSUME(type: TokenType): UsdaToken;
  CONSUME1(type: TokenType): UsdaToken;
  consume(index: number, type: TokenType): UsdaToken;
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
}
