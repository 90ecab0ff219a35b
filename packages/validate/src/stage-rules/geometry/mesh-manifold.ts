import { measureManifold } from "@usdkit/geometry/measures";
import { staticMesh } from "../../checks/mesh-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "mesh-manifold",
    summary: "A mesh that is not a surface everywhere, or whose faces are wound in different directions",
    detail:
      "At an edge that more than two faces share, and at a point whose faces are joined there alone, a mesh has no inside and outside: " +
      "simulation, subdivision and 3D printing need surfaces. Faces that share an edge run along it in opposite directions, otherwise " +
      "one of them shows its back.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:ManifoldChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const mesh = staticMesh(prim);
        if (mesh === undefined) return;
        const { edges, vertices, isWindingConsistent } = mesh.measured(measureManifold);
        const at = { prim: prim.path, property: "faceVertexIndices" };
        if (edges > 0) {
          report({
            message: `${edges === 1 ? "One edge is" : `${edges} edges are`} shared by more than two faces.`,
            hint: "Split the mesh, or remove faces inside of it.",
            at,
          });
        }
        if (vertices > 0) {
          report({
            message: `At ${vertices === 1 ? "one point" : `${vertices} points`} faces touch that share no edge there.`,
            hint: "Give each part a point of its own.",
            at,
          });
        }
        if (!isWindingConsistent) {
          report({
            message: "Faces next to each other are wound in different directions.",
            hint: "Reverse the corners of the faces that show their backs.",
            at,
          });
        }
      },
    };
  },
};

function examples(): StageExamples {
  const five = "[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1)]";
  return {
    good: [
      scene("a square", meshText()),
      scene("two triangles", meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 2, 3]" })),
      scene("a mesh without faces, which another rule reports", meshText({ counts: "[]", indices: "[]" })),
    ],
    bad: [
      badScene(
        "an edge of three faces",
        meshText({ counts: "[3, 3, 3]", indices: "[0, 1, 2, 1, 0, 3, 0, 1, 4]", points: five }),
        {
          found: [
            "6:5 info: One edge is shared by more than two faces.",
            "6:5 info: At 2 points faces touch that share no edge there.",
          ],
        },
      ),
      badScene(
        "faces that touch at a point",
        meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 3, 4]", points: five }),
        { found: ["6:5 info: At one point faces touch that share no edge there."] },
      ),
      badScene("two directions", meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 3, 2]" }), {
        found: ["6:5 info: Faces next to each other are wound in different directions."],
      }),
    ],
  };
}
