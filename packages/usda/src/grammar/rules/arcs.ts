/** Lists of references, payloads and sublayers. */
import type { Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import * as T from "../tokens.ts";

/** `(offset = 1; scale = 2; customData = { … })` after a reference, payload or sublayer. */
export function arcParametersRule($: RuleBuilder, read: RuleReaders, dictionary: Rule): Rule {
  const number = () => read.arcs.parameterNumber($.CONSUME(T.NumberToken));
  const mathWord = () => read.arcs.parameterNumber($.CONSUME1(T.Identifier));
  const numberAlternatives = { DEF: [{ ALT: number }, { ALT: mathWord }], ERR_MSG: "a number" };
  const assignments = {
    DEF: [
      {
        ALT: () => {
          read.context.inlineAssignment($.CONSUME(T.EqualsNumber));
          $.OR2(numberAlternatives);
        },
      },
      {
        ALT: () => {
          read.context.inlineAssignment($.CONSUME(T.EqualsDictionary));
          $.SUBRULE(dictionary);
          read.arcs.customData();
        },
      },
    ],
    ERR_MSG: "`=`",
  };
  const items = [
    {
      ALT: () => {
        read.arcs.parameterName($.CONSUME(T.HeadWord));
        $.OR1(assignments);
        read.statements.itemDone();
      },
    },
    { ALT: () => read.statements.separator($.CONSUME(T.Semicolon)) },
  ];
  return $.RULE("arcParameters", () => {
    read.arcs.parametersOpen($.CONSUME(T.LeftParenthesis));
    $.manyOr(0, items);
    read.arcs.parametersClose($.CONSUME(T.RightParenthesis));
  });
}

/** References and payloads. */
export function referencesRule($: RuleBuilder, read: RuleReaders, arcParameters: Rule): Rule {
  const parameters = () => $.SUBRULE(arcParameters);
  const assetPath = () => read.arcs.assetPath($.CONSUME(T.Path));
  const itemAlternatives = [
    { ALT: () => read.arcs.internal($.CONSUME1(T.Path)) },
    {
      ALT: () => {
        read.arcs.asset($.CONSUME(T.Asset));
        $.OPTION(assetPath);
      },
    },
  ];
  const arcItem = $.RULE("arcItem", () => {
    $.OR(itemAlternatives);
    $.OPTION1(parameters);
    read.arcs.itemDone();
  });
  const items = [
    {
      ALT: () => {
        read.lists.item();
        $.SUBRULE1(arcItem);
      },
    },
    { ALT: () => read.lists.comma($.CONSUME(T.Comma)) },
  ];
  const alternatives = {
    DEF: [
      { ALT: () => $.SUBRULE(arcItem) },
      { ALT: () => read.pathLists.none($.CONSUME(T.Identifier)) },
      {
        ALT: () => {
          read.lists.open($.CONSUME(T.LeftBracket), true);
          $.manyOr(1, items);
          read.lists.close($.CONSUME(T.RightBracket));
        },
      },
    ],
    ERR_MSG: "`None`, an asset (@…@), a path (<…>), or a list of them",
  };
  return $.RULE("references", () => {
    read.arcs.begin();
    $.OR(alternatives);
    read.arcs.end();
  });
}

export function subLayersRule($: RuleBuilder, read: RuleReaders, arcParameters: Rule): Rule {
  const parameters = () => $.SUBRULE(arcParameters);
  const items = [
    {
      ALT: () => {
        read.lists.item();
        read.arcs.subLayer($.CONSUME(T.Asset));
        $.OPTION(parameters);
        read.arcs.subLayerDone();
      },
    },
    { ALT: () => read.lists.comma($.CONSUME(T.Comma)) },
  ];
  return $.RULE("subLayers", () => {
    read.arcs.subLayersBegin();
    read.lists.open($.CONSUME(T.LeftBracket), true);
    $.manyOr(0, items);
    read.lists.close($.CONSUME(T.RightBracket));
  });
}
