import { reportErrors } from "../../checks/composition-errors.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "relocates-invalid",
    summary: "A relocation that is ignored, or opinions at the path that a prim was relocated from",
    detail:
      "Relocations that contradict each other are left out, both. Opinions at the source of a relocation have no effect.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdValidation:CompositionErrorTest"],
  },
  examples,
  checkStage: (context) =>
    reportErrors(context, {
      CONFLICTING_RELOCATES: "Remove one of the relocations.",
      INVALID_RELOCATE: "Correct the relocation.",
      OPINION_AT_RELOCATION_SOURCE: "Move the opinions to the path that the relocation leads to.",
      SAME_TARGET_RELOCATES: "Remove one of the relocations.",
    }),
};

function examples(): StageExamples {
  const shot = (relocates: string, body = ""): Readonly<Record<string, string>> => ({
    "shot.usda": layerText(
      primText("A", "references = @./chair.usda@", body),
      `relocates = {\n        ${relocates}\n    }`,
    ),
    "chair.usda": layerText('def Xform "Chair"\n{\n    def Xform "Leg"\n    {\n    }\n}', 'defaultPrim = "Chair"'),
  });
  return {
    good: [
      { title: "a prim of a reference", files: shot("</A/Leg>: </A/Foot>") },
      { title: "a prim that is removed", files: shot("</A/Leg>: <>") },
      {
        title: "opinions at the target",
        files: shot("</A/Leg>: </A/Foot>", '    over "Foot"\n    {\n        int x = 1\n    }\n'),
      },
    ],
    bad: [
      {
        title: "the same source and target",
        files: shot("</A/Leg>: </A/Leg>"),
        found: ["shot.usda:4:9 error: The relocation from </A/Leg> to </A/Leg> is ignored: its target is its source."],
      },
      {
        title: "opinions at the source",
        files: shot("</A/Leg>: </A/Foot>", '    over "Leg"\n    {\n        int x = 1\n    }\n'),
        found: ["shot.usda:12:5 error: The opinions at </A/Leg>, the source of a relocation, are ignored."],
      },
      {
        title: "a root prim",
        files: shot("</A>: </B>"),
        found: ["shot.usda:4:9 error: The relocation from </A> to </B> is ignored: root prims cannot be relocated."],
      },
    ],
  };
}
