import type { PrimSpec, PropertySpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { PrimPlace } from "@usdkit/service-scene";
import type { Rule, RuleContext, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { RESET_STACK, TRANSFORM } from "../scene/names.ts";
import { listFix, unlistFix } from "../scene/order-fix.ts";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import { attributeOfEntry, entriesThatCount, type TransformReading } from "../scene/transform-reading.ts";
import { countingOps, orderThatCounts } from "../scene/unsupported-ops.ts";

export const rule: Rule = {
  meta: {
    id: "xform-op-order",
    scope: "prim",
    needsWholeText: true,
    summary: "`xformOp:transform` authored and not in `xformOpOrder`, or listed and not authored",
    detail:
      "In USD an op counts only where `xformOpOrder` lists it; the service reads the matrix either way, so one scene lands in two places. " +
      "The fix makes the authored matrix count, as the service reads it, and removes from the order what is not authored; it is safe " +
      "only if USD composes the same transformation as before. " +
      "`!resetXformStack!` is reported as well: the service recommends an order of the matrix alone. Spec 2.8, Xform.",
    severity: "warning",
    effect: "risky",
    profiles: serviceProfiles,
    fixable: "both",
  },
  examples,
  check(context) {
    const { scene } = context;
    return {
      prim(prim, place) {
        const reading = scene.transformOf(place);
        if (reading === undefined || isAsRecommended(reading) || reading.hasMisspelling) return;
        checkOrder(context, prim, place, reading);
      },
    };
  },
};

function isAsRecommended({ matrix, entries }: TransformReading): boolean {
  return matrix !== undefined && entries !== undefined && entries.length === 1 && entries[0] === TRANSFORM;
}

function checkOrder(context: RuleContext, prim: PrimSpec, place: PrimPlace, reading: TransformReading): void {
  const { profile, report } = context;
  const { matrix, order } = reading;
  // `attribute-type` reports an order that is not a list of tokens.
  if (order !== undefined && reading.entries === undefined && !isWithoutValue(order)) return;
  const entries = orderThatCounts(context, prim, reading);
  if (entries === "unknown") return;
  const counted = entriesThatCount(entries ?? []);
  if (matrix !== undefined && !counted.some((entry) => attributeOfEntry(entry) === TRANSFORM)) {
    const isOnlyOp = countingOps(context, place).length === 0;
    report({
      message: `"${TRANSFORM}" of ${shortPath(prim.path)} is not in "xformOpOrder": USD passes over it, the service does not.`,
      hint: `Write uniform token[] xformOpOrder = ["${TRANSFORM}"].`,
      fixes: isOnlyOp ? () => listFix(context, prim, reading, entries ?? []) : [],
      ...propertyPlace(matrix),
    });
    return;
  }
  if (order === undefined || entries === undefined) return;
  const authored = authoredNames(context, prim);
  const absent = counted.find((entry) => entry !== RESET_STACK && !authored.has(attributeOfEntry(entry)));
  if (absent !== undefined && (profile !== "patch" || context.scene.hasBase)) {
    report({
      message: `"xformOpOrder" of ${shortPath(prim.path)} lists ${quote(absent)}, which is not authored.`,
      hint: `Author ${quote(attributeOfEntry(absent))}, or take it out of the order.`,
      fixes: profile === "patch" ? [] : () => unlistFix(context, order, entries, absent),
      ...propertyPlace(order),
    });
  } else if (entries.includes(RESET_STACK)) {
    report({
      message: `"xformOpOrder" of ${shortPath(prim.path)} lists "${RESET_STACK}": the prim does not move with those above it.`,
      hint: `The service recommends an order of "${TRANSFORM}" alone: move the prim to the root, or write the matrix for its parents.`,
      ...propertyPlace(order),
    });
  }
}

/** Returns whether the property has no value: it is only declared, or `None`. */
function isWithoutValue(order: PropertySpec): boolean {
  if (order.specType !== "attribute") return false;
  return order.defaultValue === undefined || order.defaultValue.kind === "block";
}

/** The properties of the prim; in a patch also those in the base. */
function authoredNames({ scene }: RuleContext, prim: PrimSpec): ReadonlySet<string> {
  const inBase = scene.hasBase ? (scene.basePrim(prim.path)?.properties ?? []) : [];
  return new Set([...prim.properties, ...inBase].map(({ name }) => name));
}

function examples(): FixedExamples {
  const xform = (body: string): string => fullScene(`\ndef Xform "World"\n{\n    ${body}\n}\n`);
  const matrix = "matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )";
  const order = 'uniform token[] xformOpOrder = ["xformOp:transform"]';
  const patch = (body: string): string => `#usda 1.0\nover "Main"\n{\n    ${body}\n}\n`;
  const base = (body: string): string => fullScene("\n").replace("float focalLength = 35", body);
  return {
    good: [
      { title: "the matrix and the order", source: xform(`${matrix}\n    ${order}`) },
      { title: "an empty order", source: xform("uniform token[] xformOpOrder = []") },
      {
        title: "a patch of the matrix alone",
        source: patch(matrix),
        profile: "patch",
        base: base(`${matrix}\n    ${order}`),
      },
      { title: "a patch of the order alone", source: patch(order), profile: "patch", base: base(matrix) },
    ],
    bad: [
      { title: "no order", source: xform(matrix), at: ["4:5"], fixed: xform(`${matrix}\n    ${order}`) },
      {
        title: "an empty order",
        source: xform(`${matrix}\n    uniform token[] xformOpOrder = []`),
        at: ["4:5"],
        fixed: xform(`${matrix}\n    ${order}`),
      },
      { title: "no matrix", source: xform(order), at: ["4:5"], fixed: fullScene('\ndef Xform "World"\n{\n}\n') },
      {
        title: "the stack is reset",
        source: xform(`${matrix}\n    ${order.replace("[", "[").replace('["', '["!resetXformStack!", "')}`),
        at: ["5:5"],
        fixed: null,
      },
      {
        title: "a patch whose base has no order",
        source: patch(matrix),
        profile: "patch",
        base: fullScene("\n"),
        at: ["4:5"],
        fixed: patch(`${matrix}\n    ${order}`),
      },
    ],
  };
}
