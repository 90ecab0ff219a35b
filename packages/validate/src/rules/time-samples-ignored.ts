import type { PropertyDefinition } from "@usdkit/service-scene";
import type { AttributeSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "time-samples-ignored",
    scope: "prim",
    summary: "Time samples on a supported attribute, which the service ignores",
    detail:
      "The service renders one moment and reads default values alone: of an attribute with time samples or a spline it takes the default, " +
      "or the fallback if none is authored, as if the attribute did not exist. Spec 2.8 has no animation.",
    severity: "warning",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check({ scene, report }) {
    return {
      property(property, prim, place) {
        if (property.specType !== "attribute") return;
        const definition = scene.definitionOf(property, place);
        if (definition === undefined) return;
        const { timeSamples, spline } = property;
        const animation = timeSamples ?? spline;
        if (animation === undefined) return;
        const what = timeSamples === undefined ? "spline" : "time samples";
        report({
          message: `The service ignores the ${what} of ${quote(property.name)} of ${shortPath(prim.path)}: ${instead(property, definition)}.`,
          hint: "Author the value of the moment that is to be rendered as the default.",
          ...propertyPlace(property, animation),
        });
      },
    };
  },
};

function instead({ defaultValue }: AttributeSpec, { fallback }: PropertyDefinition): string {
  if (defaultValue !== undefined && defaultValue.kind !== "block") return "the default counts";
  return fallback === undefined
    ? "without a default it has no value"
    : `without a default ${JSON.stringify(fallback)} counts`;
}

function examples(): RuleExamples {
  const camera = (statements: string): string => fullScene("\n").replace("float focalLength = 35", statements);
  return {
    good: [
      { title: "a default", source: camera("float focalLength = 35") },
      { title: "nothing authored", source: camera("float focalLength") },
      { title: "no value", source: camera("float focalLength = None") },
    ],
    bad: [
      {
        title: "time samples alone",
        source: camera("float focalLength.timeSamples = {\n        0: 35,\n    }"),
        at: ["5:5"],
      },
      {
        title: "time samples and a default",
        source: camera("float focalLength = 35\n    float focalLength.timeSamples = {\n        0: 35,\n    }"),
        at: ["6:5"],
      },
      {
        title: "a spline",
        source: camera("float focalLength.spline = {\n        0: 35,\n        1: 50,\n    }"),
        at: ["5:5"],
      },
    ],
  };
}
