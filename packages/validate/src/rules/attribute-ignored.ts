import type { PrimDefinition } from "@usdkit/schema";
import type { PropertySpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { PrimPlace } from "../model/prim-place.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { fullScene, place as placed } from "../examples/full-scene.ts";
import { isBinding } from "../scene/materials.ts";
import { OP_PREFIX, TRANSFORM_ORDER } from "../scene/names.ts";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import { countingOps } from "../scene/unsupported-ops.ts";

export const rule: Rule = {
  meta: {
    id: "attribute-ignored",
    summary: "An attribute or relationship that the service does not read",
    detail:
      "Each prim type has a table of what the service reads; what is not in it changes nothing in the image. Of a type that is " +
      "ignored as a whole, `prim-type-ignored` speaks; in a patch, `patch-camera-only`. A transform op that `xformOpOrder` does not list " +
      "has no effect either. Spec 2.8 rule 5.",
    severity: "info",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check(context) {
    const { scene, profile } = context;
    const isPatch = profile === "patch";
    let opsOf: PrimPlace | undefined;
    let counting: ReadonlySet<PropertySpec> = new Set();
    const isCounting = (property: PropertySpec, place: PrimPlace): boolean => {
      if (opsOf !== place) counting = new Set(countingOps(context, place).map(({ attribute }) => attribute));
      opsOf = place;
      return counting.has(property);
    };
    return {
      property(property, prim, place) {
        if (scene.definitionOf(property, place) !== undefined) return;
        const table = scene.tableOf(place);
        const isOp = table?.isTransformable === true && property.name.startsWith(OP_PREFIX);
        if (isPatch && !isOp) return;
        // Of an ignored type, nothing is read; a prim without one is a container like a Scope.
        if (table === undefined && prim.typeName !== "") return;
        if (isBinding(property) || scene.nearProperty(property, place) !== undefined) return;
        if (isOp && isCounting(property, place)) return;
        reportIgnored(context, property, place, table, isOp);
      },
    };
  },
};

function reportIgnored(
  { report }: RuleContext,
  property: PropertySpec,
  place: PrimPlace,
  table: PrimDefinition | undefined,
  isOp: boolean,
): void {
  const { name } = property;
  const owner = shortPath(place.prim.path);
  report({
    message: isOp
      ? `${quote(name)} of ${owner} has no effect: "${TRANSFORM_ORDER}" does not list it.`
      : `The service ignores ${quote(name)} of ${owner}: ${reasonOf(name, table)}.`,
    hint: "Remove it, if nothing else reads the file.",
    ...propertyPlace(property),
  });
}

function reasonOf(name: string, table: PrimDefinition | undefined): string {
  const isPlace = name === TRANSFORM_ORDER || name.startsWith(OP_PREFIX);
  const owner = table === undefined ? "a prim without a type" : `a ${table.typeName}`;
  if (isPlace) return `${owner} has no place of its own, and its matrix moves nothing`;
  return table?.properties.size === 0 || table === undefined
    ? `${owner} has no attributes that it reads`
    : `it is not among those that it reads of ${owner}`;
}

function examples(): RuleExamples {
  const mesh = (body: string): string =>
    fullScene(`\ndef Mesh "Chair" (\n    payload = @asset:/mesh/chair-01@\n)\n{\n    ${body}\n}\n`);
  return {
    good: [
      { title: "what the service reads", source: mesh(placed) },
      {
        title: "an attribute in a variant is a matter of the variant",
        source: fullScene('\ndef Xform "A" (\n    doc = "B"\n)\n{\n}\n'),
      },
      {
        title: "a camera's own resolution, which counts where RenderSettings have none",
        source: fullScene('\ndef Camera "First"\n{\n    int2 resolution = (10, 10)\n}\n').replace(
          '\ndef Camera "Main"\n{\n    float focalLength = 35\n}\n',
          "",
        ),
      },
    ],
    bad: [
      { title: "what the reference's schema has", source: mesh("int[] faceVertexCounts = [3]"), at: ["6:5"] },
      {
        title: "a custom attribute and a relationship",
        source: mesh("custom int price = 5\n    rel proxyPrim = </Main>"),
        at: ["6:5", "7:5"],
      },
      { title: "an op that no order lists", source: mesh("double3 xformOp:translate = (1, 2, 3)"), at: ["6:5"] },
      {
        title: "a matrix of a prim that has no place",
        source: fullScene(`\ndef Scope "Group"\n{\n    ${placed}\n}\n`),
        at: ["4:5", "5:5"],
      },
      { title: "a prim without a type", source: fullScene('\ndef "Group"\n{\n    int x = 1\n}\n'), at: ["4:5"] },
    ],
  };
}
