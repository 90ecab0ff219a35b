import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "prim-untyped",
    summary: "A defined prim without a type",
    detail:
      "A prim without a type has no schema: it has no transform and no visibility, and what is below it does not inherit those " +
      "that it has. Prims below `/Render` are not reported.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:TypeChecker"],
  },
  of: { accepts: ({ typeName }) => typeName === "" },
  scope: "place",
  examples,
  checkStage({ report }) {
    return {
      prim({ path, shape }) {
        if (path === "/Render" || path.startsWith("/Render/")) return;
        report({
          message: `The prim has no type.`,
          hint: shape.isInstance
            ? "Give the prim at the end of its reference a type, Xform for example."
            : "Give it one: Xform for a group with a transform, Scope for one without.",
          at: { prim: path },
        });
      },
    };
  },
};

function examples(): StageExamples {
  return {
    good: [
      scene("types", 'def Xform "World"\n{\n    def Scope "Looks"\n    {\n    }\n}'),
      scene("a prim that is only over", 'over "World"\n{\n}'),
      scene("below Render", 'def Scope "Render"\n{\n    def "Settings"\n    {\n    }\n}'),
    ],
    bad: [
      badScene("a prim", 'def "World"\n{\n}', { found: ["3:6 info: The prim has no type."] }),
      badScene("below another", 'def Xform "World"\n{\n    def "Part"\n    {\n    }\n}', {
        found: ["5:10 info: The prim has no type."],
      }),
      {
        title: "at the end of a reference",
        files: {
          "shot.usda": '#usda 1.0\n\ndef "A" (\n    references = @./chair.usda@</Chair>\n)\n{\n}\n',
          "chair.usda": '#usda 1.0\n\ndef "Chair"\n{\n}\n',
        },
        found: ["shot.usda:3:6 info: The prim has no type."],
      },
    ],
  };
}
