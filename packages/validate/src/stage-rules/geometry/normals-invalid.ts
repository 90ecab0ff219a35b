import { unitVectorProblem } from "@usdkit/geometry/measures";
import { setField } from "@usdkit/usda";
import { changesOverTime } from "../../checks/changing-values.ts";
import { expectedCount, normalCount, normalsOf, schemeOf, type Normals } from "../../checks/normals.ts";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import type { Fix } from "../../model/finding.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
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
      "that are subdivided have the normals of the limit surface. The fix writes the interpolation, if only one fits the number of normals; " +
      "it is unsafe, as the mesh looks different with its normals.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
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
          const message = `"${interpolation}" is no interpolation of normals.`;
          report({ message, hint, at, severity: "error", fixes: interpolationFix(prim, normals) });
          return;
        }
        const count = normalCount(normals);
        if (count !== expected) {
          report({
            message: `There ${count === 1 ? "is one normal" : `are ${count} normals`}; the interpolation "${interpolation}" needs ${expected}.`,
            hint: "Correct the interpolation, or the number of normals.",
            severity: "error",
            at,
            fixes: interpolationFix(prim, normals),
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

/** Returns the fix that writes the only interpolation for which there are as many normals as it needs. */
function interpolationFix(prim: CheckedPrim, normals: Normals): () => readonly Fix[] {
  const { property } = normals;
  const count = normalCount(normals);
  const fitting = ["constant", "uniform", "vertex", "faceVarying"].filter(
    (name) => expectedCount(prim, name) === count,
  );
  const isAnimated = [property, `${property}:indices`, "points"].some((name) => changesOverTime(prim, name));
  if (fitting.length !== 1 || count === 0 || isAnimated) return () => [];
  const [name] = fitting;
  return propertyFix(prim, property, { title: `Write \`interpolation = "${name}"\`` }, (layer, path) =>
    setField(layer, path, "interpolation", JSON.stringify(name)),
  );
}

function examples(): StageExamples {
  const normals = (values: string, interpolation: string): string =>
    meshText({
      more: [
        `normal3f[] normals = ${values} (\n    interpolation = "${interpolation}"\n)`,
        'uniform token subdivisionScheme = "none"',
      ],
    });
  const corners = (interpolation: string): string =>
    meshText({
      counts: "[3, 3]",
      indices: "[0, 1, 2, 0, 2, 3]",
      more: [
        `normal3f[] normals = [${Array(6).fill("(0, 0, 1)").join(", ")}] (\n    interpolation = "${interpolation}"\n)`,
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
      badScene("too few, of a face or the whole mesh", normals("[(0, 0, 1)]", "vertex"), {
        found: ['8:5 error: There is one normal; the interpolation "vertex" needs 4.'],
        fixed: null,
      }),
      badScene("one a corner", corners("vertex"), {
        found: ['8:5 error: There are 6 normals; the interpolation "vertex" needs 4.'],
        fixed: corners("faceVarying"),
      }),
      badScene("another length", normals("[(0, 0, 2)]", "uniform"), {
        found: ["8:5 warning: Normal 0 has the length 2."],
        fixed: null,
      }),
      badScene("of a subdivided mesh", normals(four, "vertex").replace('"none"', '"loop"'), {
        found: ['8:5 info: The mesh is subdivided ("loop"): its normals are ignored.'],
        fixed: null,
      }),
      badScene("not a number", normals("[(0, 0, nan)]", "uniform"), {
        found: ["8:5 error: Normal 0 is not finite."],
        fixed: null,
      }),
      badScene("an interpolation that does not exist", corners("corners"), {
        found: ['8:5 error: "corners" is no interpolation of normals.'],
        fixed: corners("faceVarying"),
      }),
    ],
  };
}
