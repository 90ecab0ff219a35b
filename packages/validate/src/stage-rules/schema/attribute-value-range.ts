import { numbersOf, type PlainNumbers } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Times of one attribute that are evaluated. */
const MAX_SAMPLES = 100;

interface Range {
  readonly test: (value: number) => boolean;
  readonly words: string;
}

const positive: Range = { test: (value) => value > 0, words: "greater than 0" };
const notNegative: Range = { test: (value) => value >= 0, words: "0 or greater" };
const unit: Range = { test: (value) => value >= 0 && value <= 1, words: "from 0 to 1" };

/** By type, with those that inherit it, the ranges of its attributes. */
const RANGES: readonly (readonly [type: string, ranges: Readonly<Record<string, Range>>])[] = [
  ["Sphere", { radius: notNegative }],
  ["Cube", { size: notNegative }],
  ["Cylinder", { radius: notNegative, height: notNegative }],
  ["Capsule", { radius: notNegative, height: notNegative }],
  ["Cone", { radius: notNegative, height: notNegative }],
  ["Plane", { width: notNegative, length: notNegative }],
  ["Points", { widths: notNegative }],
  ["Curves", { widths: notNegative }],
  ["Gprim", { "primvars:displayOpacity": unit }],
  [
    "Camera",
    {
      focalLength: positive,
      horizontalAperture: positive,
      verticalAperture: positive,
      fStop: notNegative,
      focusDistance: notNegative,
    },
  ],
  ["RectLight", { "inputs:width": notNegative, "inputs:height": notNegative }],
  ["SphereLight", { "inputs:radius": notNegative }],
  ["DiskLight", { "inputs:radius": notNegative }],
  ["CylinderLight", { "inputs:radius": notNegative, "inputs:length": notNegative }],
];

/** The properties that have a range on some type. */
const RANGED: ReadonlySet<string> = new Set(RANGES.flatMap(([, ranges]) => Object.keys(ranges)));

export const rule: StageRule = {
  meta: {
    id: "attribute-value-range",
    summary: "A number outside of the range that its attribute has",
    detail:
      "Sizes of shapes, lights and lenses are not negative, opacities are from 0 to 1. Values that are not finite are reported too.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
  },
  of: { types: RANGES.map(([type]) => type) },
  examples,
  checkStage({ report }) {
    return {
      property(property, [{ spec }], prim) {
        if (spec.specType !== "attribute") return;
        const range = RANGED.has(property) ? rangeOf(prim, property) : undefined;
        if (range === undefined) return;
        const times = prim.sampleTimes(property).slice(0, MAX_SAMPLES);
        for (const time of times.length === 0 ? [null] : times) {
          const wrong = firstOutside(numbersOf(prim.value(property, time)), range);
          if (wrong === undefined) continue;
          report({
            message: `"${property}" of the ${prim.shape.typeName} is ${wrong}, expected a number ${range.words}.`,
            hint: "Correct the value.",
            at: { prim: prim.path, property },
          });
          return;
        }
      },
    };
  },
};

function rangeOf(prim: CheckedPrim, property: string): Range | undefined {
  return RANGES.find(([type, each]) => Object.hasOwn(each, property) && prim.isA(type))?.[1][property];
}

function firstOutside(numbers: PlainNumbers | undefined, { test }: Range): number | undefined {
  if (numbers === undefined) return undefined;
  for (const each of numbers) if (!test(each)) return each;
  return undefined;
}

function examples(): StageExamples {
  return {
    good: [
      scene("a radius", defText('def Sphere "Ball"', "double radius = 2")),
      scene("an attribute of its own", defText('def Sphere "Ball"', "double bounce = -2")),
      scene("opacities", defText('def Cube "Box"', "float[] primvars:displayOpacity = [0, 0.5, 1]")),
    ],
    bad: [
      badScene("a negative radius", defText('def Sphere "Ball"', "double radius = -2"), {
        found: ['5:5 warning: "radius" of the Sphere is -2, expected a number 0 or greater.'],
      }),
      badScene("an opacity", defText('def Cube "Box"', "float[] primvars:displayOpacity = [0.5, 2]"), {
        found: ['5:5 warning: "primvars:displayOpacity" of the Cube is 2, expected a number from 0 to 1.'],
      }),
      badScene(
        "a lens at a time",
        defText('def Camera "Main"', "float focalLength.timeSamples = {\n        1: 50,\n        2: 0,\n    }"),
        { found: ['5:5 warning: "focalLength" of the Camera is 0, expected a number greater than 0.'] },
      ),
    ],
  };
}
