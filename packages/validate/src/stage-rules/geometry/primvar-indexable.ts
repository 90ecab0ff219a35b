import { firstEqual, firstEqualText, repeatedCount } from "@usdkit/geometry/measures";
import { primvarsOf, valueCount, type PrimvarArrays } from "../../checks/primvar-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Values of these take no more space than an index. */
const SMALL_TYPES: ReadonlySet<string> = new Set(["bool", "uchar", "int", "uint", "int64", "uint64"]);

export const rule: StageRule = {
  meta: {
    id: "primvar-indexable",
    summary: "A primvar with equal values that indices would store once",
    detail:
      "A primvar with the same value for several points, faces or corners needs less space with `primvars:NAME:indices`. Primvars of skin " +
      "weights, of integers, and with `elementSize` are not reported. One that is not an array is an error unless it is constant.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:IndexedPrimvarChecker"],
  },
  of: { properties: ["primvars:"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        for (const primvar of primvarsOf(prim)) {
          const { name, interpolation, isArray } = primvar;
          if (interpolation === "constant") continue;
          if (!isArray) {
            report({
              message: `"${name}" has one value, but is not constant.`,
              hint: 'Make it an array, or write `interpolation = "constant"`.',
              severity: "error",
              at: { prim: prim.path, property: name },
            });
            continue;
          }
          const repeated = repeatedValues(primvar);
          if (repeated === 0) continue;
          report({
            message: `${repeated} of ${valueCount(primvar)} values of "${name}" are equal to another one.`,
            hint: `Store each once, and author \`int[] ${name}:indices\`.`,
            at: { prim: prim.path, property: name },
          });
        }
      },
    };
  },
};

function repeatedValues({ name, type, elementSize, indices, numbers, texts, components }: PrimvarArrays): number {
  if (indices !== undefined || elementSize > 1 || SMALL_TYPES.has(type) || name.startsWith("primvars:skel:")) return 0;
  return repeatedCount(texts === undefined ? firstEqual(numbers ?? [], components) : firstEqualText(texts));
}

function examples(): StageExamples {
  const color = (values: string, interpolation = "vertex"): string =>
    meshText({
      more: [`color3f[] primvars:displayColor = ${values} (\n    interpolation = "${interpolation}"\n)`],
    });
  return {
    good: [
      scene("different values", color("[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]")),
      scene("a constant", color("[(1, 0, 0)]", "constant")),
      scene("integers", meshText({ more: ['int[] primvars:id = [1, 1, 1, 1] (\n    interpolation = "vertex"\n)'] })),
    ],
    bad: [
      badScene("two equal colors", color("[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]"), {
        found: ['8:5 info: 2 of 4 values of "primvars:displayColor" are equal to another one.'],
      }),
      badScene("all equal", color("[(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)]"), {
        found: ['8:5 info: 4 of 4 values of "primvars:displayColor" are equal to another one.'],
      }),
      badScene("one value", meshText({ more: ['float primvars:weight = 1 (\n    interpolation = "uniform"\n)'] }), {
        found: ['8:5 error: "primvars:weight" has one value, but is not constant.'],
      }),
    ],
  };
}
