import { reportErrors } from "../../checks/composition-errors.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "expression-invalid",
    summary: "A variable expression in an arc or a variant selection that has no value",
    detail:
      "The arc or the selection is ignored. Variables are those of `expressionVariables` of the root layer, and of layers on the way.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdValidation:CompositionErrorTest"],
  },
  examples,
  checkStage: (context) =>
    reportErrors(context, { EXPRESSION: "Correct the expression, or author the variable in expressionVariables." }),
};

function examples(): StageExamples {
  const shot = (expression: string): Readonly<Record<string, string>> => ({
    "shot.usda": layerText(
      primText("A", `references = @${expression}@`),
      'expressionVariables = {\n        string CHAIR = "chair"\n    }',
    ),
    "chair.usda": layerText('def Xform "Chair"\n{\n}', 'defaultPrim = "Chair"'),
  });
  return {
    good: [
      { title: "a variable", files: shot('`"./${CHAIR}.usda"`') },
      { title: "a function", files: shot("`if(True, './chair.usda', './table.usda')`") },
      { title: "no expression", files: shot("./chair.usda") },
    ],
    bad: [
      {
        title: "an open string",
        files: shot('`"./${CHAIR}.usda`'),
        found: ['shot.usda:9:18 error: Unterminated string in the expression `"./${CHAIR}.usda`; the arc is ignored.'],
      },
      {
        title: "a syntax error",
        files: shot('`"./${CHAIR.usda"`'),
        found: [
          'shot.usda:9:18 error: Unexpected character 12 in the expression `"./${CHAIR.usda"`; the arc is ignored.',
        ],
      },
      {
        title: "an unknown variable",
        files: shot("`${TABLE}`"),
        found: ['shot.usda:9:18 error: The variable "TABLE" has no value; the arc is ignored.'],
      },
    ],
  };
}
