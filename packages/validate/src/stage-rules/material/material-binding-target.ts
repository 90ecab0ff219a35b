import { isIncomplete } from "../../checks/incomplete-prims.ts";
import { BINDING_TARGET_CHECKS, isBindingName, isCollectionBindingName } from "../../checks/material-names.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "material-binding-target",
    summary: "A material binding to several targets, or to something that is no Material",
    detail:
      "A direct binding (`material:binding`, `material:binding:full`) has one target, a prim of type Material. One that is empty on " +
      "purpose (`= None`, `= []`) takes a binding away. Targets that lead to nothing are findings of `target-missing`.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: BINDING_TARGET_CHECKS,
  },
  of: { properties: ["material:binding", "material:binding:"] },
  examples,
  checkStage(context) {
    return {
      property(property, [{ spec }], prim) {
        if (!isBindingName(property) || isCollectionBindingName(property) || spec.specType !== "relationship") return;
        const problem = problemOf(context, prim.targets(property));
        if (problem === undefined) return;
        const [message, hint] = problem;
        const sameAs = prim.hasApi("MaterialBindingAPI") ? BINDING_TARGET_CHECKS : [];
        context.report({ message, hint, sameAs, at: { prim: prim.path, property, field: "targetPaths" } });
      },
    };
  },
};

function problemOf(
  { look, stage }: StageRuleContext,
  targets: readonly string[],
): readonly [message: string, hint: string] | undefined {
  if (targets.length > 1) return [`The binding has ${targets.length} targets, and needs one.`, "Name one Material."];
  const [target] = targets;
  if (target === undefined) return undefined;
  const [path, property] = target.split(".", 2);
  const prim = look(path);
  if (prim === undefined || prim.isA("Material")) {
    return prim === undefined || property === undefined
      ? undefined
      : [`The target <${target}> is a property.`, `Did you mean <${path}>?`];
  }
  if (isIncomplete(stage, path)) return undefined;
  const material = prim.children.find((each) => each.isA("Material"));
  return [
    `The target <${target}> is no Material: it ${typeOf(prim)}.`,
    material === undefined ? "Correct the path, or define the prim as a Material." : `Did you mean <${material.path}>?`,
  ];
}

function typeOf({ shape: { typeName } }: CheckedPrim): string {
  return typeName === "" ? "has no type" : `is a ${typeName}`;
}

function examples(): StageExamples {
  const looks = defText('def Scope "Looks"', 'def Material "Wood"\n{\n}', 'def Material "Steel"\n{\n}');
  const box = (targets: string, name = "material:binding"): string =>
    `${looks}\n\n${defText('def Cube "Box" (\n    prepend apiSchemas = ["MaterialBindingAPI"]\n)', `rel ${name} = ${targets}`)}`;
  const kit = `def "Kit" (\n    references = @./kit.usda@\n)\n${defText("", 'over "Wood"\n{\n}').trimStart()}`;
  return {
    good: [
      scene("a Material", box("</Looks/Wood>")),
      scene("taken away", box("None")),
      scene("a collection", box("[</Box.collection:all>, </Looks/Wood>]", "material:binding:collection:all")),
      scene("a prim that lacks a layer", `${box("</Kit/Wood>")}\n\n${kit}`),
    ],
    bad: [
      badScene("the prim above", box("</Looks>"), {
        found: ["17:5 error: The target </Looks> is no Material: it is a Scope."],
      }),
      badScene("two Materials", box("[</Looks/Wood>, </Looks/Steel>]", "material:binding:full"), {
        found: ["17:5 error: The binding has 2 targets, and needs one."],
      }),
      badScene("a prim without a type", `${box("</Paint>")}\n\ndef "Paint"\n{\n}`, {
        found: ["17:5 error: The target </Paint> is no Material: it has no type."],
      }),
      badScene("a property", box("</Looks/Wood.outputs:surface>"), {
        found: ["17:5 error: The target </Looks/Wood.outputs:surface> is a property."],
      }),
    ],
  };
}
