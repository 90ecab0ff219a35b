import { equalInBoth, firstEqual, firstEqualText, repeatedCount } from "@usdkit/geometry/measures";
import { numbersOf } from "@usdkit/usd";
import { changesOverTime } from "../../checks/changing-values.ts";
import { isAuthoredOnce, meshArrays, type MeshArrays } from "../../checks/mesh-arrays.ts";
import { interpolationOf, primvarsOf, type PrimvarArrays } from "../../checks/primvar-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Attributes with a value for each point. */
const PER_POINT = ["accelerations", "velocities", "normals"];

export const rule: StageRule = {
  meta: {
    id: "mesh-points-equal",
    summary: "Points of a mesh at the same place with the same values",
    detail:
      "Points with equal positions, normals and primvars can be one: faces are then joined there. Parts that are to be separate, such as " +
      "sharp edges with normals of faces, have them on purpose.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:WeldChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        if (!isAuthoredOnce(prim, "points")) return;
        const mesh = meshArrays(prim);
        if (!mesh.measured(hasEqualPoints)) return;
        const { positions, points } = mesh;
        let first = firstEqual(positions, 3);
        const others = valuesOfPoints(prim);
        if (others === undefined) return;
        for (const each of others) {
          // Values that are not one a point are reported by other rules.
          if (each.length !== points) return;
          first = equalInBoth(first, each);
        }
        const count = repeatedCount(first);
        if (count === 0) return;
        report({
          message: `${count} of ${points} points have the place and the values of another one.`,
          hint: "Join them, if the surface is meant to be closed there.",
          at: { prim: prim.path, property: "points" },
        });
      },
    };
  },
};

/** Returns the first equal of each point's value, for all that has one a point; undefined if one of them changes over time. */
function hasEqualPoints({ positions }: MeshArrays): boolean {
  return repeatedCount(firstEqual(positions, 3)) > 0;
}

function valuesOfPoints(prim: CheckedPrim): readonly Int32Array[] | undefined {
  const found: Int32Array[] = [];
  for (const name of PER_POINT) {
    const attribute = prim.properties.has(name) ? prim.attribute(name) : undefined;
    if (attribute === undefined) continue;
    if (name === "normals" && !isPerPoint(interpolationOf(prim, name))) continue;
    if (changesOverTime(prim, name) || !prim.hasValue(name)) return undefined;
    found.push(firstEqual(numbersOf(prim.value(name)) ?? [], 3));
  }
  for (const primvar of primvarsOf(prim)) {
    if (!isPerPoint(primvar.interpolation) || primvar.elementSize > 1) continue;
    if (primvar.mayVary) return undefined;
    found.push(firstEqualOf(primvar));
  }
  return found;
}

function isPerPoint(interpolation: string): boolean {
  return interpolation === "vertex" || interpolation === "varying";
}

function firstEqualOf({ numbers = [], texts, components, indices }: PrimvarArrays): Int32Array {
  const values = texts === undefined ? firstEqual(numbers, components) : firstEqualText(texts);
  if (indices === undefined) return values;
  return firstEqual(
    Array.from(indices, (index) => values[index]),
    1,
  );
}

function examples(): StageExamples {
  const points = "[(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 0)]";
  const st = (values: string): string => `texCoord2f[] primvars:st = ${values} (\n    interpolation = "vertex"\n)`;
  return {
    good: [
      scene("different points", meshText()),
      scene("different texture coordinates", meshText({ points, more: [st("[(0, 0), (1, 0), (1, 1), (0, 1)]")] })),
      scene(
        "points that move",
        meshText({ points, more: [] })
          .replace("points =", "points.timeSamples =")
          .replace(
            points,
            `{\n        1: ${points},\n        2: ${points.replace("(1, 1, 0)]", "(0, 1, 0)]")},\n    }`,
          ),
      ),
    ],
    bad: [
      badScene("two equal points", meshText({ points }), {
        found: ["7:5 info: 2 of 4 points have the place and the values of another one."],
      }),
      badScene("with equal texture coordinates", meshText({ points, more: [st("[(0, 0), (1, 0), (1, 1), (1, 1)]")] }), {
        found: ["7:5 info: 2 of 4 points have the place and the values of another one."],
      }),
      badScene(
        "points with one sample",
        meshText({ points })
          .replace("points =", "points.timeSamples =")
          .replace(points, `{\n        1: ${points},\n    }`),
        { found: ["7:5 info: 2 of 4 points have the place and the values of another one."] },
      ),
      badScene("all points", meshText({ points: "[(0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]" }), {
        found: ["7:5 info: 4 of 4 points have the place and the values of another one."],
      }),
    ],
  };
}
