/** Lists of paths and names, and maps of strings and of paths. */
import type { Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import * as T from "../tokens.ts";

export function pathsRule($: RuleBuilder, read: RuleReaders): Rule {
  const items = [
    { ALT: () => read.pathLists.item($.CONSUME1(T.Path)) },
    { ALT: () => read.lists.comma($.CONSUME(T.Comma)) },
  ];
  const alternatives = {
    DEF: [
      { ALT: () => read.pathLists.single($.CONSUME(T.Path)) },
      { ALT: () => read.pathLists.none($.CONSUME(T.Identifier)) },
      {
        ALT: () => {
          read.lists.open($.CONSUME(T.LeftBracket), true);
          $.manyOr(1, items);
          read.lists.close($.CONSUME(T.RightBracket));
        },
      },
    ],
    ERR_MSG: "`None`, a path (<…>), or a list of paths",
  };
  return $.RULE("paths", () => {
    read.pathLists.begin();
    $.OR(alternatives);
    read.pathLists.end();
  });
}

export function nameListRule($: RuleBuilder, read: RuleReaders): Rule {
  const items = [
    { ALT: () => read.nameLists.item($.CONSUME1(T.StringToken)) },
    { ALT: () => read.lists.comma($.CONSUME(T.Comma)) },
  ];
  const alternatives = {
    DEF: [
      { ALT: () => read.nameLists.single($.CONSUME(T.StringToken)) },
      {
        ALT: () => {
          read.lists.open($.CONSUME(T.LeftBracket), false);
          $.manyOr(1, items);
          read.lists.close($.CONSUME(T.RightBracket));
        },
      },
    ],
    ERR_MSG: "a string or a list of strings",
  };
  return $.RULE("nameList", () => {
    read.nameLists.begin();
    $.OR(alternatives);
    read.nameLists.end();
  });
}

/** `{ "key": "value", … }`. */
export function stringMapRule($: RuleBuilder, read: RuleReaders): Rule {
  const items = [
    {
      ALT: () => {
        read.lists.item();
        read.maps.stringKey($.CONSUME(T.StringToken));
        read.context.inlineColon($.CONSUME(T.Colon));
        read.maps.stringValue($.CONSUME1(T.StringToken));
      },
    },
    { ALT: () => read.lists.comma($.CONSUME(T.Comma)) },
  ];
  return $.RULE("stringMap", () => {
    read.maps.stringsBegin();
    read.lists.open($.CONSUME(T.LeftBrace), true);
    $.manyOr(0, items);
    read.lists.close($.CONSUME(T.RightBrace));
  });
}

/** `{ <from>: <to>, … }`. */
export function relocatesRule($: RuleBuilder, read: RuleReaders): Rule {
  const items = [
    {
      ALT: () => {
        read.lists.item();
        read.maps.relocateSource($.CONSUME(T.Path));
        read.context.inlineColon($.CONSUME(T.Colon));
        read.maps.relocateTarget($.CONSUME1(T.Path));
      },
    },
    { ALT: () => read.lists.comma($.CONSUME(T.Comma)) },
  ];
  return $.RULE("relocates", () => {
    read.maps.relocatesBegin();
    read.lists.open($.CONSUME(T.LeftBrace), true);
    $.manyOr(0, items);
    read.lists.close($.CONSUME(T.RightBrace));
  });
}
