import { isIncomplete } from "../../checks/incomplete-prims.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "instanceable-ignored",
    summary: "A prim with instanceable = true that is no instance",
    detail:
      "A prim is an instance only if it has an arc whose opinions instances can share: a reference, payload, inherit or specialize, or one " +
      "in a variant. Prims at the root of a stage are not reported: another layer may refer to them.",
    severity: "warning",
    effect: null,
    profiles: composedProfiles,
  },
  examples,
  checkStage({ stage, report }) {
    return {
      prim({ path, specs, shape, parent }) {
        if (shape.isInstance || parent === undefined) return;
        const strongest = specs.find(({ owner }) => owner.fields.has("instanceable"));
        const value = strongest?.owner.fields.get("instanceable")?.value;
        if (value?.kind !== "typed" || value.data !== true || isIncomplete(stage, path)) return;
        report({
          message: "The prim is no instance, as it has no reference, payload, inherit or specialize to share.",
          hint: "Add the arc to this prim, or remove instanceable.",
          at: { prim: path, field: "instanceable" },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const inWorld = (prim: string): string =>
    layerText(`def Xform "World"\n{\n${prim.replaceAll(/^(?=.)/gmu, "    ")}\n}`);
  const chair = layerText('def Xform "Chair"\n{\n    def "Leg"\n    {\n    }\n}', 'defaultPrim = "Chair"');
  return {
    good: [
      {
        title: "a reference",
        files: {
          "shot.usda": inWorld(primText("A", "instanceable = true\n    references = @./chair.usda@")),
          "chair.usda": chair,
        },
      },
      {
        title: "an inherited class",
        files: {
          "shot.usda": layerText(
            `class "Chair"\n{\n}\n\ndef Xform "World"\n{\n${primText("A", "instanceable = true\n    inherits = </Chair>")}\n}`,
          ),
        },
      },
      { title: "an asset for others", files: { "chair.usda": layerText(primText("Chair", "instanceable = true")) } },
    ],
    bad: [
      {
        title: "no arc",
        files: { "shot.usda": inWorld(primText("A", "instanceable = true")) },
        found: [
          "shot.usda:6:9 warning: The prim is no instance, as it has no reference, payload, inherit or specialize to share.",
        ],
      },
      {
        title: "a variant set alone",
        files: {
          "shot.usda": inWorld(
            primText(
              "A",
              'instanceable = true\n    variantSets = "look"',
              '    variantSet "look" = {\n        "red" {\n        }\n    }\n',
            ),
          ),
        },
        found: [
          "shot.usda:6:9 warning: The prim is no instance, as it has no reference, payload, inherit or specialize to share.",
        ],
      },
      {
        title: "an arc of the prim above",
        files: {
          "shot.usda": layerText(
            primText(
              "A",
              "references = @./chair.usda@",
              '    over "Leg" (\n        instanceable = true\n    )\n    {\n    }\n',
            ),
          ),
          "chair.usda": chair,
        },
        found: [
          "shot.usda:8:9 warning: The prim is no instance, as it has no reference, payload, inherit or specialize to share.",
        ],
      },
    ],
  };
}
