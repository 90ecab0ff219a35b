import { fieldDefinitions, nearestName, type Field, type Spec } from "@usdkit/layer";
import { everyProfile } from "../model/profile.ts";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { entryPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "metadata-unknown",
    scope: "prim",
    summary: "Metadata that the format does not define, with a name close to one that it does",
    detail:
      "The format keeps metadata that it does not define, and nothing reads it: `reference = …` brings in nothing. Metadata that the service " +
      "reads is reported by `name-misspelled`.",
    severity: "warning",
    effect: "ignored",
    profiles: everyProfile,
  },
  examples,
  check(context) {
    return {
      spec(spec) {
        if (spec.fields.size === 0 || spec.specType === "variantSet") return;
        for (const field of spec.fields.values()) {
          if (field.value.kind === "unregistered" || field.value.kind === "unregisteredListOp")
            checkField(context, spec, field);
        }
      },
    };
  },
};

/** The keywords of metadata of layers, prims and properties. */
const keywords: readonly string[] = Array.from(fieldDefinitions, ([name, each]) => each.keyword ?? name);

function checkField({ scene, profile, report }: RuleContext, spec: Spec, field: Field): void {
  const near = nearestName(field.name, keywords);
  if (near === undefined) return;
  const kind = spec.specType === "pseudoRoot" ? "layer" : spec.specType === "prim" ? "prim" : "property";
  if (profile !== "usda" && scene.names.nearField(kind, field.name) !== undefined) return;
  report({
    message: `The format does not define the metadata ${quote(field.name)} of ${spec.path === "/" ? "the layer" : shortPath(spec.path)}.`,
    hint: `Did you mean ${quote(near)}?`,
    ...entryPlace(spec, field),
  });
}

function examples(): RuleExamples {
  const prim = (entry: string): string => `#usda 1.0\ndef "A" (\n    ${entry}\n)\n{\n}\n`;
  return {
    good: [
      { title: "metadata of the format", source: prim('kind = "component"') },
      { title: "metadata of a plugin", source: prim('studioTag = "hero"') },
      { title: "custom data", source: prim("customData = {\n        int kinds = 1\n    }") },
    ],
    bad: [
      { title: "an arc", source: prim('reference = "x"'), at: ["3:5"] },
      { title: "a kind", source: prim('kidn = "component"'), at: ["3:5"] },
      { title: "metadata of the layer", source: '#usda 1.0\n(\n    metersPerUnits = "1"\n)\n', at: ["3:5"] },
    ],
  };
}
