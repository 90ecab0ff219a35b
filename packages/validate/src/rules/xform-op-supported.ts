import { bakedTransform, serviceMatrix } from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleContext, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { bakeFix } from "../scene/bake-fix.ts";
import { TRANSFORM, TRANSFORM_ORDER } from "../scene/names.ts";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import type { TransformReading } from "../scene/transform-reading.ts";
import { countingOps, type CountingOp } from "../scene/unsupported-ops.ts";

export const rule: Rule = {
  meta: {
    id: "xform-op-supported",
    scope: "prim",
    summary: "A transform op other than `xformOp:transform`: the prim is elsewhere than in USD",
    detail:
      "The service reads only the matrix `xformOp:transform` and ignores every other op: translations, rotations, " +
      "scales, further matrices, inverses. The fix writes all ops, in their order, as one matrix that moves the prim as USD does; it is unsafe if arcs, variants or an " +
      "`over` may add opinions about the ops. " +
      "One finding a prim; info if the ops amount to what the service reads anyway, as identities do. Spec 2.8, Xform.",
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
        if (counting.length > 0) reportOps(context, prim, reading, counting);
      },
    };
  },
};

function reportOps(
  context: RuleContext,
  prim: PrimSpec,
  reading: TransformReading,
  counting: readonly CountingOp[],
): void {
  const [first] = counting;
  const isInverse = first.attribute.name === TRANSFORM;
  const isHarmless = movesAsRead(prim);
  const others = counting.length === 1 ? "" : `, and ${counting.length - 1} more`;
  context.report({
    message: isHarmless
      ? `The service ignores ${quote(first.entry)} of ${shortPath(prim.path)}${others}; the ops amount to what it reads anyway.`
      : `The service ignores ${quote(first.entry)} of ${shortPath(prim.path)}${others}: it reads only "${TRANSFORM}", and the prim is elsewhere than in USD.`,
    severity: isHarmless ? "info" : "error",
    hint: 'Write all ops as one matrix: matrix4d xformOp:transform, with uniform token[] xformOpOrder = ["xformOp:transform"].',
    fixes: () => bakeFix(context, prim, reading, counting),
    // The attribute is valid; the order inverts it.
    ...propertyPlace(isInverse && reading.order !== undefined ? reading.order : first.attribute),
  });
}

/** Whether all ops together equal the matrix that the service reads: the identity if none is authored. */
function movesAsRead(prim: PrimSpec): boolean {
  if (!prim.properties.some(({ name }) => name === TRANSFORM_ORDER)) return false;
  const { matrix, problems } = bakedTransform(prim);
  const read = serviceMatrix(prim);
  return (
    problems.length === 0 &&
    matrix.every((each, i) => Math.abs(each - read[i]) <= 1e-12 * Math.max(1, Math.abs(read[i])))
  );
}

function examples(): FixedExamples {
  const xform = (body: string): string => fullScene(`\ndef Xform "World"\n{\n    ${body}\n}\n`);
  const matrix = "matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )";
  const order = (...names: string[]): string =>
    `uniform token[] xformOpOrder = [${names.map((name) => JSON.stringify(name)).join(", ")}]`;
  const fixed = (rows: string): string =>
    xform(`matrix4d xformOp:transform = ( ${rows} )\n    ${order("xformOp:transform")}`);
  return {
    good: [
      { title: "the matrix", source: xform(`${matrix}\n    ${order("xformOp:transform")}`) },
      { title: "no transformation", source: xform("") },
      { title: "no op", source: xform(order()) },
    ],
    bad: [
      {
        title: "translate, rotate, scale",
        source: xform(
          `double3 xformOp:translate = (1, 2, 3)\n    float3 xformOp:rotateXYZ = (0, 90, 0)\n    float3 xformOp:scale = (2, 2, 2)\n    ${order("xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale")}`,
        ),
        at: ["4:5"],
        fixed: fixed("(0, 0, -2, 0), (0, 2, 0, 0), (2, 0, 0, 0), (1, 2, 3, 1)"),
      },
      {
        title: "an op without effect",
        source: xform(`double3 xformOp:translate = (0, 0, 0)\n    ${order("xformOp:translate")}`),
        at: ["4:5"],
        fixed: fixed("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)"),
      },
      {
        title: "an op in addition to the matrix",
        source: xform(
          `${matrix}\n    double3 xformOp:translate:pivot = (0, 1, 0)\n    ${order("xformOp:translate:pivot", "xformOp:transform")}`,
        ),
        at: ["5:5"],
        fixed: fixed("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 3, 3, 1)"),
      },
      {
        title: "the inverse of the matrix",
        source: xform(`${matrix}\n    ${order("!invert!xformOp:transform")}`),
        at: ["5:5"],
        fixed: fixed("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (-1, -2, -3, 1)"),
      },
      {
        title: "a second matrix",
        source: xform(
          `matrix4d xformOp:transform:second = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )\n    ${order("xformOp:transform:second")}`,
        ),
        at: ["4:5"],
        fixed: fixed("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1)"),
      },
      {
        title: "in a patch",
        source:
          '#usda 1.0\nover "Main"\n{\n    double3 xformOp:translate = (0, 2, 5)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n',
        profile: "patch",
        base: fullScene("\n"),
        at: ["4:5"],
        fixed:
          '#usda 1.0\nover "Main"\n{\n    matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 2, 5, 1) )\n    uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n',
      },
    ],
  };
}
