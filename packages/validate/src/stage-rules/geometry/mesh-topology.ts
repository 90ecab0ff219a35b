import type { TopologyProblem } from "@usdkit/geometry/measures";
import { meshArrays, topologyProblemAt, topologyTimes } from "../../checks/mesh-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "mesh-topology",
    summary: "A mesh whose points, face counts and indices do not fit together",
    detail:
      "`faceVertexCounts` says how many corners each face has, `faceVertexIndices` which point each corner is: there are as many " +
      "indices as the counts add up to, and each is that of a point. Renderers leave out meshes with mistakes, or crash. All samples " +
      "are checked, up to 200.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:ValidateTopologyChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const { path, properties } = prim;
        const times = topologyTimes(prim);
        if (times.length === 0) {
          const { problem } = meshArrays(prim);
          if (problem !== undefined)
            report({ ...about(problem), severity: severityOf(problem), at: placeOf(problem, path, properties) });
          return;
        }
        for (const time of times) {
          const problem = topologyProblemAt(prim, time);
          if (problem === undefined) continue;
          const { message, hint } = about(problem);
          report({
            message: message.replace(/\.$/u, ` (time ${time}).`),
            hint,
            severity: severityOf(problem),
            at: placeOf(problem, path, properties),
          });
          return;
        }
      },
    };
  },
};

/** A mesh without faces is drawn as nothing, and breaks nothing. */
function severityOf({ kind }: TopologyProblem): "error" | "warning" {
  return kind === "noPoints" || kind === "noFaces" ? "warning" : "error";
}

function placeOf(
  { kind }: TopologyProblem,
  prim: string,
  properties: ReadonlyMap<string, unknown>,
): { readonly prim: string; readonly property?: string } {
  const property = {
    noPoints: "points",
    noFaces: "faceVertexCounts",
    negativeCount: "faceVertexCounts",
    sum: "faceVertexCounts",
    index: "faceVertexIndices",
  }[kind];
  return properties.has(property) ? { prim, property } : { prim };
}

function about(problem: TopologyProblem): { readonly message: string; readonly hint: string } {
  switch (problem.kind) {
    case "noPoints":
      return { message: "The mesh has no points.", hint: "Author `points`, or remove the mesh." };
    case "noFaces":
      return {
        message: "The mesh has no faces.",
        hint: "Author `faceVertexCounts` and `faceVertexIndices`, or use Points.",
      };
    case "negativeCount":
      return { message: `Face ${problem.face} has ${problem.count} corners.`, hint: "A face has three or more." };
    case "sum":
      return {
        message: `The faces have ${problem.sum} corners, but there are ${problem.indices} indices.`,
        hint: "`faceVertexCounts` adds up to the length of `faceVertexIndices`.",
      };
    default:
      return {
        message: `Corner ${problem.corner} is point ${problem.index}, but the mesh has ${problem.points === 1 ? "one point" : `${problem.points} points`}.`,
        hint: "Indices count from 0, and each is that of a point.",
      };
  }
}

function examples(): StageExamples {
  return {
    good: [
      scene("a square", meshText()),
      scene("two triangles", meshText({ counts: "[3, 3]", indices: "[0, 1, 2, 0, 2, 3]" })),
      scene(
        "samples",
        meshText({ points: "[]", counts: "[3]", indices: "[0, 1, 2]" }).replace(
          "point3f[] points = []",
          "point3f[] points.timeSamples = {\n        1: [(0, 0, 0), (1, 0, 0), (1, 1, 0)],\n        2: [(0, 0, 0), (2, 0, 0), (2, 1, 0)],\n    }",
        ),
      ),
    ],
    bad: [
      badScene("an index out of range", meshText({ indices: "[0, 1, 2, 7]" }), {
        found: ["6:5 error: Corner 3 is point 7, but the mesh has 4 points."],
      }),
      badScene("too few indices", meshText({ counts: "[3, 3]" }), {
        found: ["5:5 error: The faces have 6 corners, but there are 4 indices."],
      }),
      badScene("no faces", meshText({ counts: "[]", indices: "[]" }), {
        found: ["5:5 warning: The mesh has no faces."],
      }),
      badScene(
        "no points",
        'def Mesh "Shape"\n{\n    int[] faceVertexCounts = [3]\n    int[] faceVertexIndices = [0, 1, 2]\n}',
        { found: ["3:11 warning: The mesh has no points."] },
      ),
      badScene("a negative count", meshText({ counts: "[-4, 8]" }), { found: ["5:5 error: Face 0 has -4 corners."] }),
      badScene(
        "at a time",
        meshText({ points: "[]", counts: "[3]", indices: "[0, 1, 2]" }).replace(
          "point3f[] points = []",
          "point3f[] points.timeSamples = {\n        1: [(0, 0, 0), (1, 0, 0), (1, 1, 0)],\n        2: [(0, 0, 0)],\n    }",
        ),
        { found: ["6:5 error: Corner 1 is point 1, but the mesh has one point (time 2)."] },
      ),
    ],
  };
}
