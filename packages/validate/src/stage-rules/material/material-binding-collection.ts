import { BINDING_TARGET_CHECKS, isCollectionBindingName } from "../../checks/material-names.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "material-binding-collection",
    summary: "A material binding of a collection that lacks the collection or the material",
    detail:
      "A relationship `material:binding:collection:NAME` has two targets: a collection (`</World.collection:legs>`) that a prim with " +
      "CollectionAPI has, and a prim of type Material. Others bind nothing.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: BINDING_TARGET_CHECKS,
  },
  of: { properties: ["material:binding:collection", "material:binding:collection:"] },
  examples,
  checkStage(context) {
    return {
      property(property, [{ spec }], prim) {
        if (!isCollectionBindingName(property) || spec.specType !== "relationship") return;
        if (!prim.hasApi("MaterialBindingAPI")) return;
        const targets = prim.targets(property);
        for (const [message, hint] of problems(context, targets)) {
          context.report({ message, hint, at: { prim: prim.path, property, field: "targetPaths" } });
        }
      },
    };
  },
};

function* problems({ look }: StageRuleContext, targets: readonly string[]): Generator<readonly [string, string]> {
  if (targets.length !== 2) {
    yield [
      `The binding has ${targets.length === 1 ? "one target" : `${targets.length} targets`}, and needs two.`,
      "Name the collection and the material: `[</World.collection:legs>, </World/Looks/Wood>]`.",
    ];
    return;
  }
  const collection = targets.find((each) => each.includes("."));
  const material = targets.find((each) => !each.includes("."));
  if (collection === undefined || material === undefined) {
    const what = collection === undefined ? "collection" : "material";
    yield [`No target of the binding is a ${what}.`, `One of its two targets is the path of a ${what}.`];
    return;
  }
  const [path, name = ""] = collection.split(".", 2);
  const instance = name.startsWith("collection:") ? name.slice("collection:".length) : undefined;
  if (look(path)?.shape.allApiSchemas.includes(`CollectionAPI:${instance}`) !== true) {
    yield [
      `The target <${collection}> is no collection.`,
      `Apply \`CollectionAPI:${instance ?? "NAME"}\` to <${path}>, or correct the path.`,
    ];
  }
  if (look(material)?.isA("Material") !== true) {
    yield [`The target <${material}> is no Material.`, "Correct the path."];
  }
}

function examples(): StageExamples {
  const looks = 'def Material "Wood"\n{\n}\n\n';
  const world = (targets: string, apis = '"MaterialBindingAPI", "CollectionAPI:legs"', name = ":legs"): string =>
    looks +
    defText(
      `def Xform "World" (\n    prepend apiSchemas = [${apis}]\n)`,
      `rel material:binding:collection${name} = ${targets}`,
    );
  return {
    good: [
      scene("a collection and a material", world("[</World.collection:legs>, </Wood>]")),
      scene("in the other order", world("[</Wood>, </World.collection:legs>]")),
      scene("a direct binding", defText('def Xform "World"', "rel material:binding = </Wood>")),
    ],
    bad: [
      badScene("one target", world("</Wood>"), { found: ["11:5 error: The binding has one target, and needs two."] }),
      badScene("two materials", world("[</Wood>, </World>]"), {
        found: ["11:5 error: No target of the binding is a collection."],
      }),
      badScene("a collection that does not exist", world("[</World.collection:arms>, </Wood>]"), {
        found: ["11:5 error: The target </World.collection:arms> is no collection."],
      }),
      badScene("no material", world("[</World.collection:legs>, </World>]"), {
        found: ["11:5 error: The target </World> is no Material."],
      }),
    ],
  };
}
