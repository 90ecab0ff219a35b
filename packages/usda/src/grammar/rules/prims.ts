/** Prims, variant sets and variants, up to their opening braces: braces are separate statements. */
import type { Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import * as T from "../tokens.ts";

export function primRule($: RuleBuilder, read: RuleReaders, metadata: Rule): Rule {
  /** `Foo.Bar`: the parts of a type after its first. */
  const typePart = () => {
    read.prims.typeDot($.CONSUME(T.Dot));
    read.prims.typeWord($.CONSUME(T.Identifier));
  };
  const block = () => $.SUBRULE(metadata);
  return $.RULE("prim", () => {
    read.prims.begin($.CONSUME(T.Specifier));
    $.MANY(typePart);
    read.prims.name($.CONSUME(T.StringToken));
    $.OPTION(block);
    read.blocks.open($.CONSUME(T.LeftBrace));
  });
}

export function variantSetRule($: RuleBuilder, read: RuleReaders): Rule {
  return $.RULE("variantSet", () => {
    read.variants.setBegin($.CONSUME(T.VariantSet));
    read.variants.setName($.CONSUME(T.StringToken));
    read.variants.setAssignment($.CONSUME(T.Equals));
    read.blocks.open($.CONSUME(T.LeftBrace));
  });
}

export function variantRule($: RuleBuilder, read: RuleReaders, metadata: Rule): Rule {
  const block = () => $.SUBRULE(metadata);
  return $.RULE("variant", () => {
    read.variants.variantName($.CONSUME(T.StringToken));
    $.OPTION(block);
    read.blocks.open($.CONSUME(T.LeftBrace));
  });
}
