/** Properties: `custom uniform double x = 1 ( … )`, `rel y = </A>`, `x.timeSamples = { … }`, `reorder … = [ … ]`. */
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import * as T from "../tokens.ts";
import { anyValue } from "./values.ts";

/** What stands after the head of a property. */
export interface PropertyPartRules {
  readonly bracketedValue: Rule;
  readonly paths: Rule;
  readonly nameList: Rule;
  readonly timeSamples: Rule;
  readonly spline: Rule;
  readonly metadata: Rule;
}

export function propertyRule($: RuleBuilder, rules: PropertyPartRules): Rule {
  const { bracketedValue, paths, nameList, timeSamples, spline, metadata } = rules;
  const attributeValue = anyValue($, bracketedValue);
  const assignments = [
    {
      ALT: () => {
        $.actions.valueAssignment($.CONSUME(T.EqualsValue));
        $.OR9(attributeValue);
        $.actions.attributeValue();
      },
    },
    {
      ALT: () => {
        $.actions.pathsAssignment($.CONSUME(T.EqualsPaths));
        $.SUBRULE(paths);
        $.actions.propertyPaths();
      },
    },
    {
      ALT: () => {
        $.actions.namesAssignment($.CONSUME(T.EqualsNames));
        $.SUBRULE(nameList);
        $.actions.orderNames();
      },
    },
    {
      ALT: () => {
        $.actions.memberDot($.CONSUME(T.Dot));
        $.SUBRULE(member);
      },
    },
    {
      ALT: () => {
        $.actions.targetOpen($.CONSUME(T.LeftBracket));
        $.actions.targetPath($.CONSUME(T.Path));
        $.actions.targetClose($.CONSUME(T.RightBracket));
      },
    },
  ];
  const memberAssignments = {
    DEF: [
      {
        ALT: () => {
          $.actions.pathsAssignment($.CONSUME(T.EqualsPaths));
          $.SUBRULE(paths);
          $.actions.propertyPaths();
        },
      },
      {
        ALT: () => {
          $.actions.samplesAssignment($.CONSUME(T.EqualsTimeSamples));
          $.SUBRULE(timeSamples);
        },
      },
      {
        ALT: () => {
          $.actions.splineAssignment($.CONSUME(T.EqualsSpline));
          $.SUBRULE(spline);
        },
      },
      {
        ALT: () => {
          $.actions.pathsAssignment($.CONSUME(T.EqualsPath));
          $.actions.defaultTarget($.CONSUME(T.Path));
        },
      },
    ],
    ERR_MSG: "`=`",
  };
  /** `timeSamples = …`, `connect = …`, `spline = …`, `default = …` after a property's dot. */
  const member = $.RULE("member", () => {
    $.actions.memberWord($.CONSUME(T.Identifier));
    $.OR(memberAssignments);
  });
  const assignment = () => $.OR(assignments);
  const block = () => $.SUBRULE(metadata);
  return $.RULE("property", () => {
    $.actions.propertyBegin($.CONSUME(T.HeadWord));
    $.OPTION(assignment);
    $.actions.propertyValueDone();
    $.OPTION1(block);
    $.actions.propertyEnd();
  });
}
