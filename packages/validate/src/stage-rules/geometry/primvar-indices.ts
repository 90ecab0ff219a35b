import { primvarsOf, valueCount } from "../../checks/primvar-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "primvar-indices",
    summary: "Indices of a primvar that are out of range, or that leave out values",
    detail:
      "Each of `primvars:NAME:indices` is the number of a value of `primvars:NAME`. With an index out of range the primvar has no value. " +
      "Values without an index take space and are reported as infos.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:UnusedPrimvarChecker", "nvidia:IndexedPrimvarChecker"],
  },
  of: { properties: ["primvars:"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        for (const primvar of primvarsOf(prim)) {
          const { name, indices, isArray, elementSize } = primvar;
          if (indices === undefined || !isArray) continue;
          const property = `${name}:indices`;
          const count = Math.floor(valueCount(primvar) / elementSize);
          const at = indices.findIndex((index) => index < 0 || index >= count);
          if (at >= 0) {
            report({
              message: `Index ${at} of "${name}" is ${indices[at]}, but there ${count === 1 ? "is one value" : `are ${count} values`}.`,
              hint: "Indices count from 0, and each is that of a value.",
              at: { prim: prim.path, property },
            });
          }
          const unused = unusedCount(indices, count);
          if (unused === 0) continue;
          report({
            message: `${unused === 1 ? "One value" : `${unused} values`} of "${name}" ${unused === 1 ? "has" : "have"} no index.`,
            hint: "Remove unused values, and adapt the indices.",
            severity: "info",
            at: { prim: prim.path, property: name },
            sameAs: ["nvidia:UnusedPrimvarChecker"],
          });
        }
      },
    };
  },
};

function unusedCount(indices: ArrayLike<number>, count: number): number {
  const isUsed = new Uint8Array(count);
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] >= 0 && indices[i] < count) isUsed[indices[i]] = 1;
  }
  let unused = 0;
  for (const each of isUsed) unused += 1 - each;
  return unused;
}

function examples(): StageExamples {
  const color = (indices: string): string =>
    meshText({
      more: [
        'color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] (\n    interpolation = "vertex"\n)',
        `int[] primvars:displayColor:indices = ${indices}`,
      ],
    });
  return {
    good: [
      scene("each value used", color("[0, 1, 1, 0]")),
      scene("no indices", color("[0, 1, 1, 0]").replace(/\n.*indices = \[0, 1, 1.*\n/u, "\n")),
      scene("a primvar of one value", meshText({ more: ["float primvars:weight = 1"] })),
    ],
    bad: [
      badScene("out of range", color("[0, 1, 2, 0]"), {
        found: ['11:5 error: Index 2 of "primvars:displayColor" is 2, but there are 2 values.'],
      }),
      badScene("negative", color("[0, 1, -1, 0]"), {
        found: ['11:5 error: Index 2 of "primvars:displayColor" is -1, but there are 2 values.'],
      }),
      badScene(
        "two values without an index",
        color("[1, 1, 1, 1]").replace("(0, 1, 0)] (", "(0, 1, 0), (0, 0, 1)] ("),
        {
          found: ['8:5 info: 2 values of "primvars:displayColor" have no index.'],
        },
      ),
      badScene("a value without an index", color("[1, 1, 1, 1]"), {
        found: ['8:5 info: One value of "primvars:displayColor" has no index.'],
      }),
    ],
  };
}
