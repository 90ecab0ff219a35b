import { isBindingName } from "../../checks/material-names.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "material-binding-type",
    summary: "A material binding that is an attribute",
    detail: "`material:binding` and all properties whose names begin with `material:binding:` are relationships.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdShadeValidators:MaterialBindingRelationships", "nvidia:UsdShadeMaterialBindingRelationships"],
  },
  of: { properties: ["material:binding", "material:binding:"] },
  examples,
  checkStage({ report }) {
    return {
      property(property, [{ spec }], prim) {
        if (!isBindingName(property) || spec.specType === "relationship") return;
        report({
          message: `"${property}" binds nothing: it is an attribute.`,
          hint: `Write \`rel ${property} = </Path/Of/Material>\`.`,
          at: { prim: prim.path, property },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const cube = (statement: string): string => defText('def Cube "Box"', statement);
  return {
    good: [
      scene("a relationship", cube("rel material:binding = </Wood>")),
      scene("without a target", cube("rel material:binding:full")),
      scene("of a collection", cube("rel material:binding:collection:legs = [</Box.collection:legs>, </Wood>]")),
      scene("another name", cube('token material:bindingNote = "later"')),
    ],
    bad: [
      badScene("a token", cube('token material:binding = "/Wood"'), {
        found: ['5:5 error: "material:binding" binds nothing: it is an attribute.'],
      }),
      badScene("for a purpose", cube('string material:binding:preview = "/Wood"'), {
        found: ['5:5 error: "material:binding:preview" binds nothing: it is an attribute.'],
      }),
      badScene("of a collection", cube("asset material:binding:collection:legs = @./wood.usda@"), {
        found: ['5:5 error: "material:binding:collection:legs" binds nothing: it is an attribute.'],
      }),
    ],
  };
}
