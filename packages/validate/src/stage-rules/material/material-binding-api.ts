import { applyApiFix } from "../../checks/stage-fixes.ts";
import { isBindingName } from "../../checks/material-names.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "material-binding-api",
    summary: "A prim that binds a material without the API schema MaterialBindingAPI",
    detail:
      "OpenUSD and renderers ignore the material bindings of prims to which MaterialBindingAPI is not applied. The fix applies it, so " +
      "that the material is seen.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdShadeValidators:MaterialBindingApiAppliedValidator", "nvidia:UsdMaterialBindingApi"],
  },
  of: { properties: ["material:binding", "material:binding:"], accepts: ({ apis }) => !apis.has("MaterialBindingAPI") },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const property = [...prim.properties].find(
          ([name, [strongest]]) => isBindingName(name) && strongest.spec.specType === "relationship",
        )?.[0];
        if (property === undefined) return;
        report({
          message: `"${property}" is ignored: MaterialBindingAPI is not applied to the prim.`,
          hint: 'Add `prepend apiSchemas = ["MaterialBindingAPI"]` to the metadata of the prim.',
          at: { prim: prim.path, property },
          fixes: applyApiFix(prim, "MaterialBindingAPI", property),
        });
      },
    };
  },
};

function examples(): StageExamples {
  const wood = 'def Material "Wood"\n{\n}\n\n';
  const api = 'prepend apiSchemas = ["MaterialBindingAPI"]';
  const bound = "rel material:binding = </Wood>";
  return {
    good: [
      scene("applied", wood + defText(`def Cube "Box" (\n    ${api}\n)`, bound)),
      scene("no binding", wood + defText('def Cube "Box"', "double size = 1")),
      scene("applied in a sublayer", defText('over "Box"', bound), {
        metadata: "subLayers = [@./part.usda@]",
        files: { "part.usda": `#usda 1.0\n\n${wood}def Cube "Box" (\n    ${api}\n)\n{\n}\n` },
      }),
    ],
    bad: [
      badScene("not applied", wood + defText('def Cube "Box"', bound), {
        found: ['9:5 error: "material:binding" is ignored: MaterialBindingAPI is not applied to the prim.'],
        fixed: `def Material "Wood"
{
}

def Cube "Box" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    rel material:binding = </Wood>
}`,
      }),
      badScene(
        "next to another API schema",
        wood + defText('def Cube "Box" (\n    prepend apiSchemas = ["CollectionAPI:lights"]\n)', bound),
        {
          found: ['11:5 error: "material:binding" is ignored: MaterialBindingAPI is not applied to the prim.'],
          fixed: `def Material "Wood"
{
}

def Cube "Box" (
    prepend apiSchemas = ["MaterialBindingAPI", "CollectionAPI:lights"]
)
{
    rel material:binding = </Wood>
}`,
        },
      ),
      badScene("for one purpose", wood + defText('def Cube "Box"', "rel material:binding:preview = </Wood>"), {
        found: ['9:5 error: "material:binding:preview" is ignored: MaterialBindingAPI is not applied to the prim.'],
        fixed: `def Material "Wood"
{
}

def Cube "Box" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    rel material:binding:preview = </Wood>
}`,
      }),
    ],
  };
}
