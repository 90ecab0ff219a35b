import { unusedPoints } from "@usdkit/geometry/measures";
import { staticMesh } from "../../checks/mesh-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "mesh-points-unused",
    summary: "Points of a mesh that no face uses",
    detail: "They are not drawn, but take space, and count for the bounds of the mesh.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:UnusedMeshTopologyChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const mesh = staticMesh(prim);
        if (mesh === undefined) return;
        const { count, first } = mesh.measured(unusedPoints);
        if (count === 0) return;
        report({
          message: `No face uses ${count === 1 ? `point ${first}` : `${count} of ${mesh.points} points, the first is ${first}`}.`,
          hint: "Remove unused points with their values in primvars, and adapt the indices.",
          at: { prim: prim.path, property: "points" },
        });
      },
    };
  },
};

function examples(): StageExamples {
  return {
    good: [
      scene("a square", meshText()),
      scene("points of several faces", meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 2, 3]" })),
      scene("no faces, which another rule reports", meshText({ counts: "[]", indices: "[]" })),
    ],
    bad: [
      badScene("a point", meshText({ counts: "[3]", indices: "[0, 1, 3]" }), {
        found: ["7:5 info: No face uses point 2."],
      }),
      badScene("two points", meshText({ counts: "[3]", indices: "[0, 0, 3]" }), {
        found: ["7:5 info: No face uses 2 of 4 points, the first is 1."],
      }),
      badScene("the first point", meshText({ counts: "[3]", indices: "[1, 2, 3]" }), {
        found: ["7:5 info: No face uses point 0."],
      }),
    ],
  };
}
