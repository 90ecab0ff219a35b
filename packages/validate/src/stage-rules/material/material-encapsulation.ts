import { moveFix } from "../../checks/move-fixes.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "material-encapsulation",
    summary: "A prim in a material that is neither a shader nor a node graph",
    detail:
      "A material holds the network of its shaders: prims of type Shader and NodeGraph. Other materials, geometry, lights, scopes and " +
      "everything else that has a visibility belong elsewhere. The fix moves a material out, with the paths that lead to it, and is unsafe: " +
      "other layers may name it. Other prims stay, as outside of the material they would be drawn.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdShadeValidators:EncapsulationMaterialValidator", "nvidia:UsdShadeEncapsulationMaterialValidator"],
  },
  of: { types: ["Material", "Imageable", "LightFilter"] },
  examples,
  checkStage({ stage, report }) {
    return {
      prim(prim) {
        const material = materialAbove(prim);
        if (material === undefined) return;
        report({
          message: `The ${prim.shape.typeName} is in the material "${material.name}", which holds shaders and node graphs only.`,
          hint: "Move it out of the material.",
          at: { prim: prim.path },
          related: [{ message: "The material.", at: { prim: material.path } }],
          fixes: prim.isA("Material") ? moveFix(stage, prim, material.parent) : undefined,
        });
      },
    };
  },
};

function materialAbove({ parent }: CheckedPrim): CheckedPrim | undefined {
  for (let at = parent; at !== undefined; at = at.parent) if (at.isA("Material")) return at;
  return undefined;
}

function examples(): StageExamples {
  const wood = (inside: string): string => `def Material "Wood"\n{\n${inside.replaceAll(/^(?=.)/gmu, "    ")}\n}`;
  const inLooks = (inside: string): string => `def Scope "Looks"\n{\n${inside.replaceAll(/^(?=.)/gmu, "    ")}\n}`;
  const below = (inside: string): string => wood(`def NodeGraph "Grain"\n{\n    ${inside}\n    {\n    }\n}`);
  return {
    good: [
      scene("a shader", wood('def Shader "Surface"\n{\n}')),
      scene("a shader in a node graph", below('def Shader "Noise"')),
      scene("a scope of materials", `def Scope "Looks"\n{\n    def Material "Wood"\n    {\n    }\n}`),
    ],
    bad: [
      badScene("a root prim", wood('def Material "Oak"\n{\n}'), {
        found: ['5:19 error: The Material is in the material "Wood", which holds shaders and node graphs only.'],
        fixed: null,
      }),
      badScene("a material", inLooks(wood('def Material "Oak"\n{\n}')), {
        found: ['7:23 error: The Material is in the material "Wood", which holds shaders and node graphs only.'],
        fixed: inLooks(`${wood("").replace("\n\n", "\n")}\n\ndef Material "Oak"\n{\n}`),
      }),
      badScene("geometry", wood('def Sphere "Ball"\n{\n}'), {
        found: ['5:17 error: The Sphere is in the material "Wood", which holds shaders and node graphs only.'],
        fixed: null,
      }),
      badScene("a scope in a node graph", below('def Scope "Nodes"'), {
        found: ['7:20 error: The Scope is in the material "Wood", which holds shaders and node graphs only.'],
        fixed: null,
      }),
      badScene("a light", wood('def SphereLight "Lamp"\n{\n}'), {
        found: ['5:22 error: The SphereLight is in the material "Wood", which holds shaders and node graphs only.'],
        fixed: null,
      }),
    ],
  };
}
