import type { PrimDefinition, PrimPlace } from "@usdkit/service-scene";
import type { PropertySpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
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
    scope: "prim",
    summary: "An attribute or relationship that the service does not read",
    detail:
      "Each prim type has a table of attributes that the service reads; others change nothing in the image. One finding a prim. A type " +
      "that is ignored as a whole has `prim-type-ignored`, a patch `patch-camera-only`. A transform op that `xformOpOrder` does not " +
      "list has no effect either. A warning if USD hides by such an attribute what the service draws: `visibility` `invisible`, " +
      "`purpose` `guide` or `proxy`. Spec 2.8 rule 5.",
    severity: "info",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check(context) {
    const { scene, profile } = context;
    const isPatch = profile === "patch";
    return {
      prim(prim, place) {
        const table = scene.tableOf(place);
        // An ignored type has its own finding; a prim without a type is a container.
        if (table === undefined && prim.typeName !== "") return;
        const properties = prim.properties.filter((property) => {
          if (scene.definitionOf(property, place) !== undefined) return false;
          const isOp = table?.isTransformable === true && property.name.startsWith(OP_PREFIX);
          if (isPatch && !isOp) return false;
          if (isBinding(property) || scene.nearProperty(property, place) !== undefined) return false;
          return !isOp || !countingOps(context, place).some(({ attribute }) => attribute === property);
        });
        if (properties.length > 0) reportIgnored(context, { place, table, properties });
      },
    };
  },
};

/** The properties of one prim that the service ignores. */
interface Ignored {
  readonly place: PrimPlace;
  readonly table: PrimDefinition | undefined;
  readonly properties: readonly PropertySpec[];
}

/** Maximum number of names in a message. */
const MAX_NAMES = 5;

function reportIgnored({ report }: RuleContext, { place, table, properties }: Ignored): void {
  const [first] = properties;
  const owner = shortPath(place.prim.path);
  const hiding = properties.find((property) => hidesPrim(property, table));
  const isUnlistedOps = table?.isTransformable === true && properties.every(({ name }) => name.startsWith(OP_PREFIX));
  const names = listNames(properties);
  const message =
    hiding !== undefined
      ? `The service ignores ${names} of ${owner}, and draws what ${quote(hiding.name)} hides in USD.`
      : isUnlistedOps
        ? `${names} of ${owner} ${properties.length === 1 ? "has" : "have"} no effect: "${TRANSFORM_ORDER}" does not list ${properties.length === 1 ? "it" : "them"}.`
        : `The service ignores ${names} of ${owner}: ${reasonOf(properties, table)}.`;
  report({
    message,
    hint:
      hiding === undefined
        ? `Remove ${properties.length === 1 ? "it" : "them"}, if nothing else reads the file.`
        : "Write `active = false` into the metadata of the prim, or remove it, if it must not be drawn.",
    severity: hiding === undefined ? "info" : "warning",
    effect: hiding === undefined ? "ignored" : "risky",
    ...propertyPlace(first),
  });
}

/** `"a"`, `"a" and "b"`, `"a", "b", … and 3 more`. */
function listNames(properties: readonly PropertySpec[]): string {
  const names = properties.slice(0, MAX_NAMES).map(({ name }) => quote(name));
  if (properties.length > MAX_NAMES) return `${names.join(", ")} and ${properties.length - MAX_NAMES} more`;
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

/** Whether the attribute hides in USD a prim that the service draws, or such a prim below it. */
function hidesPrim(property: PropertySpec, table: PrimDefinition | undefined): boolean {
  if (table !== undefined && table.role !== "asset" && table.role !== "container") return false;
  const value = property.specType === "attribute" ? property.defaultValue : undefined;
  const data = value?.kind === "typed" ? value.data : undefined;
  if (property.name === "visibility") return data === "invisible";
  return property.name === "purpose" && (data === "guide" || data === "proxy");
}

function reasonOf(properties: readonly PropertySpec[], table: PrimDefinition | undefined): string {
  const isTransform = properties.every(({ name }) => name === TRANSFORM_ORDER || name.startsWith(OP_PREFIX));
  if (table === undefined) {
    return isTransform
      ? "prims without a type are not transformable"
      : "prims without a type have no supported attributes";
  }
  if (isTransform) return `${table.typeName} prims are not transformable`;
  return `not supported on ${table.typeName} prims`;
}

function examples(): RuleExamples {
  const mesh = (body: string): string =>
    fullScene(`\ndef Mesh "Chair" (\n    payload = @asset:/mesh/chair-01@\n)\n{\n    ${body}\n}\n`);
  return {
    good: [
      { title: "what the service reads", source: mesh(placed) },
      {
        title: "an attribute in a variant",
        source: fullScene('\ndef Xform "A" (\n    doc = "B"\n)\n{\n}\n'),
      },
      {
        title: "a camera's own resolution, which is used if RenderSettings have none",
        source: fullScene('\ndef Camera "First"\n{\n    int2 resolution = (10, 10)\n}\n').replace(
          '\ndef Camera "Main"\n{\n    float focalLength = 35\n}\n',
          "",
        ),
      },
    ],
    bad: [
      { title: "an attribute of the reference's schema", source: mesh("int[] faceVertexCounts = [3]"), at: ["6:5"] },
      {
        title: "a custom attribute and a relationship",
        source: mesh("custom int price = 5\n    rel proxyPrim = </Main>"),
        at: ["6:5"],
      },
      { title: "an invisible mesh", source: mesh('token visibility = "invisible"'), at: ["6:5"] },
      { title: "an op that no order lists", source: mesh("double3 xformOp:translate = (1, 2, 3)"), at: ["6:5"] },
      {
        title: "a matrix of a prim that is not transformable",
        source: fullScene(`\ndef Scope "Group"\n{\n    ${placed}\n}\n`),
        at: ["4:5"],
      },
      { title: "a prim without a type", source: fullScene('\ndef "Group"\n{\n    int x = 1\n}\n'), at: ["4:5"] },
    ],
  };
}
