/**
 * The grammar of USDA text, in chevrotain.
 *
 * No rule calls itself: what nests (prims, dictionaries, lists, tuples) is read by loops over opening and closing tokens,
 * and the actions keep the stacks. So nesting costs no call frames, and its bound is a number, not the stack's size.
 * Line ends are no tokens: each token knows what stands before it, and the actions check it where the format asks.
 *
 * Rules are named after those of the reference's own grammar where there is one.
 *
 * What one token decides is kept in `lookahead.generated.ts`: after a change of a rule, `pnpm run lookahead` makes it anew.
 */
import type { Actions } from "./actions.ts";
import { lookahead } from "./lookahead.generated.ts";
import { applyLookahead, type Analysed, type LookaheadTable } from "./lookahead-table.ts";
import { OneTokenLookahead } from "./one-token-lookahead.ts";
import type { RuleBuilder } from "./rule-builder.ts";
import { arcParametersRule, referencesRule, subLayersRule } from "./rules/arcs.ts";
import { nameListRule, pathsRule, relocatesRule, stringMapRule } from "./rules/lists.ts";
import { metadataEntryRule, metadataRule } from "./rules/metadata.ts";
import { primRule, variantRule, variantSetRule } from "./rules/prims.ts";
import { propertyRule } from "./rules/properties.ts";
import { splineRule, timeSamplesRule } from "./rules/samples.ts";
import { bracketedValueRule, dictionaryRule } from "./rules/values.ts";
import * as T from "./tokens.ts";
import { TokenStreamParser } from "./token-stream.ts";

/** Stands in for the actions while chevrotain records the rules: takes every call, does nothing. */
function recordingActions(): Actions {
  return new Proxy({} as Actions, { get: () => () => true });
}

export class UsdaGrammar extends TokenStreamParser {
  actions: Actions = recordingActions();

  // Rules are made in the constructor, as chevrotain records them there.
  readonly layer: () => void;
  readonly statements: () => void;
  readonly property: () => void;
  readonly metadataEntry: () => void;

  /** @param table what the analysis of the rules would find out; one that is for others is passed over */
  constructor(table: LookaheadTable = lookahead, analysis: OneTokenLookahead = new OneTokenLookahead(T.tokenTypes)) {
    super(analysis);
    // The same object; its methods for rules are protected, and its tokens are all of our own class.
    const $ = this as unknown as RuleBuilder;

    const bracketedValue = bracketedValueRule($);
    const dictionary = dictionaryRule($, bracketedValue);
    const paths = pathsRule($);
    const nameList = nameListRule($);
    const arcParameters = arcParametersRule($, dictionary);
    const references = referencesRule($, arcParameters);
    const subLayers = subLayersRule($, arcParameters);
    const stringMap = stringMapRule($);
    const relocates = relocatesRule($);
    const timeSamples = timeSamplesRule($, bracketedValue);
    const spline = splineRule($, dictionary);

    const metadataEntry = metadataEntryRule($, {
      bracketedValue,
      dictionary,
      paths,
      nameList,
      references,
      subLayers,
      stringMap,
      relocates,
    });
    const metadata = metadataRule($, metadataEntry);
    const property = propertyRule($, { bracketedValue, paths, nameList, timeSamples, spline, metadata });
    const prim = primRule($, metadata);
    const variantSet = variantSetRule($);
    const variant = variantRule($, metadata);

    const statementAlternatives = [
      { ALT: () => $.SUBRULE(property) },
      { ALT: () => $.SUBRULE(prim) },
      { ALT: () => $.actions.closeBrace($.CONSUME(T.RightBrace)) },
      { ALT: () => $.SUBRULE(variant) },
      { ALT: () => $.SUBRULE(variantSet) },
      { ALT: () => $.actions.separator($.CONSUME(T.Semicolon)) },
    ];
    const statement = () => $.OR(statementAlternatives);
    const statements = $.RULE("statements", () => {
      $.MANY(statement);
    });

    const layerMetadata = () => $.SUBRULE(metadata);
    const layer = $.RULE("layer", () => {
      $.OPTION(layerMetadata);
      $.SUBRULE(statements);
    });

    this.layer = layer;
    this.statements = statements;
    this.property = property;
    this.metadataEntry = metadataEntry;
    if (!applyLookahead(this as unknown as Analysed, T.tokenTypes, table)) this.performSelfAnalysis();
  }
}
