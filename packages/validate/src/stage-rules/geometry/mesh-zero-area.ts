import { zeroAreaFaces } from "@usdkit/geometry/measures";
import { staticMesh } from "../../checks/mesh-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "mesh-zero-area",
    summary: "Faces of a mesh without an area",
    detail:
      "Faces with fewer than three different points, or with all points on a line, are not drawn and have no normal.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:ZeroAreaFaceChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const mesh = staticMesh(prim);
        if (mesh === undefined) return;
        const { count, first } = mesh.measured(zeroAreaFaces);
        if (count === 0) return;
        report({
          message:
            count === 1
              ? `Face ${first} has no area.`
              : `${count} of ${mesh.counts.length} faces have no area, the first is ${first}.`,
          hint: "Remove them.",
          at: { prim: prim.path, property: "faceVertexIndices" },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const line = "[(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)]";
  return {
    good: [
      scene("a square", meshText()),
      scene(
        "a small triangle",
        meshText({ counts: "[3]", indices: "[0, 1, 2]", points: "[(0, 0, 0), (1e-6, 0, 0), (0, 1e-6, 0)]" }),
      ),
      scene("no faces, which another rule reports", meshText({ counts: "[]", indices: "[]" })),
    ],
    bad: [
      badScene("a point twice", meshText({ counts: "[3]", indices: "[0, 1, 1]" }), {
        found: ["6:5 info: Face 0 has no area."],
      }),
      badScene("points on a line", meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 1, 3]", points: line }), {
        found: ["6:5 info: Face 0 has no area."],
      }),
      badScene("two corners", meshText({ counts: "[2, 3, 2]", indices: "[0, 1, 0, 1, 2, 2, 3]" }), {
        found: ["6:5 info: 2 of 3 faces have no area, the first is 0."],
      }),
    ],
  };
}
