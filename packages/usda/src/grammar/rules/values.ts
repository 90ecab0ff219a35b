/** Values: single values, lists and tuples, dictionaries. */
import type { Alternative, DescribedAlternatives, Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import * as T from "../tokens.ts";

/** `( … )` and `[ … ]`, nested to any depth. */
export function bracketedValueRule($: RuleBuilder, read: RuleReaders): Rule {
  const isInside = () => read.brackets.isInside();
  const bracketAlternatives = [
    { ALT: () => read.brackets.atom($.CONSUME(T.NumberToken)) },
    { ALT: () => read.brackets.comma($.CONSUME(T.Comma)) },
    { ALT: () => read.brackets.atom($.CONSUME(T.StringToken)) },
    { ALT: () => read.brackets.atom($.CONSUME(T.Identifier)) },
    { ALT: () => read.brackets.atom($.CONSUME(T.HeadWord)) },
    { ALT: () => read.brackets.atom($.CONSUME(T.Asset)) },
    { ALT: () => read.brackets.open($.CONSUME1(T.LeftParenthesis)) },
    { ALT: () => read.brackets.open($.CONSUME1(T.LeftBracket)) },
    { ALT: () => read.brackets.close($.CONSUME(T.RightParenthesis)) },
    { ALT: () => read.brackets.close($.CONSUME(T.RightBracket)) },
  ];
  const openAlternatives = [
    { ALT: () => read.brackets.open($.CONSUME(T.LeftParenthesis)) },
    { ALT: () => read.brackets.open($.CONSUME(T.LeftBracket)) },
  ];
  return $.RULE("bracketedValue", () => {
    $.OR(openAlternatives);
    $.manyOr(1, bracketAlternatives, isInside);
    read.brackets.end();
  });
}

/** The alternatives of a value. Rules inline them: a separate rule would cost a call for each value. */
export function valueAlternatives($: RuleBuilder, read: RuleReaders, bracketedValue: Rule): Alternative[] {
  return [
    { ALT: () => read.values.numbers($.CONSUME(T.Numbers)) },
    { ALT: () => read.values.single($.consume(9, T.NumberToken)) },
    { ALT: () => read.values.single($.consume(9, T.StringToken)) },
    { ALT: () => read.values.single($.consume(9, T.Identifier)) },
    { ALT: () => read.values.single($.consume(9, T.Asset)) },
    { ALT: () => read.values.single($.consume(9, T.Path)) },
    { ALT: () => read.values.arrayEdit($.CONSUME(T.ArrayEdit)) },
    { ALT: () => $.subrule(9, bracketedValue) },
  ];
}

/** A value, for `$.OR9`. */
export function anyValue($: RuleBuilder, read: RuleReaders, bracketedValue: Rule): DescribedAlternatives {
  return { DEF: valueAlternatives($, read, bracketedValue), ERR_MSG: "a value" };
}

/** `{ type key = value … }`. */
export function dictionaryRule($: RuleBuilder, read: RuleReaders, bracketedValue: Rule): Rule {
  const nested = { ALT: () => read.dictionaries.brace($.CONSUME(T.LeftBrace)) };
  const entryValues = {
    DEF: [...valueAlternatives($, read, bracketedValue), nested],
    ERR_MSG: "a value or a dictionary",
  };
  const quotedKey = () => read.dictionaries.key($.CONSUME(T.StringToken));
  const entry = $.RULE("dictionaryEntry", () => {
    read.dictionaries.words($.CONSUME(T.HeadWord));
    $.OPTION(quotedKey);
    read.dictionaries.entryHead();
    read.dictionaries.assignment($.CONSUME(T.Equals));
    $.OR(entryValues);
    read.dictionaries.entryDone();
  });
  const bodyAlternatives = [
    { ALT: () => $.SUBRULE(entry) },
    { ALT: () => read.dictionaries.close($.CONSUME(T.RightBrace)) },
    { ALT: () => read.statements.separator($.CONSUME(T.Semicolon)) },
  ];
  const isInside = () => read.dictionaries.isInside();
  return $.RULE("dictionary", () => {
    read.dictionaries.begin();
    read.dictionaries.brace($.CONSUME(T.LeftBrace));
    $.manyOr(0, bodyAlternatives, isInside);
    read.dictionaries.end();
  });
}
