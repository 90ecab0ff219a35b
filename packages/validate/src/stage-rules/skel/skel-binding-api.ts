import { schemaOf } from "@usdkit/schemas";
import { applyApiFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** The properties of SkelBindingAPI. */
const NAMES = [...(schemaOf("SkelBindingAPI")?.properties.keys() ?? [])];

export const rule: StageRule = {
  meta: {
    id: "skel-binding-api",
    summary: "A prim with properties of a skeleton binding, but without the API schema SkelBindingAPI",
    detail:
      "Without SkelBindingAPI programs ignore `skel:skeleton`, `skel:joints`, `primvars:skel:jointIndices` and the other properties " +
      "of bindings: the prim does not move with its skeleton.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdSkelValidators:SkelBindingApiAppliedValidator", "nvidia:SkelBindingAPIAppliedChecker"],
  },
  of: { properties: NAMES, accepts: ({ apis }) => !apis.has("SkelBindingAPI") },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const property = NAMES.find((name) => prim.properties.has(name));
        if (property === undefined) return;
        report({
          message: `"${property}" is ignored: SkelBindingAPI is not applied to the prim.`,
          hint: 'Add `prepend apiSchemas = ["SkelBindingAPI"]` to the metadata of the prim.',
          at: { prim: prim.path, property },
          fixes: applyApiFix(prim, "SkelBindingAPI", property),
        });
      },
    };
  },
};

function examples(): StageExamples {
  const api = '(\n    prepend apiSchemas = ["SkelBindingAPI"]\n)';
  const skeleton = "rel skel:skeleton = </Model/Skeleton>";
  const inRoot = (body: string): string => defText('def SkelRoot "Model"', body);
  return {
    good: [
      scene("applied", defText(`def SkelRoot "Model" ${api}`, skeleton)),
      scene("no binding", defText('def SkelRoot "Model"', 'token visibility = "inherited"')),
      scene("a skeleton", defText('def Skeleton "Skeleton"', 'uniform token[] joints = ["Hip"]')),
    ],
    bad: [
      badScene("a skeleton", defText('def SkelRoot "Model"', skeleton), {
        found: ['5:5 error: "skel:skeleton" is ignored: SkelBindingAPI is not applied to the prim.'],
        fixed: `def SkelRoot "Model" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    rel skel:skeleton = </Model/Skeleton>
}`,
      }),
      badScene("joints of points", inRoot(defText('def Mesh "Body"', "int[] primvars:skel:jointIndices = [0, 1, 0]")), {
        found: ['7:9 error: "primvars:skel:jointIndices" is ignored: SkelBindingAPI is not applied to the prim.'],
        fixed: inRoot(`def Mesh "Body" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    int[] primvars:skel:jointIndices = [0, 1, 0]
}`),
      }),
      badScene(
        "next to another API schema",
        inRoot(defText('def Mesh "Body" (\n    apiSchemas = ["MaterialBindingAPI"]\n)', skeleton)),
        {
          found: ['9:9 error: "skel:skeleton" is ignored: SkelBindingAPI is not applied to the prim.'],
          fixed: inRoot(`def Mesh "Body" (
    apiSchemas = ["SkelBindingAPI", "MaterialBindingAPI"]
)
{
    rel skel:skeleton = </Model/Skeleton>
}`),
        },
      ),
    ],
  };
}
