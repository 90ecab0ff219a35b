/** Time samples and splines: the part after `x.timeSamples =` and `x.spline =`. */
import type { Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import type { Token } from "../../read/token.ts";
import * as T from "../tokens.ts";
import { anyValue } from "./values.ts";

export function timeSamplesRule($: RuleBuilder, read: RuleReaders, bracketedValue: Rule): Rule {
  const times = {
    DEF: [
      { ALT: () => read.samples.sampleTime($.CONSUME(T.NumberToken)) },
      { ALT: () => read.samples.sampleTime($.CONSUME(T.Identifier)) },
      { ALT: () => read.samples.sampleTime($.CONSUME(T.HeadWord)) },
    ],
  };
  const sampleValue = anyValue($, read, bracketedValue);
  const sample = $.RULE("timeSample", () => {
    $.OR(times);
    read.samples.sampleColon($.CONSUME(T.Colon));
    $.OR9(sampleValue);
    read.samples.sampleDone();
  });
  const items = [{ ALT: () => $.SUBRULE(sample) }, { ALT: () => read.lists.comma($.CONSUME(T.Comma)) }];
  const alternatives = {
    DEF: [
      { ALT: () => read.samples.decoded($.CONSUME(T.Samples)) },
      {
        ALT: () => {
          read.samples.open($.CONSUME(T.LeftBrace));
          $.manyOr(1, items);
          read.samples.close($.CONSUME(T.RightBrace));
        },
      },
    ],
    ERR_MSG: "`{ time: value, … }`",
  };
  return $.RULE("timeSamples", () => $.OR(alternatives));
}

export function splineRule($: RuleBuilder, read: RuleReaders, dictionary: Rule): Rule {
  const mark = (token: Token) => read.splines.token(token);
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
        read.splines.customData();
        $.SUBRULE(dictionary);
        read.splines.customDataDone();
      },
    },
  ];
  return $.RULE("spline", () => {
    read.splines.open($.CONSUME1(T.LeftBrace));
    $.manyOr(0, items);
    read.splines.close($.CONSUME1(T.RightBrace));
  });
}
