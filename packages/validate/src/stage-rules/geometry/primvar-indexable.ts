import { elementsInUse, firstEqual, firstEqualText, repeatedCount } from "@usdkit/geometry/measures";
import { insertAfterProperty, setField } from "@usdkit/usda";
import { integersOf } from "../../checks/mesh-arrays.ts";
import { integerEdits, integersText, ownArray, pickEdits } from "../../checks/own-arrays.ts";
import { primvarsOf, valueCount, type PrimvarArrays } from "../../checks/primvar-arrays.ts";
import { layerFix, propertyFix } from "../../checks/stage-fixes.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import type { Fix } from "../../model/finding.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Values of these take no more space than an index. */
const SMALL_TYPES: ReadonlySet<string> = new Set(["bool", "uchar", "int", "uint", "int64", "uint64"]);

export const rule: StageRule = {
  meta: {
    id: "primvar-indexable",
    summary: "A primvar with equal values that indices would store once",
    detail:
      "A primvar with the same value for several points, faces or corners needs less space with `primvars:NAME:indices`. Of one that has " +
      "indices, equal values that are stored several times are reported. Primvars of skin weights, of integers, and with `elementSize` are not reported. One that is not an array is an error unless it is constant. The fix stores each value once and writes the indices, or makes " +
      "the one value constant; it is unsafe, as another layer may replace the values and not the indices.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
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
              fixes: propertyFix(prim, name, { title: 'Write `interpolation = "constant"`' }, (layer, path) =>
                setField(layer, path, "interpolation", '"constant"'),
              ),
            });
            continue;
          }
          if (isNotIndexed(primvar)) continue;
          const first = firstOfEach(primvar);
          const { indices } = primvar;
          const repeated = repeatedCount(indices === undefined ? first : used(first, indices));
          if (repeated === 0) continue;
          const count = valueCount(primvar);
          report({
            message: `${repeated} of ${count} ${indices === undefined ? "values" : "stored values"} of "${name}" are equal to another one.`,
            hint:
              indices === undefined
                ? `Store each once, and author \`int[] ${name}:indices\`.`
                : `Store each once, and adapt \`${name}:indices\`.`,
            at: { prim: prim.path, property: name },
            fixes: indices === undefined ? indexFix(prim, primvar) : mergeFix(prim, primvar),
          });
        }
      },
    };
  },
};

function indexFix(prim: CheckedPrim, primvar: PrimvarArrays): () => readonly Fix[] {
  return () => {
    const own = ownArray(prim, primvar.name);
    if (own?.statement === undefined) return [];
    const { layer, statement } = own;
    const first = firstOfEach(primvar);
    const stored = Int32Array.from(first.keys()).filter((element) => first[element] === element);
    const places = new Map(Array.from(stored, (element, place) => [element, place]));
    const indices = first.map((element) => places.get(element) ?? element);
    return layerFix(layer, { title: "Store each value once, with indices" }, (text) => [
      ...pickEdits(own, stored),
      insertAfterProperty(text, statement, `int[] ${primvar.name}:indices = ${integersText(indices)}`),
    ])();
  };
}

/** Returns the fix of a primvar that has indices: those of equal values become one. */
function mergeFix(prim: CheckedPrim, primvar: PrimvarArrays): () => readonly Fix[] {
  return () => {
    const values = ownArray(prim, primvar.name);
    const indices = ownArray(prim, `${primvar.name}:indices`);
    if (values === undefined || indices?.layer !== values.layer) return [];
    const first = firstOfEach(primvar);
    const merged = integersOf(indices.value).map((index) => first[index]);
    const stored = elementsInUse(merged, first.length);
    const places = new Map(Array.from(stored, (element, place) => [element, place]));
    return layerFix(values.layer, { title: "Store each value once" }, () => [
      ...pickEdits(values, stored),
      ...integerEdits(
        indices,
        merged.map((element) => places.get(element) ?? element),
      ),
    ])();
  };
}

