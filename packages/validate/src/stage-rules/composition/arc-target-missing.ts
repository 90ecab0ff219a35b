import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "arc-target-missing",
    summary: "A reference or payload to a prim that its layer does not have",
    detail: "The arc contributes nothing to the stage.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdValidation:CompositionErrorTest", "nvidia:MissingReferenceChecker"],
  },
  examples,
  checkStage({ report }) {
    return {
      error({ code, statement, target }) {
        if (code !== "UNRESOLVED_PRIM_PATH" || statement === undefined || target === undefined) return;
        const { asset, primPath } = target;
        if (primPath === "") return;
        const where = asset === "" ? "The layer stack" : `The layer @${asset}@`;
        report({
          message: `${where} has no prim <${primPath}>.`,
          code,
          hint: "Correct the path of the prim.",
          at: statement,
        });
      },
    };
  },
};

function examples(): StageExamples {
  const chair = layerText('def Xform "Chair"\n{\n}');
  return {
    good: [
      {
        title: "a prim of another layer",
        files: { "shot.usda": layerText(primText("A", "references = @./chair.usda@</Chair>")), "chair.usda": chair },
      },
      {
        title: "the default prim",
        files: {
          "shot.usda": layerText(primText("A", "references = @./chair.usda@")),
          "chair.usda": layerText('def Xform "Chair"\n{\n}', 'defaultPrim = "Chair"'),
        },
      },
      {
        title: "a class of the same layer",
        files: { "set.usda": `${chair}\n${primText("A", "inherits = </Chair>")}\n` },
      },
    ],
    bad: [
      {
        title: "another layer",
        files: { "shot.usda": layerText(primText("A", "references = @./chair.usda@</Chiar>")), "chair.usda": chair },
        found: ["shot.usda:4:18 error: The layer @./chair.usda@ has no prim </Chiar>."],
      },
      {
        title: "the same layer",
        files: { "shot.usda": layerText(primText("A", "references = </Chair>")) },
        found: ["shot.usda:4:18 error: The layer stack has no prim </Chair>."],
      },
      {
        title: "a payload",
        files: { "shot.usda": layerText(primText("A", "payload = @./chair.usda@</Chair/Leg>")), "chair.usda": chair },
        found: ["shot.usda:4:15 error: The layer @./chair.usda@ has no prim </Chair/Leg>."],
      },
    ],
  };
}
