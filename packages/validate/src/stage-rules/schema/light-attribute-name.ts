import { schemaOf } from "@usdkit/schemas";
import { renameProperty } from "@usdkit/usda";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Schemas whose attributes had other names before OpenUSD 21.02. */
const SCHEMAS = [
  "LightAPI",
  "ShadowAPI",
  "ShapingAPI",
  "CylinderLight",
  "DiskLight",
  "DistantLight",
  "DomeLight",
  "RectLight",
  "SphereLight",
];
const PREFIX = "inputs:";
/** Attributes of lights by the name without `inputs:`. */
const NAMES: ReadonlySet<string> = new Set(
  SCHEMAS.flatMap((schema) => [...(schemaOf(schema)?.properties.keys() ?? [])])
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length)),
);

export const rule: StageRule = {
  meta: {
    id: "light-attribute-name",
    summary: "An attribute of a light without `inputs:`, as before OpenUSD 21.02",
    detail:
      "Since OpenUSD 21.02 the attributes of lights are inputs: `inputs:intensity`, `inputs:shaping:cone:angle`. Attributes with the " +
      "old names are ignored.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:UsdLuxSchemaChecker"],
  },
  of: { apis: ["LightAPI"] },
  examples,
  checkStage({ report }) {
    return {
      property(property, [{ spec }], prim) {
        if (!NAMES.has(property) || spec.specType !== "attribute") return;
        const name = PREFIX + property;
        if (prim.properties.has(name) || prim.value(property) === undefined) return;
        report({
          message: `"${property}" of the ${prim.shape.typeName} is ignored: since OpenUSD 21.02 its name is "${name}".`,
          hint: `Rename it to "${name}".`,
          at: { prim: prim.path, property },
          fixes: propertyFix(prim, property, { title: `Rename to \`${name}\`` }, (layer, path) =>
            renameProperty(layer, path, name),
          ),
        });
      },
    };
  },
};

function examples(): StageExamples {
  const light = (...statements: readonly string[]): string => defText('def RectLight "Key"', ...statements);
  return {
    good: [
      scene("inputs", light("float inputs:intensity = 500", "float inputs:width = 2")),
      scene("both names", light("float inputs:intensity = 500", "float intensity = 500")),
      scene("no light", defText('def Scope "Key"', "float intensity = 500")),
    ],
    bad: [
      badScene("intensity", light("float intensity = 500"), {
        found: [
          '5:5 error: "intensity" of the RectLight is ignored: since OpenUSD 21.02 its name is "inputs:intensity".',
        ],
        fixed: `def RectLight "Key"
{
    float inputs:intensity = 500
}`,
      }),
      badScene("two attributes", light("float width = 2", "color3f color = (1, 0.5, 0)"), {
        found: [
          '5:5 error: "width" of the RectLight is ignored: since OpenUSD 21.02 its name is "inputs:width".',
          '6:5 error: "color" of the RectLight is ignored: since OpenUSD 21.02 its name is "inputs:color".',
        ],
        fixed: `def RectLight "Key"
{
    float inputs:width = 2
    color3f inputs:color = (1, 0.5, 0)
}`,
      }),
      badScene(
        "of an API schema",
        defText(
          'def SphereLight "Spot" (\n    prepend apiSchemas = ["ShapingAPI"]\n)',
          "float shaping:cone:angle = 30",
        ),
        {
          found: [
            '7:5 error: "shaping:cone:angle" of the SphereLight is ignored: since OpenUSD 21.02 its name is "inputs:shaping:cone:angle".',
          ],
          fixed: `def SphereLight "Spot" (
    prepend apiSchemas = ["ShapingAPI"]
)
{
    float inputs:shaping:cone:angle = 30
}`,
        },
      ),
    ],
  };
}
