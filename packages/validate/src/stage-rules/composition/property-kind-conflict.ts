import { reportErrors } from "../../checks/composition-errors.ts";
import { layerText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "property-kind-conflict",
    summary: "A property that is an attribute in one layer and a relationship in another",
    detail: "The strongest layer decides; the specs of the other kind are ignored.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: ["usdValidation:CompositionErrorTest"],
  },
  examples,
  checkStage: (context) => reportErrors(context, { INCONSISTENT_PROPERTY_TYPE: "Rename one of the properties." }),
};

function examples(): StageExamples {
  const files = (stronger: string, weaker: string): Readonly<Record<string, string>> => ({
    "shot.usda": layerText(`over "A"\n{\n    ${stronger}\n}`, "subLayers = [@./set.usda@]"),
    "set.usda": layerText(`def "A"\n{\n    ${weaker}\n}`),
  });
  return {
    good: [
      { title: "attributes", files: files("int x = 2", "int x = 1") },
      { title: "relationships", files: files("rel x = </A>", "rel x = </B>") },
      { title: "other names", files: files("rel x = </A>", "int y = 1") },
    ],
    bad: [
      {
        title: "a weaker relationship",
        files: files("int x = 2", "rel x = </A>"),
        found: ['set.usda:5:5 error: Expected "x" to be an attribute as in @shot.usda@; the spec is ignored.'],
      },
      {
        title: "a weaker attribute",
        files: files("rel x = </A>", "int x = 2"),
        found: ['set.usda:5:5 error: Expected "x" to be a relationship as in @shot.usda@; the spec is ignored.'],
      },
      {
        title: "a binding",
        files: files("rel material:binding = </A>", 'token material:binding = "red"'),
        found: [
          'set.usda:5:5 error: Expected "material:binding" to be a relationship as in @shot.usda@; the spec is ignored.',
        ],
      },
    ],
  };
}
