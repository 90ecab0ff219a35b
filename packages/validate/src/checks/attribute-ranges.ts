/** Checks attributes against the ranges and allowed values in the tables of prim types. */
import { rangeProblem, type PrimDefinition, type PropertyDefinition } from "@usdkit/service-scene";
import { nearestName, type PropertySpec } from "@usdkit/layer";
import type { Fix } from "../model/finding.ts";
import type { RuleContext, RuleListeners } from "../rule/rule.ts";
import { valueOf } from "../scene/attributes.ts";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";
import { valueWords } from "../scene/value-words.ts";

/** Returns listeners that report the attributes outside of their range, on prims of the types that `isIncluded` selects. */
export function checkRanges(context: RuleContext, isIncluded: (definition: PrimDefinition) => boolean): RuleListeners {
  const { scene } = context;
  return {
    property(property, _, place) {
      const table = scene.tableOf(place);
      if (table === undefined || !isIncluded(table)) return;
      const definition = scene.definitionOf(property, place);
      // Separate rules check the resolution of cameras and RenderSettings.
      if (definition === undefined || definition.unit === "pixels") return;
      const found = valueOf(property, definition);
      if (found === undefined) return;
      const expected = rangeProblem(definition, found.data);
      if (expected !== undefined) reportProblem(context, property, definition, { ...found, expected });
    },
  };
}

function reportProblem(
  { source, report }: RuleContext,
  property: PropertySpec,
  { allowedTokens, fallback }: PropertyDefinition,
  { value, data, expected }: NonNullable<ReturnType<typeof valueOf>> & { readonly expected: string },
): void {
  const near = typeof data === "string" ? nearestName(data, allowedTokens ?? []) : undefined;
  const fixes: readonly Fix[] =
    near === undefined || value.range === undefined
      ? []
      : [{ title: `Write ${quote(near)}`, safe: false, edits: [{ ...value.range, text: quote(near) }] }];
  const found = typeof data === "string" ? quote(data) : valueWords(source, value.range, String(data));
  const correction = fallback === undefined ? "Correct it." : "Correct it, or remove it: then the fallback counts.";
  report({
    message: `Expected ${expected} for ${quote(property.name)} of ${shortPath(property.parent.path)}, found ${found}.`,
    hint: near === undefined ? correction : `Did you mean ${quote(near)}?`,
    fixes,
    ...propertyPlace(property, value),
  });
}
