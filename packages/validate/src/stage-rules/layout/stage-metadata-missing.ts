import { setField } from "@usdkit/usda";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** Metadata of stages, with the text of the value that a stage without it has. */
const FALLBACKS: readonly (readonly [field: string, value: string, what: string])[] = [
  ["upAxis", '"Y"', "which axis points up"],
  ["metersPerUnit", "0.01", "how long a unit is"],
];

export const rule: StageRule = {
  meta: {
    id: "stage-metadata-missing",
    summary: "A stage without `upAxis` or `metersPerUnit`",
    detail:
      'A stage without them has Y up and units of a centimetre (`upAxis = "Y"`, `metersPerUnit = 0.01`), which is often not what ' +
      "the program meant that wrote the file. Only the root layer and the session layer count. The fixes write these values: no " +
      "stage changes.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "safe",
    sameAs: ["usdGeomValidators:StageMetadataChecker", "nvidia:StageMetadataChecker"],
  },
  examples,
  checkStage({ stage, report }) {
    return {
      end() {
        const { layers, rootLayer } = stage.layerStack;
        const roots = layers.filter(({ layer }, i) => i === 0 || layer === rootLayer);
        for (const [field, value, what] of FALLBACKS) {
          if (roots.some(({ layer: { layer } }) => layer.root.fields.has(field))) continue;
          report({
            message: `The stage has no "${field}": ${what} is left to the default, ${value.replaceAll('"', "")}.`,
            hint: `Add \`${field} = …\` to the metadata of the root layer.`,
            at: { layer: rootLayer, spec: rootLayer.layer.root },
            fixes: layerFix(rootLayer, { title: `Write \`${field} = ${value}\``, safe: true }, (layer) =>
              setField(layer, "/", field, value),
            ),
          });
        }
      },
    };
  },
};

function examples(): StageExamples {
  const both = 'metersPerUnit = 0.01\n    upAxis = "Y"';
  const cube = 'def Cube "Box"\n{\n}';
  const up = 'The stage has no "upAxis": which axis points up is left to the default, Y.';
  const unit = 'The stage has no "metersPerUnit": how long a unit is is left to the default, 0.01.';
  return {
    good: [
      scene("both", cube, { metadata: both }),
      scene("other values", cube, { metadata: 'metersPerUnit = 1\n    upAxis = "Z"' }),
      scene("a sublayer without them", cube, {
        metadata: `${both}\n    subLayers = [@./part.usda@]`,
        files: { "part.usda": "#usda 1.0\n" },
      }),
    ],
    bad: [
      badScene("neither", cube, {
        found: [`1:1 warning: ${up}`, `1:1 warning: ${unit}`],
        fixed: cube,
        fixedMetadata: 'upAxis = "Y"\n    metersPerUnit = 0.01',
      }),
      badScene("no unit", cube, {
        metadata: 'upAxis = "Z"',
        found: [`1:1 warning: ${unit}`],
        fixed: cube,
        fixedMetadata: 'upAxis = "Z"\n    metersPerUnit = 0.01',
      }),
      badScene("in a sublayer", cube, {
        metadata: "metersPerUnit = 1\n    subLayers = [@./part.usda@]",
        files: { "part.usda": '#usda 1.0\n(\n    upAxis = "Z"\n)\n' },
        found: [`1:1 warning: ${up}`],
        fixed: cube,
        fixedMetadata: 'metersPerUnit = 1\n    subLayers = [@./part.usda@]\n    upAxis = "Y"',
      }),
    ],
  };
}
