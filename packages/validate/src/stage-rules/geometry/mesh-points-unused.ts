import { unusedPoints } from "@usdkit/geometry/measures";
import { staticMesh } from "../../checks/mesh-arrays.ts";
import { removePointsFix } from "../../checks/mesh-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "mesh-points-unused",
    summary: "Points of a mesh that no face uses",
    detail:
      "They are not drawn, but take space, and count for the bounds of the mesh. The fix removes them with their values in primvars, and " +
      "rewrites the indices of faces and the extent, if one layer authors all of these. It is unsafe: other layers may have values for " +
      "each point.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
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
          fixes: removePointsFix(prim),
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
      badScene(
        "a point, with values and an extent",
        meshText({
          counts: "[3]",
          indices: "[0, 1, 3]",
          points: "[(0, 0, 0), (1, 0, 0), (5, 5, 0), (0, 1, 0)]",
          more: [
            "float3[] extent = [(0, 0, 0), (5, 5, 0)]",
            'half[] primvars:weight = [0, 1, 0.5, 2, 0.25, 3, 0.125, 4] (\n    elementSize = 2\n    interpolation = "vertex"\n)',
          ],
        }),
        {
          found: ["7:5 info: No face uses point 2."],
          fixed: meshText({
            counts: "[3]",
            indices: "[0, 1, 2]",
            points: "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]",
            more: [
              "float3[] extent = [(0, 0, 0), (1, 1, 0)]",
              'half[] primvars:weight = [0, 1, 0.5, 2, 0.125, 4] (\n    elementSize = 2\n    interpolation = "vertex"\n)',
            ],
          }),
        },
      ),
      badScene("two points", meshText({ counts: "[3]", indices: "[0, 0, 3]" }), {
        found: ["7:5 info: No face uses 2 of 4 points, the first is 1."],
        fixed: meshText({ counts: "[3]", indices: "[0, 0, 1]", points: "[(0, 0, 0), (0, 1, 0)]" }),
      }),
      badScene(
        "the first point, of a mesh with creases",
        meshText({ counts: "[3]", indices: "[1, 2, 3]", more: ["int[] creaseIndices = [1, 2]"] }),
        { found: ["7:5 info: No face uses point 0."], fixed: null },
      ),
      badScene(
        "values of another number",
        meshText({
          counts: "[3]",
          indices: "[0, 1, 2]",
          more: ['float[] primvars:weight = [0, 1] (\n    interpolation = "vertex"\n)'],
        }),
        { found: ["7:5 info: No face uses point 3."], fixed: null },
      ),
    ],
  };
}