function isNotIndexed({ name, type, elementSize, indices, numbers, texts, components }: PrimvarArrays): boolean {
  if (elementSize > 1 || SMALL_TYPES.has(type) || name.startsWith("primvars:skel:")) return true;
  const count = texts?.length ?? Math.floor((numbers?.length ?? 0) / components);
  return indices !== undefined && Array.prototype.some.call(indices, (index: number) => index < 0 || index >= count);
}

/** Returns the first element that is equal to each of those that have an index; the others are equal to none. */
function used(first: Int32Array, indices: ArrayLike<number>): Int32Array {
  const isUsed = new Uint8Array(first.length);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
  const found = new Int32Array(first.length).fill(-1);
  return first.map((equal, element) => {
    if (isUsed[element] === 0) return element;
    if (found[equal] < 0) found[equal] = element;
    return found[equal];
  });
}

/** Returns the first element that is equal to each. */
function firstOfEach({ numbers, texts, components }: PrimvarArrays): Int32Array {
  return texts === undefined ? firstEqual(numbers ?? [], components) : firstEqualText(texts);
}

function examples(): StageExamples {
  const color = (values: string, interpolation = "vertex"): string =>
    meshText({
      more: [`color3f[] primvars:displayColor = ${values} (\n    interpolation = "${interpolation}"\n)`],
    });
  const indexed = (values: string, indices: string): string =>
    meshText({
      more: [
        `color3f[] primvars:displayColor = ${values} (\n    interpolation = "vertex"\n)`,
        `int[] primvars:displayColor:indices = ${indices}`,
      ],
    });
  const names = (values: string, indices?: string): string =>
    meshText({
      more: [
        `string[] primvars:name = ${values} (\n    interpolation = "vertex"\n)`,
        ...(indices === undefined ? [] : [`int[] primvars:name:indices = ${indices}`]),
      ],
    });
  return {
    good: [
      scene("different values", color("[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]")),
      scene("a constant", color("[(1, 0, 0)]", "constant")),
      scene("indices", indexed("[(1, 0, 0), (0, 1, 0)]", "[0, 1, 1, 0]")),
      scene("integers", meshText({ more: ['int[] primvars:id = [1, 1, 1, 1] (\n    interpolation = "vertex"\n)'] })),
    ],
    bad: [
      badScene("two equal colors", color("[(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)]"), {
        found: ['8:5 info: 2 of 4 values of "primvars:displayColor" are equal to another one.'],
        fixed: indexed("[(1, 0, 0), (0, 1, 0), (0, 0, 1)]", "[0, 1, 2, 0]"),
      }),
      badScene("all equal", color("[(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)]"), {
        found: ['8:5 info: 4 of 4 values of "primvars:displayColor" are equal to another one.'],
        fixed: indexed("[(1, 0, 0)]", "[0, 0, 0, 0]"),
      }),
      badScene("equal names", names('["a", "b", "a", "b"]'), {
        found: ['8:5 info: 4 of 4 values of "primvars:name" are equal to another one.'],
        fixed: names('["a", "b"]', "[0, 1, 0, 1]"),
      }),
      badScene(
        "equal values that have indices",
        indexed("[(1, 0, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0)]", "[0, 2, 1, 0]"),
        {
          found: ['8:5 info: 2 of 4 stored values of "primvars:displayColor" are equal to another one.'],
          fixed: indexed("[(1, 0, 0), (0, 1, 0)]", "[0, 0, 1, 0]"),
        },
      ),
      badScene("one value", meshText({ more: ['float primvars:weight = 1 (\n    interpolation = "uniform"\n)'] }), {
        found: ['8:5 error: "primvars:weight" has one value, but is not constant.'],
        fixed: meshText({ more: ['float primvars:weight = 1 (\n    interpolation = "constant"\n)'] }),
      }),
    ],
  };
}
