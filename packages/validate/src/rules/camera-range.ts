import type { AttributeData, PropertyDefinition } from "@usdkit/schema";
import type { PropertySpec } from "@usdkit/layer";
import { serviceProfiles } from "../engine/profile.ts";
import type { Fix, Rule, RuleContext, RuleExamples } from "../engine/types.ts";
import { fullScene } from "../examples/full-scene.ts";
import { valueOf } from "../scene/attributes.ts";
import { nearestName } from "@usdkit/layer";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import { valueWords } from "../scene/value-words.ts";

export const rule: Rule = {
  meta: {
    id: "camera-range",
    summary: "A camera attribute outside of its range",
    detail:
      "`clippingRange` must be 0 < near < far, `focalLength` and the apertures above 0, `fStop` and `focusDistance` not below, all of them " +
      "finite, and `projection` `perspective` or `orthographic`. Spec 2.8, Camera; UsdGeomCamera.",
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
        if (scene.tableOf(place)?.typeName !== "Camera") return;
        const definition = scene.definitionOf(property, place);
        if (definition === undefined || definition.unit === "pixels") return;
        if (definition.range === undefined && definition.allowedTokens === undefined) return;
        const found = valueOf(property, definition);
        if (found === undefined) return;
        const problem = problemOf(definition, found.data);
        if (problem !== undefined) reportProblem(context, property, definition, problem, found);
      },
    };
  },
};

function reportProblem(
  { source, report }: RuleContext,
  property: PropertySpec,
  { allowedTokens }: PropertyDefinition,
  problem: string,
  { value, data }: NonNullable<ReturnType<typeof valueOf>>,
): void {
  const near = typeof data === "string" ? nearestName(data, allowedTokens ?? []) : undefined;
  const fixes: readonly Fix[] =
    near === undefined || value.range === undefined
      ? []
      : [{ title: `Write ${quote(near)}`, safe: false, edits: [{ ...value.range, text: quote(near) }] }];
  const words = typeof data === "string" ? quote(data) : valueWords(source, value.range, String(data));
  report({
    message: `${quote(property.name)} of ${shortPath(property.parent.path)} is ${words}; ${problem}.`,
    hint: near === undefined ? "Correct it, or remove it: then the fallback counts." : `Did you mean ${quote(near)}?`,
    fixes,
    ...propertyPlace(property, value),
  });
}

/** What is expected, where the value is not that. */
function problemOf({ name, allowedTokens, range }: PropertyDefinition, data: AttributeData): string | undefined {
  if (allowedTokens !== undefined) {
    const isAllowed = typeof data === "string" && allowedTokens.includes(data);
    return isAllowed ? undefined : `${allowedTokens.map(quote).join(" or ")} was expected`;
  }
  const numbers = typeof data === "number" ? [data] : Array.isArray(data) ? (data as readonly unknown[]) : [];
  const isFinite = numbers.every((each) => Number.isFinite(each));
  if (name === "clippingRange") {
    const [near, far] = numbers as readonly number[];
    return isFinite && 0 < near && near < far ? undefined : "0 < near < far was expected, both finite";
  }
  if (range?.exclusiveMinimum !== undefined) {
    const { exclusiveMinimum } = range;
    const isAbove = isFinite && numbers.every((each) => Number(each) > exclusiveMinimum);
    return isAbove ? undefined : `a finite number above ${exclusiveMinimum} was expected`;
  }
  const minimum = range?.minimum ?? 0;
  const isEnough = isFinite && numbers.every((each) => Number(each) >= minimum);
  return isEnough ? undefined : `a finite number of at least ${minimum} was expected`;
}

function examples(): RuleExamples {
  const camera = (...statements: string[]): string =>
    fullScene("\n").replace("float focalLength = 35", statements.join("\n    "));
  return {
    good: [
      {
        title: "a camera",
        source: camera(
          "float2 clippingRange = (0.1, 1000)",
          "float fStop = 0",
          "float focusDistance = 0",
          'token projection = "orthographic"',
        ),
      },
      { title: "no value", source: camera("float focalLength = None") },
      { title: "the smallest", source: camera("float focalLength = 0.001", "float2 clippingRange = (0.0001, 0.0002)") },
    ],
    bad: [
      { title: "near behind far", source: camera("float2 clippingRange = (100, 0.1)"), at: ["5:5"] },
      { title: "near at the lens", source: camera("float2 clippingRange = (0, 100)"), at: ["5:5"] },
      {
        title: "no focal length",
        source: camera("float focalLength = 0", "float verticalAperture = -24"),
        at: ["5:5", "6:5"],
      },
      { title: "below 0", source: camera("float fStop = -1", "float focusDistance = -0.5"), at: ["5:5", "6:5"] },
      {
        title: "not finite",
        source: camera("float focalLength = inf", "float fStop = nan", "float2 clippingRange = (1, inf)"),
        at: ["5:5", "6:5", "7:5"],
      },
      { title: "another projection", source: camera('token projection = "Perspective"'), at: ["5:5"] },
    ],
  };
}
