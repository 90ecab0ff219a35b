import type { SiteSpec } from "@usdkit/usd";
import { isExpression } from "../../checks/composition-errors.ts";
import { isIncomplete } from "../../checks/incomplete-prims.ts";
import { layerText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "variant-missing",
    summary: "A variant selection that names no variant of the prim",
    detail:
      "The selection of the strongest layer counts. It selects nothing if no layer of the prim has a variant of this name: the prim is " +
      "composed as without a selection.",
    severity: "warning",
    effect: null,
    profiles: composedProfiles,
  },
  examples,
  checkStage({ stage, report }) {
    return {
      prim(prim) {
        for (const { layer, owner: spec } of prim.specs) {
          const field = spec.fields.get("variantSelection");
          if (field?.value.kind !== "stringMap") continue;
          const variants = variantsOf(prim);
          for (const [set, selection] of field.value.entries) {
            if (selection === "" || isExpression(selection) || !isStrongest(prim, spec, set)) continue;
            const names = variants.get(set);
            if (names?.has(selection) === true || isIncomplete(stage, prim.path)) continue;
            report({
              message:
                names === undefined
                  ? `"${selection}" is selected of "${set}", but the prim has no variant set of this name.`
                  : `The variant set "${set}" has no variant "${selection}".`,
              hint:
                names === undefined
                  ? "Remove the selection."
                  : `Select ${[...names].map((name) => `"${name}"`).join(", ")}.`,
              at: { layer, spec, range: field.entries[0]?.range },
            });
          }
        }
      },
    };
  },
};

/** Whether no stronger spec selects a variant of a set. */
function isStrongest({ specs }: CheckedPrim, own: SiteSpec, set: string): boolean {
  const first = specs.find(({ owner }) => {
    const value = owner.fields.get("variantSelection")?.value;
    return value?.kind === "stringMap" && value.entries.has(set);
  });
  return first?.owner === own;
}

/** Returns the names of the variants of each set, of all layers. */
function variantsOf({ specs }: CheckedPrim): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { owner } of specs) {
    for (const { name, variants } of owner.variantSets) {
      let names = found.get(name);
      if (names === undefined) found.set(name, (names = new Set()));
      for (const variant of variants) names.add(variant.name);
    }
  }
  return found;
}

function examples(): StageExamples {
  const chair = layerText(
    'def Xform "Chair" (\n    add variantSets = "look"\n)\n{\n    variantSet "look" = {\n        "red" {\n        }\n        "green" {\n        }\n    }\n}',
    'defaultPrim = "Chair"',
  );
  const shot = (set: string, selection: string): string =>
    layerText(
      `def "A" (\n    references = @./chair.usda@\n    variants = {\n        string ${set} = "${selection}"\n    }\n)\n{\n}`,
    );
  return {
    good: [
      { title: "a variant of the reference", files: { "shot.usda": shot("look", "red"), "chair.usda": chair } },
      { title: "no selection", files: { "shot.usda": shot("look", ""), "chair.usda": chair } },
      {
        title: "a class, whose prims may have the set",
        files: { "shot.usda": shot("size", "large").replace("def", "class"), "chair.usda": chair },
      },
    ],
    bad: [
      {
        title: "another name",
        files: { "shot.usda": shot("look", "blue"), "chair.usda": chair },
        found: ['shot.usda:5:5 warning: The variant set "look" has no variant "blue".'],
      },
      {
        title: "another set",
        files: { "shot.usda": shot("color", "red"), "chair.usda": chair },
        found: ['shot.usda:5:5 warning: "red" is selected of "color", but the prim has no variant set of this name.'],
      },
      {
        title: "a set without variants",
        files: {
          "shot.usda": layerText(
            'def "A" (\n    variantSets = "look"\n    variants = {\n        string look = "red"\n    }\n)\n{\n}',
          ),
        },
        found: ['shot.usda:5:5 warning: The variant set "look" has no variant "red".'],
      },
    ],
  };
}
