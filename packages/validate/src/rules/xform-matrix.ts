import type { PropertySpec, TypedValue } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Fix } from "../model/finding.ts";
import type { Rule, RuleContext, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { matrixFault, transposed } from "../scene/matrix-fault.ts";
import { matrixText } from "../scene/matrix-text.ts";
import { TRANSFORM } from "../scene/names.ts";
import { propertyPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "xform-matrix",
    scope: "prim",
    summary: "A matrix that is not finite, singular, not affine, or transposed",
    detail:
      "The matrix is for row vectors: the translation is in the fourth row, and the fourth column is 0, 0, 0, 1. A singular one flattens " +
      "everything, and no camera can look through it. A translation in the fourth column reads as a transposed matrix, as other " +
      "conventions have it: that is a warning, and the fix transposes it. Spec 2.8, Xform.",
    severity: "error",
    effect: "risky",
    profiles: serviceProfiles,
    fixable: "unsafe",
  },
  examples,
  check(context) {
    const { scene } = context;
    return {
      property(property, _, place) {
        if (property.name !== TRANSFORM || property.specType !== "attribute") return;
        if (scene.tableOf(place)?.isTransformable !== true) return;
        const value = property.defaultValue;
        // `attribute-type` reports other types.
        if (value?.kind !== "typed" || value.isArray || value.type.canonicalName !== "matrix4d") return;
        const fault = matrixFault(value.data as Float64Array);
        if (fault !== undefined) reportFault(context, property, value, fault);
      },
    };
  },
};

const messages: Readonly<
  Record<NonNullable<ReturnType<typeof matrixFault>>, readonly [problem: string, hint: string]>
> = {
  "not-finite": ["has a number that is not finite", "Write 16 finite numbers."],
  transposed: [
    "has its translation in the fourth column, so it reads as transposed",
    "The translation belongs into the fourth row: (x, y, z, 1).",
  ],
  "not-affine": ["is not affine: its fourth column is not 0, 0, 0, 1", "Make the last number of the rows 0, 0, 0, 1."],
  singular: ["is singular: it flattens what it moves", "Look for an axis that is 0, or two that are parallel."],
};

function reportFault(
  { report }: RuleContext,
  property: PropertySpec,
  value: TypedValue,
  fault: keyof typeof messages,
): void {
  const [problem, hint] = messages[fault];
  const isTransposed = fault === "transposed";
  const fixes: readonly Fix[] =
    !isTransposed || value.range === undefined
      ? []
      : [
          {
            title: "Transpose the matrix",
            safe: false,
            edits: [{ ...value.range, text: matrixText(transposed(value.data as Float64Array)) }],
          },
        ];
  report({
    message: `"${TRANSFORM}" of ${shortPath(property.parent.path)} ${problem}.`,
    hint,
    severity: isTransposed ? "warning" : "error",
    fixes,
    ...propertyPlace(property, value),
  });
}

function examples(): FixedExamples {
  const xform = (rows: string): string =>
    fullScene(
      `\ndef Xform "World"\n{\n    matrix4d xformOp:transform = ( ${rows} )\n    uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n`,
    );
  return {
    good: [
      { title: "a translation", source: xform("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1)") },
      { title: "a mirror", source: xform("(-1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)") },
      {
        title: "a very small scale",
        source: xform("(1e-6, 0, 0, 0), (0, 1e-6, 0, 0), (0, 0, 1e-6, 0), (0, 0, 0, 1)"),
      },
    ],
    bad: [
      {
        title: "a scale of 0",
        source: xform("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1)"),
        at: ["4:5"],
        fixed: null,
      },
      {
        title: "parallel axes",
        source: xform("(1, 2, 3, 0), (2, 4, 6, 0), (0, 0, 1, 0), (0, 0, 0, 1)"),
        at: ["4:5"],
        fixed: null,
      },
      {
        title: "not finite",
        source: xform("(1, 0, 0, 0), (0, inf, 0, 0), (0, 0, 1, 0), (0, 0, nan, 1)"),
        at: ["4:5"],
        fixed: null,
      },
      {
        title: "a projection",
        source: xform("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, -1), (0, 0, 0.1, 0)"),
        at: ["4:5"],
        fixed: null,
      },
      {
        title: "transposed",
        source: xform("(1, 0, 0, 1), (0, 1, 0, 2), (0, 0, 1, 3), (0, 0, 0, 1)"),
        at: ["4:5"],
        fixed: xform("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1)"),
      },
    ],
  };
}
