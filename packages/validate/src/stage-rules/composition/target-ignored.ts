import { BINDING_TARGET_CHECKS, isBindingName } from "../../checks/material-names.ts";
import { reportErrors } from "../../checks/composition-errors.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const CHECKS = ["usdValidation:CompositionErrorTest", "nvidia:MaterialOutOfScopeChecker"];

const hints = {
  TARGET_OUTSIDE_OF_ARC: "Move the target below the prim that the arc leads to, or refer to a prim above both.",
  TARGET_IN_CLASS_INSTANCE: "Target a prim in the class.",
};

export const rule: StageRule = {
  meta: {
    id: "target-ignored",
    summary: "A target or connection of a layer that its arc does not map to the stage",
    detail:
      "A layer that is referenced contributes only the prim that the arc leads to, with those below it. Targets outside of it, a material " +
      "next to the prim for example, are left out. A class may not target one of its instances.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: [...CHECKS, ...BINDING_TARGET_CHECKS],
  },
  examples,
  checkStage: (context) =>
    reportErrors(context, hints, ({ name, prim }) =>
      isBindingName(name) && prim.hasApi("MaterialBindingAPI") ? [...CHECKS, ...BINDING_TARGET_CHECKS] : CHECKS,
    ),
};

function examples(): StageExamples {
  const shot = layerText(primText("A", "references = @./chair.usda@</Chair>"));
  const chair = (target: string): string =>
    layerText(
      `def Xform "Chair"\n{\n    rel look = <${target}>\n\n    def "Wood"\n    {\n    }\n}\n\ndef "Wood"\n{\n}`,
    );
  const bound = (property: string, targets: string, metadata = 'apiSchemas = ["MaterialBindingAPI"]'): string =>
    layerText(
      `def Mesh "Chair" (\n    ${metadata}\n)\n{\n    rel ${property} = ${targets}\n}\n\ndef Material "Wood"\n{\n}`,
    );
  const legs = 'apiSchemas = ["MaterialBindingAPI", "CollectionAPI:legs"]';
  const inherited = (target: string): string =>
    layerText(
      `class "Chairs"\n{\n    rel look = <${target}>\n\n    def "Wood"\n    {\n    }\n}\n\n${primText("A", "inherits = </Chairs>")}`,
    );
  return {
    good: [
      { title: "below the prim", files: { "shot.usda": shot, "chair.usda": chair("/Chair/Wood") } },
      { title: "in the class", files: { "shot.usda": inherited("/Chairs/Wood") } },
      { title: "the prim itself", files: { "shot.usda": shot, "chair.usda": chair("/Chair") } },
    ],
    bad: [
      {
        title: "next to the prim",
        files: { "shot.usda": shot, "chair.usda": chair("/Wood") },
        found: [
          "chair.usda:5:5 error: The target </Wood> of </Chair.look> is outside of what the references arc maps, and is ignored.",
        ],
      },
      {
        title: "a material next to the prim",
        files: { "shot.usda": shot, "chair.usda": bound("material:binding", "</Wood>") },
        found: [
          "chair.usda:7:5 error: The target </Wood> of </Chair.material:binding> is outside of what the references arc maps, and is ignored.",
        ],
      },
      {
        title: "a material for a purpose",
        files: { "shot.usda": shot, "chair.usda": bound("material:binding:preview", "</Wood>") },
        found: [
          "chair.usda:7:5 error: The target </Wood> of </Chair.material:binding:preview> is outside of what the references arc maps, and is ignored.",
        ],
      },
      {
        title: "a material of a collection",
        files: {
          "shot.usda": shot,
          "chair.usda": bound("material:binding:collection:legs", "[</Chair.collection:legs>, </Wood>]", legs),
        },
        found: [
          "chair.usda:7:5 error: The target </Wood> of </Chair.material:binding:collection:legs> is outside of what the references arc maps, and is ignored.",
        ],
      },
      {
        title: "an instance of the class",
        files: { "shot.usda": inherited("/A/Wood") },
        found: [
          "shot.usda:5:5 error: The target </A/Wood> of </Chairs.look> is outside of what the inherits arc maps, and is ignored.",
        ],
      },
      {
        title: "a property next to the prim",
        files: { "shot.usda": shot, "chair.usda": chair("/Wood.color") },
        found: [
          "chair.usda:5:5 error: The target </Wood.color> of </Chair.look> is outside of what the references arc maps, and is ignored.",
        ],
      },
    ],
  };
}
