import { withArticle } from "../../checks/words.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "subset-parent",
    summary: "A GeomSubset that is not directly below geometry",
    detail:
      "A GeomSubset selects elements of the prim above it, which has to be imageable. Elsewhere it has no effect.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdGeomValidators:SubsetParentIsImageable", "nvidia:UsdGeomSubsetParentIsImageableChecker"],
  },
  of: { types: ["GeomSubset"] },
  examples,
  checkStage({ report }) {
    return {
      prim({ path, parent }) {
        if (parent?.isA("Imageable") === true) return;
        const type = parent?.shape.typeName ?? "";
        const what =
          parent === undefined
            ? "no prim above it"
            : type === ""
              ? "a prim without a type above it"
              : `${withArticle(type)} above it`;
        report({
          message: `The GeomSubset has ${what}, and selects nothing.`,
          hint: "Move it directly below the mesh whose faces it selects.",
          at: { prim: path },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const below = (header: string): string => `def ${header}\n{\n    def GeomSubset "Part"\n    {\n    }\n}`;
  return {
    good: [
      scene("below a mesh", below('Mesh "Box"')),
      scene("below curves", below('BasisCurves "Hair"')),
      scene("no subset", 'def "Box"\n{\n}'),
    ],
    bad: [
      badScene("a root prim", 'def GeomSubset "Part"\n{\n}', {
        found: ["3:17 error: The GeomSubset has no prim above it, and selects nothing."],
      }),
      badScene("below a prim without a type", below('"Box"'), {
        found: ["5:21 error: The GeomSubset has a prim without a type above it, and selects nothing."],
      }),
      badScene("below a material", below('Material "Wood"'), {
        found: ["5:21 error: The GeomSubset has a Material above it, and selects nothing."],
      }),
    ],
  };
}
