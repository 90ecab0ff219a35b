import type { PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { isBinding, isMaterialType } from "../scene/materials.ts";
import { primPlace, propertyPlace } from "../scene/places.ts";
import { quote, shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "material-network-unsupported",
    scope: "prim",
    summary: "Materials, shaders and their bindings, which the service ignores",
    detail:
      "Meshes look as they were uploaded. One finding per material; the shaders in it and the bindings to it are not " +
      "reported separately. If a file has bindings and no material, the first binding is. Spec 2.8 rule 7.",
    severity: "warning",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check({ scene, isPartial, note, report }) {
    return {
      prim(prim, { definition, parent }) {
        if (definition !== undefined || !isMaterialType(prim.typeName)) return;
        // A node inside a material or a graph is a part of it.
        if (prim.typeName !== "Material" && parent !== undefined && isMaterialType(parent.prim.typeName)) return;
        report({
          message: `The service ignores the ${prim.typeName} ${shortPath(prim.path)}: it has no material networks.`,
          hint: "Bring the material in with the uploaded mesh, and remove it here.",
          ...primPlace(prim),
        });
      },
      property(property, prim) {
        if (isBinding(property)) note(prim);
      },
      end(noted) {
        if (scene.hasMaterial || isPartial) return;
        const [first] = noted as Iterable<PrimSpec | undefined>;
        const binding = first?.properties.find(isBinding);
        if (binding === undefined) return;
        report({
          message: `The service ignores the material binding ${quote(binding.name)} of ${shortPath(binding.parent.path)}.`,
          hint: "Bring the material in with the uploaded mesh, and remove the binding.",
          ...propertyPlace(binding),
        });
      },
    };
  },
};

function examples(): RuleExamples {
  const mesh = (body: string): string => `\ndef Mesh "Chair" (\n    payload = @asset:/mesh/chair-01@\n)\n{\n${body}}\n`;
  const material =
    '\ndef Material "Oak"\n{\n    token outputs:surface.connect = </Oak/Surface.outputs:surface>\n\n' +
    '    def Shader "Surface"\n    {\n        uniform token info:id = "UsdPreviewSurface"\n        token outputs:surface\n    }\n}\n';
  return {
    good: [
      { title: "no materials", source: fullScene(mesh("")) },
      { title: "a prim whose name is Material", source: fullScene('\ndef Xform "Material"\n{\n}\n') },
      {
        title: "an inactive material",
        source: fullScene('\ndef Material "Oak" (\n    active = false\n)\n{\n}\n'),
      },
    ],
    bad: [
      {
        title: "a material, its shader and the binding to it",
        source: fullScene(material + mesh("    rel material:binding = </Oak>\n")),
        at: ["2:1"],
      },
      {
        title: "a binding without a material",
        source: fullScene(mesh("    rel material:binding = </Oak>\n")),
        at: ["6:5"],
      },
      { title: "a shader outside of a material", source: fullScene('\ndef Shader "Surface"\n{\n}\n'), at: ["2:1"] },
      {
        title: "two materials",
        source: fullScene(
          '\ndef Scope "Looks"\n{\n    def Material "A"\n    {\n    }\n\n    def Material "B"\n    {\n    }\n}\n',
        ),
        at: ["4:5", "8:5"],
      },
    ],
  };
}
