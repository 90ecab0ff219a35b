/** Lists of paths and names, and maps of strings and of paths. */
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import * as T from "../tokens.ts";

export function pathsRule($: RuleBuilder): Rule {
  const items = [
    { ALT: () => $.actions.pathItem($.CONSUME1(T.Path)) },
    { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) },
  ];
  const item = () => $.OR1(items);
  const alternatives = {
    DEF: [
      { ALT: () => $.actions.pathSingle($.CONSUME(T.Path)) },
      { ALT: () => $.actions.listNone($.CONSUME(T.Identifier)) },
      {
        ALT: () => {
          $.actions.listOpen($.CONSUME(T.LeftBracket), true);
          $.MANY(item);
          $.actions.listClose($.CONSUME(T.RightBracket));
        },
      },
    ],
    ERR_MSG: "`None`, a path (<…>), or a list of paths",
  };
  return $.RULE("paths", () => {
    $.actions.pathsBegin();
    $.OR(alternatives);
    $.actions.pathsEnd();
  });
}

export function nameListRule($: RuleBuilder): Rule {
  const items = [
    { ALT: () => $.actions.nameItem($.CONSUME1(T.StringToken)) },
    { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) },
  ];
  const item = () => $.OR1(items);
  const alternatives = {
    DEF: [
      { ALT: () => $.actions.nameSingle($.CONSUME(T.StringToken)) },
      {
        ALT: () => {
          $.actions.listOpen($.CONSUME(T.LeftBracket), false);
          $.MANY(item);
          $.actions.listClose($.CONSUME(T.RightBracket));
        },
      },
    ],
    ERR_MSG: "a string or a list of strings",
  };
  return $.RULE("nameList", () => {
    $.actions.namesBegin();
    $.OR(alternatives);
    $.actions.namesEnd();
  });
}

/** `{ "key": "value", … }`. */
export function stringMapRule($: RuleBuilder): Rule {
  const items = [
    {
      ALT: () => {
        $.actions.listItem();
        $.actions.stringMapKey($.CONSUME(T.StringToken));
        $.actions.inlineColon($.CONSUME(T.Colon));
        $.actions.stringMapValue($.CONSUME1(T.StringToken));
      },
    },
    { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) },
  ];
  const item = () => $.OR(items);
  return $.RULE("stringMap", () => {
    $.actions.stringMapBegin();
    $.actions.listOpen($.CONSUME(T.LeftBrace), true);
    $.MANY(item);
    $.actions.listClose($.CONSUME(T.RightBrace));
    $.actions.stringMapEnd();
  });
}

/** `{ <from>: <to>, … }`. */
export function relocatesRule($: RuleBuilder): Rule {
  const items = [
    {
      ALT: () => {
        $.actions.listItem();
        $.actions.relocatesSource($.CONSUME(T.Path));
        $.actions.inlineColon($.CONSUME(T.Colon));
        $.actions.relocatesTarget($.CONSUME1(T.Path));
      },
    },
    { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) },
  ];
  const item = () => $.OR(items);
  return $.RULE("relocates", () => {
    $.actions.relocatesBegin();
    $.actions.listOpen($.CONSUME(T.LeftBrace), true);
    $.MANY(item);
    $.actions.listClose($.CONSUME(T.RightBrace));
    $.actions.relocatesEnd();
  });
}
