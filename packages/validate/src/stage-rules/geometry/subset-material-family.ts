import { setAttributeValue, insertProperty } from "@usdkit/usda";
import { textOf } from "@usdkit/usd";
import { isBindingName } from "../../checks/material-names.ts";
import { primFix, propertyFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const FAMILY = "materialBind";
const BOTH = ["usdShadeValidators:SubsetMaterialBindFamilyName", "nvidia:UsdGeomSubsetChecker"];

export const rule: StageRule = {
  meta: {
    id: "subset-material-family",
    summary: "A GeomSubset with a material that is not in the family `materialBind`",
    detail:
      "Renderers look for materials of subsets in the family `materialBind` alone. A subset of another family with a binding is reported " +
      "as a warning: it may have the binding for another purpose.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: BOTH,
  },
  of: { types: ["GeomSubset"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const binding = [...prim.properties.keys()].find(isBindingName);
        if (binding === undefined) return;
        const isAuthored = prim.hasValue("familyName");
        const family = textOf(prim.value("familyName")) ?? "";
        if (family === FAMILY) return;
        const title = { title: `Write the family \`${FAMILY}\`` };
        const property = isAuthored ? "familyName" : binding;
        report({
          message: isAuthored
            ? `"${binding}" is ignored: the subset is in the family "${family}".`
            : `"${binding}" is ignored: the subset is in no family.`,
          severity: isAuthored ? "warning" : undefined,
          hint: `Use the family "${FAMILY}".`,
          at: { prim: prim.path, property },
          sameAs: isAuthored ? BOTH.slice(1) : BOTH,
          fixes: isAuthored
            ? propertyFix(prim, property, title, (layer, path) => setAttributeValue(layer, path, `"${FAMILY}"`))
            : primFix(
                prim,
                title,
                (layer, path) => insertProperty(layer, path, `uniform token familyName = "${FAMILY}"`),
                { property },
              ),
        });
      },
    };
  },
};

function examples(): StageExamples {
  const subset = (...statements: readonly string[]): string =>
    defText('def Mesh "Box"', defText('def GeomSubset "Lid"', ...statements));
  const bound = "rel material:binding = </Wood>";
  const family = (name: string): string => `uniform token familyName = "${name}"`;
  return {
    good: [
      scene("in the family", subset(family(FAMILY), bound)),
      scene("without a material", subset(family("parts"))),
      scene("a mesh with a material", defText('def Mesh "Box"', bound)),
    ],
    bad: [
      badScene("no family", subset(bound), {
        found: ['7:9 error: "material:binding" is ignored: the subset is in no family.'],
        fixed: `def Mesh "Box"
{
    def GeomSubset "Lid"
    {
        rel material:binding = </Wood>
        uniform token familyName = "materialBind"
    }
}`,
      }),
      badScene("another family", subset(family("parts"), bound), {
        found: ['7:9 warning: "material:binding" is ignored: the subset is in the family "parts".'],
        fixed: `def Mesh "Box"
{
    def GeomSubset "Lid"
    {
        uniform token familyName = "materialBind"
        rel material:binding = </Wood>
    }
}`,
      }),
      badScene("to render", subset("rel material:binding:full = </Wood>"), {
        found: ['7:9 error: "material:binding:full" is ignored: the subset is in no family.'],
        fixed: `def Mesh "Box"
{
    def GeomSubset "Lid"
    {
        rel material:binding:full = </Wood>
        uniform token familyName = "materialBind"
    }
}`,
      }),
      badScene("for a purpose", subset("rel material:binding:preview = </Wood>"), {
        found: ['7:9 error: "material:binding:preview" is ignored: the subset is in no family.'],
        fixed: `def Mesh "Box"
{
    def GeomSubset "Lid"
    {
        rel material:binding:preview = </Wood>
        uniform token familyName = "materialBind"
    }
}`,
      }),
    ],
  };
}
