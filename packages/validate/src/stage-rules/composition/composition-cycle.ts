import { reportErrors } from "../../checks/composition-errors.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "composition-cycle",
    summary: "A sublayer that contains its own layer, or an arc that leads to its own prim",
    detail: "Composition leaves out the arc that closes the cycle.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdValidation:CompositionErrorTest"],
    holdsForEveryUse: true,
  },
  examples,
  checkStage: (context) =>
    reportErrors(context, {
      ARC_CYCLE: "Remove one of the arcs.",
      SUBLAYER_CYCLE: "Remove one of the sublayers.",
    }),
};

function examples(): StageExamples {
  return {
    good: [
      {
        title: "two references to one layer",
        files: {
          "shot.usda": layerText(
            `${primText("A", "references = @./chair.usda@")}\n\n${primText("B", "references = @./chair.usda@")}`,
          ),
          "chair.usda": layerText('def Xform "Chair"\n{\n}', 'defaultPrim = "Chair"'),
        },
      },
      {
        title: "a layer that is a sublayer of two others",
        files: {
          "shot.usda": layerText("", "subLayers = [@./a.usda@, @./b.usda@]"),
          "a.usda": layerText("", "subLayers = [@./set.usda@]"),
          "b.usda": layerText("", "subLayers = [@./set.usda@]"),
          "set.usda": layerText('def "Set"\n{\n}'),
        },
      },
      {
        title: "a class in a class",
        files: {
          "set.usda": layerText(
            `class "Base"\n{\n}\n\n${primText("Chair", "inherits = </Base>")}\n\n${primText("A", "inherits = </Chair>")}`,
          ),
        },
      },
    ],
    bad: [
      {
        title: "sublayers",
        files: {
          "shot.usda": layerText("", "subLayers = [@./set.usda@]"),
          "set.usda": layerText("", "subLayers = [@./shot.usda@]"),
        },
        found: ["set.usda:3:18 error: The sublayer @./shot.usda@ contains this layer."],
      },
      {
        title: "references",
        files: {
          "a.usda": layerText(primText("A", "references = @./b.usda@</B>")),
          "b.usda": layerText(primText("B", "references = @./a.usda@</A>")),
        },
        found: ["b.usda:4:18 error: The references arc from </B> to @a.usda@</A> would form a cycle and is ignored."],
      },
      {
        title: "a prim in itself",
        files: { "a.usda": layerText(primText("A", "references = </A>")) },
        found: ["a.usda:4:18 error: The references arc from </A> to @a.usda@</A> would form a cycle and is ignored."],
      },
    ],
  };
}
