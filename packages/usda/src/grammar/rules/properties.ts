/** Properties: `custom uniform double x = 1 ( … )`, `rel y = </A>`, `x.timeSamples = { … }`, `reorder … = [ … ]`. */
import type { Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import * as T from "../tokens.ts";
import { anyValue } from "./values.ts";

/** The part after the head of a property. */
export interface PropertyPartRules {
  readonly bracketedValue: Rule;
  readonly paths: Rule;
  readonly nameList: Rule;
  readonly timeSamples: Rule;
  readonly spline: Rule;
  readonly metadata: Rule;
}

export function propertyRule($: RuleBuilder, read: RuleReaders, rules: PropertyPartRules): Rule {
  const { bracketedValue, paths, nameList, timeSamples, spline, metadata } = rules;
  const attributeValue = anyValue($, read, bracketedValue);
  const assignments = [
    {
      ALT: () => {
        read.properties.valueAssignment($.CONSUME(T.EqualsValue));
        $.OR9(attributeValue);
        read.properties.valueDone();
      },
    },
    {
      ALT: () => {
        read.properties.pathsAssignment($.CONSUME(T.EqualsPaths));
        $.SUBRULE(paths);
        read.properties.valueDone();
      },
    },
    {
      ALT: () => {
        read.properties.namesAssignment($.CONSUME(T.EqualsNames));
        $.SUBRULE(nameList);
        read.properties.orderNames();
      },
    },
    {
      ALT: () => {
        read.properties.memberDot($.CONSUME(T.Dot));
        $.SUBRULE(member);
      },
    },
    {
      ALT: () => {
        read.properties.targetOpen($.CONSUME(T.LeftBracket));
        read.properties.targetPath($.CONSUME(T.Path));
        read.properties.targetClose($.CONSUME(T.RightBracket));
      },
    },
  ];
  const memberAssignments = {
    DEF: [
      {
        ALT: () => {
          read.properties.pathsAssignment($.CONSUME(T.EqualsPaths));
          $.SUBRULE(paths);
          read.properties.valueDone();
        },
      },
      {
        ALT: () => {
          read.properties.samplesAssignment($.CONSUME(T.EqualsTimeSamples));
          $.SUBRULE(timeSamples);
          read.properties.valueDone();
        },
      },
      {
        ALT: () => {
          read.properties.splineAssignment($.CONSUME(T.EqualsSpline));
          $.SUBRULE(spline);
          read.properties.valueDone();
        },
      },
      {
        ALT: () => {
          read.properties.pathsAssignment($.CONSUME(T.EqualsPath));
          read.properties.defaultTarget($.CONSUME(T.Path));
        },
      },
    ],
    ERR_MSG: "`=`",
  };
  /** `timeSamples = …`, `connect = …`, `spline = …`, `default = …` after a property's dot. */
  const member = $.RULE("member", () => {
    read.properties.memberWord($.CONSUME(T.Identifier));
    $.OR(memberAssignments);
  });
  const assignment = () => $.OR(assignments);
  const block = () => {
    read.properties.metadataOpen();
    $.SUBRULE(metadata);
  };
  return $.RULE("property", () => {
    read.properties.begin($.CONSUME(T.HeadWord));
    $.OPTION(assignment);
    read.properties.valueEnd();
    $.OPTION1(block);
    read.properties.end();
  });
}
