import { windingBias, type NormalValues } from "@usdkit/geometry/measures";
import { textOf } from "@usdkit/usd";
import { changesOverTime } from "../../checks/changing-values.ts";
import { staticMesh } from "../../checks/mesh-arrays.ts";
import { expectedCount, normalCount, normalsOf, type Normals } from "../../checks/normals.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "normals-winding",
    summary: "Normals on the back of the faces, by the winding of these",
    detail:
      'The front of a face is where its corners are counterclockwise, clockwise with `orientation = "leftHanded"`. Normals point to the ' +
      "front: elsewhere lighting is wrong, or the faces are culled. The sum over all faces decides.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:NormalsWindingsChecker"],
  },
  of: { types: ["Mesh"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const normals = normalsOf(prim);
        const mesh = normals === undefined ? undefined : staticMesh(prim);
        if (normals === undefined || mesh === undefined) return;
        if (normalCount(normals) !== expectedCount(prim, normals.interpolation)) return;
        if (changesOverTime(prim, "orientation")) return;
        const values = valuesFor(normals);
        if (values === undefined) return;
        const isLeftHanded = textOf(prim.value("orientation")) === "leftHanded";
        const bias = windingBias(mesh, values);
        if (bias >= 0 === !isLeftHanded) return;
        report({
          message: `The normals point to the back of the faces, which are ${isLeftHanded ? "left-handed" : "right-handed"}.`,
          hint: "Reverse the normals or the corners of the faces, or correct `orientation`.",
          at: { prim: prim.path, property: normals.property },
        });
      },
    };
  },
};

/** Returns normals as the measure reads them; undefined if there is one for all faces, or an index is out of range. */
function valuesFor({ values, indices, interpolation }: Normals): NormalValues | undefined {
  if (interpolation === "constant") return undefined;
  const count = Math.floor(values.length / 3);
  if (indices?.some((index) => index < 0 || index >= count) === true) return undefined;
  const per = interpolation === "uniform" ? "face" : interpolation === "faceVarying" ? "corner" : "point";
  return { values, indices: indices === undefined ? undefined : Int32Array.from(indices), per };
}

function examples(): StageExamples {
  const square = (z: number, more: readonly string[] = [], interpolation = "uniform"): string =>
    meshText({
      more: [
        `normal3f[] normals = [${Array.from({ length: interpolation === "uniform" ? 1 : 4 }, () => `(0, 0, ${z})`).join(", ")}] (\n    interpolation = "${interpolation}"\n)`,
        ...more,
      ],
    });
  const left = 'uniform token orientation = "leftHanded"';
  return {
    good: [
      scene("on the front", square(1)),
      scene("left-handed", square(-1, [left])),
      scene("without normals", meshText()),
    ],
    bad: [
      badScene("on the back", square(-1), {
        found: ["8:5 warning: The normals point to the back of the faces, which are right-handed."],
      }),
      badScene("left-handed", square(1, [left]), {
        found: ["8:5 warning: The normals point to the back of the faces, which are left-handed."],
      }),
      badScene("one a corner", square(-1, [], "faceVarying"), {
        found: ["8:5 warning: The normals point to the back of the faces, which are right-handed."],
      }),
    ],
  };
}
