import type { PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { PrimPlace } from "../model/prim-place.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { bakeFix } from "../scene/bake-fix.ts";
import { TRANSFORM } from "../scene/names.ts";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import type { TransformReading } from "../scene/transform-reading.ts";
import { countingOps, type CountingOp } from "../scene/unsupported-ops.ts";

export const rule: Rule = {
  meta: {
    id: "xform-op-supported",
    summary: "A transform op other than `xformOp:transform`: the prim lands elsewhere",
    detail:
      "The service places a prim by the matrix `xformOp:transform` alone and passes over every other op: translations, rotations, " +
      "scales, further matrices, inverses. The fix writes all ops, in their order, as one matrix that moves the prim as USD does; it is unsafe if arcs, variants or an " +
      "`over` may add opinions about the ops. " +
      "One finding a prim. Spec 2.8, Xform.",
    severity: "error",
    effect: "ignored",
    profiles: serviceProfiles,
    fixable: "both",
  },
  examples,
  check(context) {
    const { scene } = context;
    return {
      prim(prim, place) {
        const reading = scene.transformOf(place);
        if (reading === undefined) return;
        const all = countingOps(context, place);
        if (all.length === 0) return;
        const counting = all.filter(({ attribute }) => scene.names.nearOrderEntry(attribute.name) === undefined);
        if (counting.length > 0) reportOps(context, prim, place, reading, counting);
      },
    };
  },
};

function reportOps(
  context: RuleContext,
  prim: PrimSpec,
  _: PrimPlace,
  reading: TransformReading,
  counting: readonly CountingOp[],
): void {
  const [first] = counting;
  const isInverse = first.attribute.name === TRANSFORM;
  const others = counting.length === 1 ? "" : `, and ${counting.length - 1} more`;
  context.report({
    message: `The service ignores ${quote(first.entry)} of ${shortPath(prim.path)}${others}: it reads "${TRANSFORM}" alone, and the prim lands elsewhere.`,
    hint: 'Write all ops as one matrix: matrix4d xformOp:transform, with uniform token[] xformOpOrder = ["xformOp:transform"].',
    fixes: bakeFix(context, prim, reading, counting),
    // The attribute is right; what inverts it is the order.
    ...propertyPlace(isInverse && reading.order !== undefined ? reading.order : first.attribute),
  });
}

function examples(): RuleExamples {
  const xform = (body: string): string => fullScene(`\ndef Xform "World"\n{\n    ${body}\n}\n`);
  const matrix = "matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )";
  const order = (...names: string[]): string =>
    `uniform token[] xformOpOrder = [${names.map((name) => JSON.stringify(name)).join(", ")}]`;
  return {
    good: [
      { title: "the matrix", source: xform(`${matrix}\n    ${order("xformOp:transform")}`) },
      { title: "no place at all", source: xform("") },
      { title: "no op", source: xform(order()) },
    ],
    bad: [
      {
        title: "translate, rotate, scale",
        source: xform(
          `double3 xformOp:translate = (1, 2, 3)\n    float3 xformOp:rotateXYZ = (0, 90, 0)\n    float3 xformOp:scale = (2, 2, 2)\n    ${order("xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale")}`,
        ),
        at: ["4:5"],
      },
      {
        title: "an op beside the matrix",
        source: xform(
          `${matrix}\n    double3 xformOp:translate:pivot = (0, 1, 0)\n    ${order("xformOp:translate:pivot", "xformOp:transform")}`,
        ),
        at: ["5:5"],
      },
      {
        title: "the inverse of the matrix",
        source: xform(`${matrix}\n    ${order("!invert!xformOp:transform")}`),
        at: ["5:5"],
      },
      {
        title: "a second matrix",
        source: xform(
          `matrix4d xformOp:transform:second = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )\n    ${order("xformOp:transform:second")}`,
        ),
        at: ["4:5"],
      },
      {
        title: "in a patch",
        source:
          '#usda 1.0\nover "Main"\n{\n    double3 xformOp:translate = (0, 2, 5)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n',
        profile: "patch",
        base: fullScene("\n"),
        at: ["4:5"],
      },
    ],
  };
}
