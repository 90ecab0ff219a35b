import { insertProperty } from "@usdkit/usda";
import { mayVary } from "@usdkit/usd";
import { computedExtent, cornersText } from "../../checks/extents.ts";
import { primFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

/** Types with points whose schema has no extent of its own, and that the reference does not compute without reading them. */
const TYPES = ["Mesh", "BasisCurves", "HermiteCurves", "NurbsCurves", "NurbsPatch", "TetMesh"];

export const rule: StageRule = {
  meta: {
    id: "extent-missing",
    summary: "Geometry with points and without an extent",
    detail:
      "Without an authored `extent` each program has to read the points to know the bounds of a prim, for culling and framing, and " +
      "payloads have to be loaded for it. The fix writes the extent of points that do not change. Points and shapes such as `Sphere` " +
      "are not reported.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:ExtentsChecker"],
  },
  of: { types: TYPES },
  examples,
  checkStage(context) {
    return {
      prim(prim) {
        if (prim.hasValue("extent") || !prim.hasValue("points")) return;
        context.report({
          message: `The ${prim.shape.typeName} has no extent.`,
          hint: "Write the smallest and the largest corner of its points.",
          at: { prim: prim.path },
          fixes: fixOf(context, prim),
        });
      },
    };
  },
};

/** Returns the fix in the layer that has the points. */
function fixOf(context: StageRuleContext, prim: CheckedPrim): ReturnType<typeof primFix> | undefined {
  const points = prim.attribute("points");
  if (points === undefined || mayVary(points) || prim.properties.has("extent")) return undefined;
  return () => {
    const computed = computedExtent(context, prim, undefined);
    if (computed === undefined) return [];
    const text = `float3[] extent = ${cornersText(computed)}`;
    const title = { title: "Write the extent of the points" };
    return primFix(prim, title, (layer, path) => insertProperty(layer, path, text), { property: "points" })();
  };
}

function examples(): StageExamples {
  const curves = (...more: readonly string[]): string =>
    defText(
      'def BasisCurves "Hair"',
      'uniform token type = "linear"',
      "int[] curveVertexCounts = [2]",
      "point3f[] points = [(0, 0, 0), (0, 1, 0)]",
      ...more,
    );
  return {
    good: [
      scene("with an extent", meshText({ more: ["float3[] extent = [(0, 0, 0), (1, 1, 0)]"] })),
      scene("without points", 'def Mesh "Shape"\n{\n}'),
      scene("a shape", 'def Sphere "Ball"\n{\n    double radius = 2\n}'),
    ],
    bad: [
      badScene("a mesh", meshText(), {
        found: ["3:11 info: The Mesh has no extent."],
        fixed: meshText({ more: ["float3[] extent = [(0, 0, 0), (1, 1, 0)]"] }),
      }),
      badScene("curves with widths", curves("float[] widths = [2, 2]"), {
        found: ["3:18 info: The BasisCurves has no extent."],
        fixed: curves("float[] widths = [2, 2]", "float3[] extent = [(-1, -1, -1), (1, 2, 1)]"),
      }),
      badScene(
        "points that change",
        meshText({ points: "None" }).replace(
          "points = None",
          "points.timeSamples = {\n        1: [(0, 0, 0)],\n        2: [(1, 0, 0)],\n    }",
        ),
        {
          found: ["3:11 info: The Mesh has no extent."],
          fixed: null,
        },
      ),
    ],
  };
}
