import { zeroAreaFaces } from "@usdkit/geometry/measures";
import { staticMesh } from "../../checks/mesh-arrays.ts";
import { removeFacesFix } from "../../checks/mesh-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "mesh-zero-area",
    summary: "Faces of a mesh without an area",
    detail:
      "Faces with fewer than three different points, or with all points on a line, are not drawn and have no normal. The fix removes those " +
      "of a mesh that is not subdivided, with their values in primvars and their numbers in subsets, if one layer authors all of these. " +
      "It is unsafe: other layers may have values for each face.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
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
          fixes: removeFacesFix(prim),
        });
      },
    };
  },
};

function examples(): StageExamples {
  const notSubdivided = 'uniform token subdivisionScheme = "none"';
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
      badScene("a point twice, in a subdivided mesh", meshText({ counts: "[3]", indices: "[0, 1, 1]" }), {
        found: ["6:5 info: Face 0 has no area."],
        fixed: null,
      }),
      badScene(
        "points on a line",
        meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 1, 3]", points: line, more: [notSubdivided] }),
        {
          found: ["6:5 info: Face 0 has no area."],
          fixed: meshText({ counts: "[3]", indices: "[0, 1, 3]", points: line, more: [notSubdivided] }),
        },
      ),
      badScene(
        "with values of primvars and members of subsets",
        withSubset(
          meshText({
            counts: "[2, 3, 2, 3]",
            indices: "[0, 1, 0, 1, 2, 2, 3, 0, 2, 3]",
            more: [
              notSubdivided,
              'int[] primvars:id = [1, 2, 3, 4] (\n    interpolation = "uniform"\n)',
              'float[] primvars:w = [0, 1] (\n    interpolation = "faceVarying"\n)',
              "int[] primvars:w:indices = [0, 0, 1, 1, 1, 0, 0, 1, 0, 1]",
            ],
          }),
          "[1, 2, 3]",
        ),
        {
          found: ["6:5 info: 2 of 4 faces have no area, the first is 0."],
          fixed: withSubset(
            meshText({
              counts: "[3, 3]",
              indices: "[0, 1, 2, 0, 2, 3]",
              more: [
                notSubdivided,
                'int[] primvars:id = [2, 4] (\n    interpolation = "uniform"\n)',
                'float[] primvars:w = [0, 1] (\n    interpolation = "faceVarying"\n)',
                "int[] primvars:w:indices = [1, 1, 1, 1, 0, 1]",
              ],
            }),
            "[0, 1]",
          ),
        },
      ),
      badScene(
        "two triangles that cancel each other out, which are drawn",
        meshText({
          counts: "[4, 3]",
          indices: "[0, 1, 2, 1, 0, 1, 2]",
          points: "[(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]",
          more: [notSubdivided],
        }),
        { found: ["6:5 info: Face 0 has no area."], fixed: null },
      ),
    ],
  };
}

/** Returns a mesh with a subset of its faces. */
function withSubset(mesh: string, members: string): string {
  const subset = defText('def GeomSubset "Part"', `int[] indices = ${members}`);
  return mesh.replace(/\n\}$/u, `\n\n${subset.replaceAll(/^/gmu, "    ")}\n}`);
}
