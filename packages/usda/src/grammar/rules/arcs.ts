/** Lists of references, payloads and sublayers. */
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import * as T from "../tokens.ts";

/** `(offset = 1; scale = 2; customData = { … })` after a reference, payload or sublayer. */
export function arcParametersRule($: RuleBuilder, dictionary: Rule): Rule {
  const number = () => $.actions.layerOffsetNumber($.CONSUME(T.NumberToken));
  const mathWord = () => $.actions.layerOffsetNumber($.CONSUME1(T.Identifier));
  const numberAlternatives = { DEF: [{ ALT: number }, { ALT: mathWord }], ERR_MSG: "a number" };
  const assignments = {
    DEF: [
      {
        ALT: () => {
          $.actions.inlineAssignment($.CONSUME(T.EqualsNumber));
          $.OR2(numberAlternatives);
        },
      },
      {
        ALT: () => {
          $.actions.inlineAssignment($.CONSUME(T.EqualsDictionary));
          $.SUBRULE(dictionary);
          $.actions.arcCustomData();
        },
      },
    ],
    ERR_MSG: "`=`",
  };
  const items = [
    {
      ALT: () => {
        $.actions.arcParameter($.CONSUME(T.HeadWord));
        $.OR1(assignments);
        $.actions.separatedItemDone();
      },
    },
    { ALT: () => $.actions.separator($.CONSUME(T.Semicolon)) },
  ];
  const item = () => $.OR(items);
  return $.RULE("arcParameters", () => {
    $.actions.arcParametersOpen($.CONSUME(T.LeftParenthesis));
    $.MANY(item);
    $.actions.arcParametersClose($.CONSUME(T.RightParenthesis));
  });
}

/** References and payloads. */
export function referencesRule($: RuleBuilder, arcParameters: Rule): Rule {
  const parameters = () => $.SUBRULE(arcParameters);
  const assetPath = () => $.actions.arcPath($.CONSUME(T.Path));
  const itemAlternatives = [
    { ALT: () => $.actions.arcInternal($.CONSUME1(T.Path)) },
    {
      ALT: () => {
        $.actions.arcAsset($.CONSUME(T.Asset));
        $.OPTION(assetPath);
      },
    },
  ];
  const arcItem = $.RULE("arcItem", () => {
    $.OR(itemAlternatives);
    $.OPTION1(parameters);
    $.actions.arcDone();
  });
  const items = [
    {
      ALT: () => {
        $.actions.listItem();
        $.SUBRULE1(arcItem);
      },
    },
    { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) },
  ];
  const item = () => $.OR1(items);
  const alternatives = {
    DEF: [
      { ALT: () => $.SUBRULE(arcItem) },
      { ALT: () => $.actions.listNone($.CONSUME(T.Identifier)) },
      {
        ALT: () => {
          $.actions.listOpen($.CONSUME(T.LeftBracket), true);
          $.MANY(item);
          $.actions.listClose($.CONSUME(T.RightBracket));
        },
      },
    ],
    ERR_MSG: "`None`, an asset (@…@), a path (<…>), or a list of them",
  };
  return $.RULE("references", () => {
    $.actions.arcsBegin();
    $.OR(alternatives);
    $.actions.arcsEnd();
  });
}

export function subLayersRule($: RuleBuilder, arcParameters: Rule): Rule {
  const parameters = () => $.SUBRULE(arcParameters);
  const items = [
    {
      ALT: () => {
        $.actions.listItem();
        $.actions.subLayerAsset($.CONSUME(T.Asset));
        $.OPTION(parameters);
        $.actions.subLayerDone();
      },
    },
    { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) },
  ];
  const item = () => $.OR(items);
  return $.RULE("subLayers", () => {
    $.actions.subLayersBegin();
    $.actions.listOpen($.CONSUME(T.LeftBracket), true);
    $.MANY(item);
    $.actions.listClose($.CONSUME(T.RightBracket));
    $.actions.subLayersEnd();
  });
}
