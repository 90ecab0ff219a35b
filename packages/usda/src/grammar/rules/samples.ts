/** Time samples and splines: what stands after `x.timeSamples =` and `x.spline =`. */
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import type { UsdaToken } from "../token-stream.ts";
import * as T from "../tokens.ts";
import { anyValue } from "./values.ts";

export function timeSamplesRule($: RuleBuilder, bracketedValue: Rule): Rule {
  const times = {
    DEF: [
      { ALT: () => $.actions.sampleTime($.CONSUME(T.NumberToken)) },
      { ALT: () => $.actions.sampleTime($.CONSUME(T.Identifier)) },
      { ALT: () => $.actions.sampleTime($.CONSUME(T.HeadWord)) },
    ],
  };
  const sampleValue = anyValue($, bracketedValue);
  const sample = $.RULE("timeSample", () => {
    $.OR(times);
    $.actions.sampleColon($.CONSUME(T.Colon));
    $.OR9(sampleValue);
    $.actions.sampleDone();
  });
  const items = [{ ALT: () => $.SUBRULE(sample) }, { ALT: () => $.actions.listComma($.CONSUME(T.Comma)) }];
  const item = () => $.OR1(items);
  const alternatives = {
    DEF: [
      { ALT: () => $.actions.samples($.CONSUME(T.Samples)) },
      {
        ALT: () => {
          $.actions.samplesOpen($.CONSUME(T.LeftBrace));
          $.MANY(item);
          $.actions.samplesClose($.CONSUME(T.RightBrace));
        },
      },
    ],
    ERR_MSG: "`{ time: value, … }`",
  };
  return $.RULE("timeSamples", () => $.OR(alternatives));
}

export function splineRule($: RuleBuilder, dictionary: Rule): Rule {
  const mark = (token: UsdaToken) => $.actions.splineToken(token);
  const items = [
    { ALT: () => mark($.CONSUME(T.NumberToken)) },
    { ALT: () => mark($.CONSUME(T.Comma)) },
    { ALT: () => mark($.CONSUME(T.Semicolon)) },
    { ALT: () => mark($.CONSUME(T.Colon)) },
    { ALT: () => mark($.CONSUME(T.Ampersand)) },
    { ALT: () => mark($.CONSUME(T.Identifier)) },
    { ALT: () => mark($.CONSUME(T.HeadWord)) },
    { ALT: () => mark($.CONSUME(T.LeftParenthesis)) },
    { ALT: () => mark($.CONSUME(T.RightParenthesis)) },
    {
      ALT: () => {
        $.actions.splineCustomData();
        $.SUBRULE(dictionary);
        $.actions.splineCustomDataDone();
      },
    },
  ];
  const item = () => $.OR(items);
  return $.RULE("spline", () => {
    $.actions.splineOpen($.CONSUME1(T.LeftBrace));
    $.MANY(item);
    $.actions.splineClose($.CONSUME1(T.RightBrace));
  });
}
