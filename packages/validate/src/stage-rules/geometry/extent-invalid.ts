import { setAttributeValue } from "@usdkit/usda";
import { mayVary, numbersOf, type PlainNumbers } from "@usdkit/usd";
import { computedExtent, cornersText } from "../../checks/extents.ts";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Samples of points that are compared with extents. */
const MAX_SAMPLES = 200;
/** Differences below this part of the size are those of other ways to compute it. */
const TOLERANCE = 1e-5;

export const rule: StageRule = {
  meta: {
    id: "extent-invalid",
    summary: "An extent that is not that of the points",
    detail:
      "Programs take `extent` for the bounds of a prim without reading its points: they frame the wrong part of a scene, or leave out " +
      "what is in view. Points, curves and meshes are checked at each sample of their points, up to 200. Prims without an extent are " +
      "findings of `extent-missing`.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:ExtentsChecker"],
  },
  of: { types: ["PointBased"] },
  examples,
  checkStage(context) {
    return {
      prim(prim) {
        const property = "extent";
        if (!prim.properties.has(property) || !prim.hasValue(property)) return;
        const at = { prim: prim.path, property };
        const points = prim.attribute("points");
        const isAnimated = points !== undefined && mayVary(points);
        const times = isAnimated ? prim.sampleTimes("points").slice(0, MAX_SAMPLES) : [undefined];
        for (const time of times) {
          const extent = numbersOf(prim.value(property, time)) ?? [];
          if (extent.length !== 6) {
            const count = Math.floor(extent.length / 3);
            context.report({
              message: `The extent has ${count} corners, expected two.`,
              hint: "Write the smallest and the largest corner.",
              at,
            });
            return;
          }
          const computed = computedExtent(context, prim, time);
          if (computed === undefined || isClose(extent, computed)) continue;
          const text = cornersText(computed);
          context.report({
            message: `The extent is ${cornersText(extent)}, that of the points is ${text}${time === undefined ? "" : ` (time ${time})`}.`,
            hint: `Write \`float3[] extent = ${text}\`.`,
            at,
            fixes:
              isAnimated || isVarying(prim)
                ? undefined
                : propertyFix(prim, property, { title: "Write the extent of the points" }, (layer, path) =>
                    setAttributeValue(layer, path, text),
                  ),
          });
          return;
        }
      },
    };
  },
};

function isVarying(prim: CheckedPrim): boolean {
  const extent = prim.attribute("extent");
  return extent !== undefined && mayVary(extent);
}

function isClose(extent: PlainNumbers, computed: readonly number[]): boolean {
  let size = 0;
  for (let axis = 0; axis < 3; axis++) size = Math.max(size, Math.abs(computed[axis]), Math.abs(computed[axis + 3]));
  return computed.every((each, i) => Math.abs(each - extent[i]) <= TOLERANCE * size);
}

function examples(): StageExamples {
  const extent = (corners: string): string => meshText({ more: [`float3[] extent = ${corners}`] });
  return {
    good: [
      scene("that of the points", extent("[(0, 0, 0), (1, 1, 0)]")),
      scene("none", meshText()),
      scene(
        "points with widths",
        defText(
          'def Points "Dust"',
          "point3f[] points = [(0, 0, 0)]",
          "float[] widths = [2]",
          "float3[] extent = [(-1, -1, -1), (1, 1, 1)]",
        ),
      ),
    ],
    bad: [
      badScene("another one", extent("[(0, 0, 0), (2, 2, 2)]"), {
        found: ["8:5 warning: The extent is [(0, 0, 0), (2, 2, 2)], that of the points is [(0, 0, 0), (1, 1, 0)]."],
        fixed: `def Mesh "Shape"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    float3[] extent = [(0, 0, 0), (1, 1, 0)]
}`,
      }),
      badScene("one corner", extent("[(0, 0, 0)]"), {
        found: ["8:5 warning: The extent has 1 corners, expected two."],
        fixed: null,
      }),
      badScene(
        "without widths",
        defText(
          'def Points "Dust"',
          "point3f[] points = [(0, 0, 0)]",
          "float[] widths = [2]",
          "float3[] extent = [(0, 0, 0), (0, 0, 0)]",
        ),
        {
          found: [
            "7:5 warning: The extent is [(0, 0, 0), (0, 0, 0)], that of the points is [(-1, -1, -1), (1, 1, 1)].",
          ],
          fixed: `def Points "Dust"
{
    point3f[] points = [(0, 0, 0)]
    float[] widths = [2]
    float3[] extent = [(-1, -1, -1), (1, 1, 1)]
}`,
        },
      ),
      badScene(
        "at a time",
        extent("[(0, 0, 0), (1, 1, 0)]").replace(
          "points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]",
          "points.timeSamples = {\n        1: [(0, 0, 0), (1, 1, 0)],\n        2: [(0, 0, 0), (3, 1, 0)],\n    }",
        ),
        {
          found: [
            "11:5 warning: The extent is [(0, 0, 0), (1, 1, 0)], that of the points is [(0, 0, 0), (3, 1, 0)] (time 2).",
          ],
          fixed: null,
        },
      ),
    ],
  };
}
