import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "default-prim-missing",
    summary: "A reference or payload without a prim path to a layer without a default prim",
    detail:
      "An arc without a path leads to the prim that the layer names as `defaultPrim`. Without one, or if it names a prim that the layer " +
      "does not have, the arc contributes nothing.",
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
        if (primPath !== "") return;
        const message = `${asset === "" ? "The layer" : `@${asset}@`} has no default prim, and the arc names no prim.`;
        report({ message, code, hint: "Set defaultPrim there, or add the path of a prim here.", at: statement });
      },
    };
  },
};

function examples(): StageExamples {
  const shot = layerText(primText("A", "references = @./chair.usda@"));
  const chair = (metadata?: string): string => layerText('def Xform "Chair"\n{\n}', metadata);
  return {
    good: [
      { title: "a default prim", files: { "shot.usda": shot, "chair.usda": chair('defaultPrim = "Chair"') } },
      {
        title: "the path of a prim",
        files: {
          "shot.usda": layerText(primText("A", "references = @./chair.usda@</Chair>")),
          "chair.usda": chair(),
        },
      },
      {
        title: "a sublayer",
        files: { "shot.usda": layerText("", "subLayers = [@./chair.usda@]"), "chair.usda": chair() },
      },
    ],
    bad: [
      {
        title: "none",
        files: { "shot.usda": shot, "chair.usda": chair() },
        found: ["shot.usda:4:18 error: @./chair.usda@ has no default prim, and the arc names no prim."],
      },
      {
        title: "a prim that does not exist",
        files: { "shot.usda": shot, "chair.usda": chair('defaultPrim = "Chiar"') },
        found: ["shot.usda:4:18 error: @./chair.usda@ has no default prim, and the arc names no prim."],
      },
      {
        title: "a payload",
        files: { "shot.usda": layerText(primText("A", "payload = @./chair.usda@")), "chair.usda": chair() },
        found: ["shot.usda:4:15 error: @./chair.usda@ has no default prim, and the arc names no prim."],
      },
    ],
  };
}
