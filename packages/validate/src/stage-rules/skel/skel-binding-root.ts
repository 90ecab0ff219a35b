import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "skel-binding-root",
    summary: "A prim with SkelBindingAPI that is not below a SkelRoot",
    detail:
      "Skinning happens below prims of type SkelRoot alone: outside of them a binding to a skeleton has no effect.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdSkelValidators:SkelBindingApiValidator", "nvidia:SkelBindingAPIAppliedChecker"],
  },
  of: { apis: ["SkelBindingAPI"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        if (isBelowRoot(prim)) return;
        report({
          message: "The binding to a skeleton has no effect: no prim above is a SkelRoot.",
          hint: "Use SkelRoot as the type of a prim that holds the skeleton and the geometry.",
          at: { prim: prim.path, field: "apiSchemas" },
        });
      },
    };
  },
};

function isBelowRoot(prim: CheckedPrim): boolean {
  for (let at: CheckedPrim | undefined = prim; at !== undefined; at = at.parent) {
    if (at.shape.typeName === "SkelRoot") return true;
  }
  return false;
}

function examples(): StageExamples {
  const api = '(\n    prepend apiSchemas = ["SkelBindingAPI"]\n)';
  const below = (type: string): string =>
    `def ${type} "Model"\n{\n    def Mesh "Body" ${api.replaceAll("\n", "\n    ")}\n    {\n    }\n}`;
  return {
    good: [
      scene("a SkelRoot", `def SkelRoot "Model" ${api}\n{\n}`),
      scene("below a SkelRoot", below("SkelRoot")),
      scene("without a binding", 'def Mesh "Body"\n{\n}'),
    ],
    bad: [
      badScene("a root prim", `def Mesh "Body" ${api}\n{\n}`, {
        found: ["4:5 error: The binding to a skeleton has no effect: no prim above is a SkelRoot."],
      }),
      badScene("below an Xform", below("Xform"), {
        found: ["6:9 error: The binding to a skeleton has no effect: no prim above is a SkelRoot."],
      }),
      badScene("next to a SkelRoot", `def SkelRoot "Model"\n{\n}\n\ndef Mesh "Body" ${api}\n{\n}`, {
        found: ["8:5 error: The binding to a skeleton has no effect: no prim above is a SkelRoot."],
      }),
    ],
  };
}
