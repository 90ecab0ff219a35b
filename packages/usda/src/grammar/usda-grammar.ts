/**
 * The grammar of USDA text, in chevrotain.
 *
 * No rule calls itself: nested parts (prims, dictionaries, lists, tuples) are read by loops over opening and closing
 * tokens, and the readers keep the stacks. So nesting costs no call frames, and its limit is a fixed number, not the
 * stack's size. Line ends are not tokens: each token records what precedes it, and the readers check it where the
 * format requires.
 *
 * Rules are named after those of the reference's own grammar where there is one.
 *
 * The decisions that one token makes are kept in `lookahead.generated.ts`: `pnpm run lookahead` regenerates it after
 * a change of a rule.
 */
import { Readers } from "../read/readers.ts";
import { readLookahead, type LookaheadTable } from "./chevrotain/lookahead-table.ts";
import { StreamParser } from "./chevrotain/stream-parser.ts";
import { lookahead } from "./lookahead.generated.ts";
import type { Rule, RuleBuilder, RuleReaders } from "./rule-builder.ts";
import { arcParametersRule, referencesRule, subLayersRule } from "./rules/arcs.ts";
import { nameListRule, pathsRule, relocatesRule, stringMapRule } from "./rules/lists.ts";
import { headRestRule, metadataEntryRule, metadataRules, propertyRestRule } from "./rules/metadata.ts";
import { primRule, variantRule, variantSetRule } from "./rules/prims.ts";
import { propertyRule } from "./rules/properties.ts";
import { splineRule, timeSamplesRule } from "./rules/samples.ts";
import { bracketedValueRule, dictionaryRule } from "./rules/values.ts";
import * as T from "./tokens.ts";

export interface UsdaGrammar {
  readonly parser: StreamParser;
  /** Called by the rules. */
  readonly readers: Readers;
  // The entry rules.
  readonly layer: Rule;
  readonly statements: Rule;
  readonly property: Rule;
  readonly metadataEntry: Rule;
  // Rules for the text after an error in metadata.
  readonly metadataRest: Rule;
  readonly headRest: Rule;
  readonly propertyRest: Rule;
}

export type Rules = Omit<UsdaGrammar, "parser" | "readers">;

/**
 * Returns the parser with its rules.
 *
 * @throws {Error} if the table was made from other rules.
 */
export function makeGrammar(table: LookaheadTable = lookahead): UsdaGrammar {
  const parser = new StreamParser(readLookahead(T.tokenTypes, table));
  const readers = new Readers(parser);
  const rules = defineRules(parser, readers);
  parser.performSelfAnalysis();
  return { parser, readers, ...rules };
}

/** Defines the rules, and returns those that are called from outside. */
export function defineRules($: RuleBuilder, read: RuleReaders): Rules {
  const bracketedValue = bracketedValueRule($, read);
  const dictionary = dictionaryRule($, read, bracketedValue);
  const paths = pathsRule($, read);
  const nameList = nameListRule($, read);
  const arcParameters = arcParametersRule($, read, dictionary);
  const references = referencesRule($, read, arcParameters);
  const subLayers = subLayersRule($, read, arcParameters);
  const stringMap = stringMapRule($, read);
  const relocates = relocatesRule($, read);
  const timeSamples = timeSamplesRule($, read, bracketedValue);
  const spline = splineRule($, read, dictionary);

  const metadataEntry = metadataEntryRule($, read, {
    bracketedValue,
    dictionary,
    paths,
    nameList,
    references,
    subLayers,
    stringMap,
    relocates,
  });
  const { metadata, metadataRest } = metadataRules($, read, metadataEntry);
  const property = propertyRule($, read, { bracketedValue, paths, nameList, timeSamples, spline, metadata });
  const prim = primRule($, read, metadata);
  const variantSet = variantSetRule($, read);
  const variant = variantRule($, read, metadata);

  const statementAlternatives = [
    { ALT: () => $.SUBRULE(property) },
    { ALT: () => $.SUBRULE(prim) },
    { ALT: () => read.blocks.close($.CONSUME(T.RightBrace)) },
    { ALT: () => $.SUBRULE(variant) },
    { ALT: () => $.SUBRULE(variantSet) },
    { ALT: () => read.statements.separator($.CONSUME(T.Semicolon)) },
  ];
  const statements = $.RULE("statements", () => {
    $.manyOr(0, statementAlternatives);
  });

  const layerMetadata = () => $.SUBRULE(metadata);
  const layer = $.RULE("layer", () => {
    $.OPTION(layerMetadata);
    $.SUBRULE(statements);
  });
  const headRest = headRestRule($, read, metadataRest);
  const propertyRest = propertyRestRule($, read, metadataRest);
  return { layer, statements, property, metadataEntry, metadataRest, headRest, propertyRest };
}
