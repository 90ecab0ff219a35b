import { unitVectorProblem } from "@usdkit/geometry/measures";
import { expectedCount, normalCount, normalsOf, schemeOf } from "../../checks/normals.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";
import { quote } from "../../scene/quote.ts";

/** How far from 1 the length of a normal may be. */
const TOLERANCE = 1e-3;

export const rule: StageRule = {
  meta: {
    id: "normals-invalid",
    summary: "Normals that are too few or too many, not finite, or not of unit length",
    detail:
      "The interpolation says how many normals there are: one for each point (`vertex`, `varying`), face (`uniform`), corner " +
      "(`faceVarying`) or mesh (`constant`). Renderers leave out normals of another number. Lengths may differ from 1 by 0.001. Meshes " +
      "that are subdivided have the normals of the limit surface.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:NormalsValidChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const normals = normalsOf(prim);
        if (normals === undefined) return;
        const { property, interpolation, values } = normals;
        const at = { prim: prim.path, property };
        const scheme = schemeOf(prim);
        if (scheme !== "none") {
          report({
            message: `The mesh is subdivided (${quote(scheme)}): its normals are ignored.`,
            hint: 'Remove them, or write `uniform token subdivisionScheme = "none"`.',
            severity: "info",
            at,
          });
        }
        const expected = expectedCount(prim, interpolation);
        if (expected === undefined) {
          const hint = "Use constant, uniform, varying, vertex or faceVarying.";
          report({ message: `"${interpolation}" is no interpolation of normals.`, hint, at, severity: "error" });
          return;
        }
        const count = normalCount(normals);
        if (count !== expected) {
          report({
            message: `There ${count === 1 ? "is one normal" : `are ${count} normals`}; the interpolation "${interpolation}" needs ${expected}.`,
            hint: "Correct the interpolation, or the number of normals.",
            severity: "error",
            at,
          });
        }
        const problem = unitVectorProblem(values, TOLERANCE);
        if (problem === undefined) return;
        report(
          problem.kind === "notFinite"
            ? { message: `Normal ${problem.index} is not finite.`, hint: "Compute it again.", severity: "error", at }
            : {
                message: `Normal ${problem.index} has the length ${Number(problem.length.toPrecision(6))}.`,
                hint: "Normals have the length 1.",
                at,
              },
        );
      },
    };
  },
};

function examples(): StageExamples {
  const normals = (values: string, interpolation: string): string =>
    meshText({
      more: [
        `normal3f[] normals = ${values} (\n    interpolation = "${interpolation}"\n)`,
        'uniform token subdivisionScheme = "none"',
      ],
    });
  const four = "[(0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 1)]";
  return {
    good: [
      scene("one a point", normals(four, "vertex")),
      scene("one a face", normals("[(0, 0, 1)]", "uniform")),
      scene("none", meshText()),
    ],
    bad: [
      badScene("too few", normals("[(0, 0, 1)]", "vertex"), {
        found: ['8:5 error: There is one normal; the interpolation "vertex" needs 4.'],
      }),
      badScene("another length", normals("[(0, 0, 2)]", "uniform"), {
        found: ["8:5 warning: Normal 0 has the length 2."],
      }),
      badScene("of a subdivided mesh", normals(four, "vertex").replace('"none"', '"loop"'), {
        found: ['8:5 info: The mesh is subdivided ("loop"): its normals are ignored.'],
      }),
      badScene("not a number", normals("[(0, 0, nan)]", "uniform"), { found: ["8:5 error: Normal 0 is not finite."] }),
      badScene("an interpolation that does not exist", normals(four, "faces"), {
        found: ['8:5 error: "faces" is no interpolation of normals.'],
      }),
    ],
  };
}
