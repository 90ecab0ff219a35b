import { insertProperty, setAttributeValue } from "@usdkit/usda";
import { textOf } from "@usdkit/usd";
import { geometryOfFirst } from "../../checks/subsets.ts";
import { primFix, propertyFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const PROPERTY = "subsetFamily:materialBind:familyType";
const TITLE = { title: "Write the type `nonOverlapping`" };

export const rule: StageRule = {
  meta: {
    id: "subset-material-family-type",
    summary: "Subsets with materials whose family does not exclude overlaps",
    detail:
      "A face has one material: the family `materialBind` is of type `nonOverlapping` or `partition`, which a property of the " +
      "geometry names. Without it the type is `unrestricted`.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdShadeValidators:SubsetsMaterialBindFamily", "nvidia:UsdShadeSubsetsMaterialBindFamilyChecker"],
  },
  of: { types: ["GeomSubset"] },
  examples,
  checkStage(context) {
    const { report } = context;
    return {
      prim(first) {
        const prim = geometryOfFirst(context, first);
        if (prim === undefined) return;
        const subset = prim.children.find(isMaterialSubset);
        if (subset === undefined) return;
        const isAuthored = prim.hasValue(PROPERTY);
        const type = textOf(prim.value(PROPERTY)) ?? "unrestricted";
        if (type !== "unrestricted") return;
        report({
          message: isAuthored
            ? "The subsets with materials may overlap: their family is unrestricted."
            : `The subsets with materials may overlap: there is no "${PROPERTY}".`,
          hint: `Write \`uniform token ${PROPERTY} = "nonOverlapping"\`.`,
          at: isAuthored ? { prim: prim.path, property: PROPERTY } : { prim: prim.path },
          related: [{ message: "A subset of the family.", at: { prim: subset.path } }],
          fixes: isAuthored
            ? propertyFix(prim, PROPERTY, TITLE, (layer, path) => setAttributeValue(layer, path, '"nonOverlapping"'))
            : primFix(prim, TITLE, (layer, path) =>
                insertProperty(layer, path, `uniform token ${PROPERTY} = "nonOverlapping"`),
              ),
        });
      },
    };
  },
};

function isMaterialSubset(prim: CheckedPrim): boolean {
  return prim.isA("GeomSubset") && prim.isDefined && textOf(prim.value("familyName")) === "materialBind";
}

function examples(): StageExamples {
  const mesh = (type: string | undefined, family = "materialBind"): string =>
    defText(
      'def Mesh "Box"',
      ...(type === undefined ? [] : [`uniform token ${PROPERTY} = "${type}"`]),
      defText('def GeomSubset "Lid"', `uniform token familyName = "${family}"`),
    );
  return {
    good: [
      scene("no overlaps", mesh("nonOverlapping")),
      scene("a partition", mesh("partition")),
      scene("another family", mesh(undefined, "parts")),
    ],
    bad: [
      badScene("unrestricted", mesh("unrestricted"), {
        found: ["5:5 error: The subsets with materials may overlap: their family is unrestricted."],
        fixed: `def Mesh "Box"
{
    uniform token subsetFamily:materialBind:familyType = "nonOverlapping"
    def GeomSubset "Lid"
    {
        uniform token familyName = "materialBind"
    }
}`,
      }),
      badScene("no type", mesh(undefined), {
        found: [
          '3:11 error: The subsets with materials may overlap: there is no "subsetFamily:materialBind:familyType".',
        ],
        fixed: `def Mesh "Box"
{
    uniform token subsetFamily:materialBind:familyType = "nonOverlapping"

    def GeomSubset "Lid"
    {
        uniform token familyName = "materialBind"
    }
}`,
      }),
      badScene("on curves", mesh("unrestricted").replace("Mesh", "BasisCurves"), {
        found: ["5:5 error: The subsets with materials may overlap: their family is unrestricted."],
        fixed: `def BasisCurves "Box"
{
    uniform token subsetFamily:materialBind:familyType = "nonOverlapping"
    def GeomSubset "Lid"
    {
        uniform token familyName = "materialBind"
    }
}`,
      }),
    ],
  };
}
