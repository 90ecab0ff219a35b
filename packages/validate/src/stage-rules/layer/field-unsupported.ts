import type { PropertySpec, Spec } from "@usdkit/layer";
import { removeField } from "@usdkit/usda";
import type { StageLayer } from "@usdkit/usd";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

const FIELDS = ["permission", "symmetricPeer", "symmetryArguments", "symmetryFunction", "prefix", "suffix"];

export const rule: StageRule = {
  meta: {
    id: "field-unsupported",
    summary: "Metadata of a feature that USD does not have, or an attribute of a type that does not exist",
    detail:
      "`permission`, `symmetricPeer`, `symmetryArguments`, `symmetryFunction`, `prefix` and `suffix` belong to features of older " +
      "software: USD reads and ignores them. An attribute of a type that the format does not define has no " +
      "value, and neither has one whose value is a path.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:LayerSpecChecker"],
  },
  population: "all",
  examples,
  checkStage(context) {
    return {
      prim({ specs }) {
        for (const { layer, owner } of specs) checkFields(context, layer, owner);
      },
      property(_, specs) {
        for (const { layer, owner, spec } of specs) {
          checkFields(context, layer, owner, spec);
          if (spec.specType !== "attribute") continue;
          if (spec.defaultValue?.kind === "path") {
            context.report({
              message: `"${spec.name}" has a path as its value, which attributes cannot have.`,
              hint: `Write \`${spec.name}.connect\` for a connection, or \`rel ${spec.name}\` for a relationship.`,
              at: { layer, spec: owner, propertySpec: spec, range: spec.statements[0] ?? spec.range },
            });
          }
          if (spec.typeName === "" || spec.valueType !== undefined) continue;
          context.report({
            message: `"${spec.name}" is of the type ${spec.typeName}, which does not exist.`,
            hint: "Use a type of the format.",
            severity: "error",
            at: { layer, spec: owner, propertySpec: spec, range: spec.statements[0] ?? spec.range },
          });
        }
      },
    };
  },
};

function checkFields({ report }: StageRuleContext, layer: StageLayer, owner: Spec, property?: PropertySpec): void {
  const { fields, path } = property ?? owner;
  if (fields.size === 0) return;
  for (const name of FIELDS) {
    const field = fields.get(name);
    if (field === undefined) continue;
    report({
      message: `"${name}" has no effect.`,
      hint: "Remove it.",
      at: { layer, spec: owner as StageLayer["layer"]["root"], propertySpec: property, range: field.entries[0]?.range },
      fixes: layerFix(layer, { title: `Remove \`${name}\`` }, (text) => removeField(text, path, name)),
    });
  }
}

function examples(): StageExamples {
  return {
    good: [
      scene("other metadata", 'def Xform "Arm" (\n    kind = "component"\n)\n{\n}'),
      scene("an attribute", defText('def Xform "Arm"', "double length = 1")),
      scene("an attribute with metadata", defText('def Xform "Arm"', 'double length = 1 (\n    doc = "In cm."\n)')),
    ],
    bad: [
      badScene("a path as a value", defText('def Shader "Wood"', "token outputs:out = </Wood.inputs:color>"), {
        found: ['5:5 warning: "outputs:out" has a path as its value, which attributes cannot have.'],
        fixed: null,
      }),
      badScene("of a prim", 'def Xform "Arm" (\n    permission = private\n)\n{\n}', {
        found: ['4:5 warning: "permission" has no effect.'],
        fixed: `def Xform "Arm"
{
}`,
      }),
      badScene("next to others", 'def Xform "Arm" (\n    kind = "component"\n    symmetryFunction = mirror\n)\n{\n}', {
        found: ['5:5 warning: "symmetryFunction" has no effect.'],
        fixed: `def Xform "Arm" (
    kind = "component"
)
{
}`,
      }),
      badScene("of an attribute", defText('def Xform "Arm"', "double length = 1 (\n    permission = private\n)"), {
        found: ['6:9 warning: "permission" has no effect.'],
        fixed: `def Xform "Arm"
{
    double length = 1
}`,
      }),
    ],
  };
}
