/** Values: single ones, lists and tuples, dictionaries. */
import type { Alternative, DescribedAlternatives, Rule, RuleBuilder } from "../rule-builder.ts";
import * as T from "../tokens.ts";

/** `( … )` and `[ … ]`, nested at will. */
export function bracketedValueRule($: RuleBuilder): Rule {
  const inside = () => $.actions.isInsideBrackets();
  const bracketAlternatives = [
    { ALT: () => $.actions.valueAtom($.CONSUME(T.NumberToken)) },
    { ALT: () => $.actions.valueComma($.CONSUME(T.Comma)) },
    { ALT: () => $.actions.valueAtom($.CONSUME(T.StringToken)) },
    { ALT: () => $.actions.valueAtom($.CONSUME(T.Identifier)) },
    { ALT: () => $.actions.valueAtom($.CONSUME(T.HeadWord)) },
    { ALT: () => $.actions.valueAtom($.CONSUME(T.Asset)) },
    { ALT: () => $.actions.valueOpen($.CONSUME1(T.LeftParenthesis)) },
    { ALT: () => $.actions.valueOpen($.CONSUME1(T.LeftBracket)) },
    { ALT: () => $.actions.valueClose($.CONSUME(T.RightParenthesis)) },
    { ALT: () => $.actions.valueClose($.CONSUME(T.RightBracket)) },
  ];
  const bracketItem = () => $.OR1(bracketAlternatives);
  const bracketItems = { GATE: inside, DEF: bracketItem };
  const openAlternatives = [
    { ALT: () => $.actions.valueOpen($.CONSUME(T.LeftParenthesis)) },
    { ALT: () => $.actions.valueOpen($.CONSUME(T.LeftBracket)) },
  ];
  return $.RULE("bracketedValue", () => {
    $.OR(openAlternatives);
    $.MANY(bracketItems);
    $.actions.endBrackets();
  });
}

/** What a value can be. Rules take it in as their own: a rule for it would cost a call for each value. */
export function valueAlternatives($: RuleBuilder, bracketedValue: Rule): Alternative[] {
  return [
    { ALT: () => $.actions.numbers($.CONSUME(T.Numbers)) },
    { ALT: () => $.actions.single($.consume(9, T.NumberToken)) },
    { ALT: () => $.actions.single($.consume(9, T.StringToken)) },
    { ALT: () => $.actions.single($.consume(9, T.Identifier)) },
    { ALT: () => $.actions.single($.consume(9, T.Asset)) },
    { ALT: () => $.actions.single($.consume(9, T.Path)) },
    { ALT: () => $.actions.arrayEdit($.CONSUME(T.ArrayEdit)) },
    { ALT: () => $.subrule(9, bracketedValue) },
  ];
}

/** A value, for `$.OR9`. */
export function anyValue($: RuleBuilder, bracketedValue: Rule): DescribedAlternatives {
  return { DEF: valueAlternatives($, bracketedValue), ERR_MSG: "a value" };
}

/** `{ type key = value … }`. */
export function dictionaryRule($: RuleBuilder, bracketedValue: Rule): Rule {
  const nested = { ALT: () => $.actions.dictionaryOpen($.CONSUME(T.LeftBrace)) };
  const entryValues = { DEF: [...valueAlternatives($, bracketedValue), nested], ERR_MSG: "a value or a dictionary" };
  const quotedKey = () => $.actions.dictionaryKey($.CONSUME(T.StringToken));
  const entry = $.RULE("dictionaryEntry", () => {
    $.actions.dictionaryWords($.CONSUME(T.HeadWord));
    $.OPTION(quotedKey);
    $.actions.dictionaryEntryHead();
    $.actions.dictionaryAssignment($.CONSUME(T.Equals));
    $.OR(entryValues);
    $.actions.dictionaryEntryDone();
  });
  const bodyAlternatives = [
    { ALT: () => $.SUBRULE(entry) },
    { ALT: () => $.actions.dictionaryClose($.CONSUME(T.RightBrace)) },
    { ALT: () => $.actions.separator($.CONSUME(T.Semicolon)) },
  ];
  const body = { GATE: () => $.actions.isInsideDictionary(), DEF: () => $.OR(bodyAlternatives) };
  return $.RULE("dictionary", () => {
    $.actions.dictionaryBegin();
    $.actions.dictionaryOpen($.CONSUME(T.LeftBrace));
    $.MANY(body);
    $.actions.dictionaryEnd();
  });
}
