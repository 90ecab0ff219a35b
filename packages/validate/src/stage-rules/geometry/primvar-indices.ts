import { elementsInUse } from "@usdkit/geometry/measures";
import { integersOf } from "../../checks/mesh-arrays.ts";
import { integerEdits, ownArray, pickEdits } from "../../checks/own-arrays.ts";
import { primvarsOf, valueCount, type PrimvarArrays } from "../../checks/primvar-arrays.ts";
import { layerFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import type { Fix } from "../../model/finding.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "primvar-indices",
    summary: "Indices of a primvar that are out of range, or that leave out values",
    detail:
      "Each of `primvars:NAME:indices` is the number of a value of `primvars:NAME`. With an index out of range the primvar has no value. " +
      "Values without an index take space and are reported as infos; the fix removes them, if one layer authors the values and the " +
      "indices, and is unsafe, as another layer may have indices of its own.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
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
            fixes: at < 0 ? removeValuesFix(prim, primvar) : undefined,
          });
        }
      },
    };
  },
};

function removeValuesFix(prim: CheckedPrim, { name, elementSize }: PrimvarArrays): () => readonly Fix[] {
  return () => {
    const values = ownArray(prim, name);
    const indices = ownArray(prim, `${name}:indices`);
    if (values === undefined || indices?.layer !== values.layer) return [];
    const numbers = integersOf(indices.value);
    const used = elementsInUse(numbers, Math.floor(values.count / elementSize));
    const places = new Map(Array.from(used, (element, place) => [element, place]));
    const title = { title: "Remove the values without an index" };
    return layerFix(values.layer, title, () => [
      ...pickEdits(values, used, elementSize),
      ...integerEdits(
        indices,
        numbers.map((element) => places.get(element) ?? element),
      ),
    ])();
  };
}

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
        fixed: null,
      }),
      badScene("negative", color("[0, 1, -1, 0]"), {
        found: ['11:5 error: Index 2 of "primvars:displayColor" is -1, but there are 2 values.'],
        fixed: null,
      }),
      badScene(
        "two values without an index",
        color("[1, 1, 1, 1]").replace("(0, 1, 0)] (", "(0, 1, 0), (0, 0, 1)] ("),
        {
          found: ['8:5 info: 2 values of "primvars:displayColor" have no index.'],
          fixed: color("[0, 0, 0, 0]").replace("[(1, 0, 0), (0, 1, 0)]", "[(0, 1, 0)]"),
        },
      ),
      badScene("a value without an index", color("[1, 1, 1, 1]"), {
        found: ['8:5 info: One value of "primvars:displayColor" has no index.'],
        fixed: color("[0, 0, 0, 0]").replace("[(1, 0, 0), (0, 1, 0)]", "[(0, 1, 0)]"),
      }),
    ],
  };
}
