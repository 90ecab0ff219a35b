/** Prims, variant sets and variants, up to their opening braces: braces are statements of their own. */
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import * as T from "../tokens.ts";

export function primRule($: RuleBuilder, metadata: Rule): Rule {
  /** `Foo.Bar`: the parts of a type after its first. */
  const typePart = () => {
    $.actions.primTypeDot($.CONSUME(T.Dot));
    $.actions.primTypeWord($.CONSUME(T.Identifier));
  };
  const block = () => $.SUBRULE(metadata);
  return $.RULE("prim", () => {
    $.actions.primBegin($.CONSUME(T.Specifier));
    $.MANY(typePart);
    $.actions.primName($.CONSUME(T.StringToken));
    $.OPTION(block);
    $.actions.primOpen($.CONSUME(T.LeftBrace));
  });
}

export function variantSetRule($: RuleBuilder): Rule {
  return $.RULE("variantSet", () => {
    $.actions.variantSetBegin($.CONSUME(T.VariantSet));
    $.actions.variantSetName($.CONSUME(T.StringToken));
    $.actions.variantSetAssignment($.CONSUME(T.Equals));
    $.actions.variantSetOpen($.CONSUME(T.LeftBrace));
  });
}

export function variantRule($: RuleBuilder, metadata: Rule): Rule {
  const block = () => $.SUBRULE(metadata);
  return $.RULE("variant", () => {
    $.actions.variantName($.CONSUME(T.StringToken));
    $.OPTION(block);
    $.actions.variantOpen($.CONSUME(T.LeftBrace));
  });
}
