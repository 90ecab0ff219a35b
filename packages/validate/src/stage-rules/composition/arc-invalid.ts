import { reportErrors } from "../../checks/composition-errors.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "arc-invalid",
    summary:
      "A composition arc that is ignored, in whole or in part: its path, its offset, its place, or too many of them",
    detail:
      "An arc to a path that is not one of a prim is left out; an offset that is not finite, or a scale of 0 or less, has no effect.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdValidation:CompositionErrorTest"],
  },
  examples,
  checkStage: (context) =>
    reportErrors(context, {
      ARC_LIMIT: "Reduce the number of arcs of the prim.",
      ARC_TO_PROHIBITED_CHILD: "Use the path that the relocation leads to.",
      INVALID_PRIM_PATH: "Write the absolute path of a prim.",
      INVALID_REFERENCE_OFFSET: "Correct the offset.",
      INVALID_SUBLAYER_OFFSET: "Correct the offset.",
      SUBLAYER_LIMIT: "Reduce the number of sublayers.",
      SUBLAYER_OWNERSHIP: "Leave one sublayer with this owner.",
    }),
};

function examples(): StageExamples {
  const chair = layerText('def Xform "Chair"\n{\n}', 'defaultPrim = "Chair"');
  return {
    good: [
      {
        title: "an offset",
        files: {
          "shot.usda": layerText(primText("A", "references = @./chair.usda@ (offset = 10; scale = 2)")),
          "chair.usda": chair,
        },
      },
      {
        title: "the offset of a sublayer",
        files: { "shot.usda": layerText("", "subLayers = [@./chair.usda@ (offset = -5)]"), "chair.usda": chair },
      },
      {
        title: "a prim of the same layer",
        files: { "set.usda": `${chair}\n${primText("B", "inherits = </Chair>")}\n` },
      },
    ],
    bad: [
      {
        title: "the scale of a reference",
        files: {
          "shot.usda": layerText(primText("A", "references = @./chair.usda@ (scale = 0)")),
          "chair.usda": chair,
        },
        found: [
          "shot.usda:4:18 error: </A> references @./chair.usda@: its offset is ignored: expected a finite offset and a scale above 0.",
        ],
      },
      {
        title: "the scale of a sublayer",
        files: {
          "shot.usda": layerText("", "subLayers = [@./chair.usda@ (scale = -1)]"),
          "chair.usda": chair,
        },
        found: [
          "shot.usda:3:18 error: The offset of the sublayer @./chair.usda@ is ignored: expected a finite offset and a scale above 0.",
        ],
      },
      {
        title: "the offset of a payload",
        files: {
          "shot.usda": layerText(primText("A", "payload = @./chair.usda@ (offset = inf)")),
          "chair.usda": chair,
        },
        found: [
          "shot.usda:4:15 error: </A> has the payload @./chair.usda@: its offset is ignored: expected a finite offset and a scale above 0.",
        ],
      },
    ],
  };
}
