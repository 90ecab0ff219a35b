import type { StageLayer } from "@usdkit/usd";
import { assetsOf } from "../../checks/assets.ts";
import { assetPathFix, nearbyAsset } from "../../checks/nearby-asset.ts";
import { isUrl } from "../../checks/composition-errors.ts";
import { layerText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

/** As the reference's `UsdShadeUdimUtils`: 100 tiles from 1001 on. */
const TILE_MARK = "<UDIM>";
const FIRST_TILE = 1001;
const TILES = 100;
/** Source code of shaders, which renderers look up in folders of their own. */
const SHADER_SOURCE = /^info:(?:.*:)?sourceAsset$/u;

export const rule: StageRule = {
  meta: {
    id: "missing-asset",
    summary: "An attribute whose composed value is the path of a file that does not exist: a texture, for example",
    detail:
      "The value that counts is that of the strongest layer, at the default time and at each time sample; its path is relative to that " +
      "layer. Of a path with `<UDIM>` one tile from 1001 to 1100 has to exist. Paths of other machines are not looked up. " +
      "Sources of shaders without `./` are a warning: renderers find them in folders of their own. The fix writes the path of a file of " +
      "the same name next to the layer or in one of the last folders of the path; it is unsafe, as that may be another file.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    fixable: "unsafe",
    sameAs: ["usdUtilsValidators:MissingReferenceValidator", "nvidia:MissingReferenceChecker"],
  },
  population: "all",
  examples,
  checkStage(context) {
    return {
      property(name, [strongest], prim) {
        const { spec } = strongest;
        if (spec.specType !== "attribute" || spec.valueType?.kind !== "asset") return;
        checkAttribute(context, prim, name);
      },
    };
  },
};

function checkAttribute({ stage, reader, report }: StageRuleContext, prim: CheckedPrim, property: string): void {
  for (const { path, layer, field } of assetsOf(reader, prim, property)) {
    if (isUrl(path) || exists(stage, path, layer)) continue;
    const isSearched = SHADER_SOURCE.test(property) && !/^\.{0,2}\//u.test(path);
    const better = nearbyAsset(stage, path, layer);
    report({
      message: path.includes(TILE_MARK)
        ? `No tile of @${path}@ exists, the value of "${property}".`
        : `The file @${path}@ does not exist, the value of "${property}".`,
      hint: better === undefined ? "Correct the path, or add the file." : `Did you mean @${better}@?`,
      severity: isSearched ? "warning" : undefined,
      at: { prim: prim.path, property, field },
      fixes: better === undefined ? undefined : assetPathFix(layer, path, better),
    });
  }
}

function exists(stage: StageRuleContext["stage"], asset: string, layer: StageLayer): boolean {
  if (!asset.includes(TILE_MARK)) return stage.findAsset(asset, layer) !== undefined;
  for (let tile = FIRST_TILE; tile < FIRST_TILE + TILES; tile++) {
    if (stage.findAsset(asset.replace(TILE_MARK, String(tile)), layer) !== undefined) return true;
  }
  return false;
}

function examples(): StageExamples {
  const texture = (path: string): string =>
    `def Shader "Wood"\n{\n    uniform token info:id = "UsdUVTexture"\n    asset inputs:file = @${path}@\n}`;
  return {
    good: [
      {
        title: "a texture, and the first tile of another",
        files: {
          "look.usda": layerText(`${texture("./wood.png")}\n\n${texture("./oak.<UDIM>.png").replace("Wood", "Oak")}`),
          "wood.png": "",
          "oak.1001.png": "",
        },
      },
      {
        title: "a missing path that a stronger layer replaces",
        files: {
          "shot.usda": layerText(
            `over "Wood"\n{\n    asset inputs:file = @./wood.png@\n}`,
            "subLayers = [@./look.usda@]",
          ),
          "look.usda": layerText(texture("./old.png")),
          "wood.png": "",
        },
      },
      {
        title: "another machine, and no path",
        files: {
          "look.usda": layerText(`${texture("https://example.org/wood.png")}\n\n${texture("").replace("Wood", "Oak")}`),
        },
      },
    ],
    bad: [
      {
        title: "a path of another machine, with the file next to the layer",
        files: {
          "look.usda": layerText(
            `${texture("C:\\work\\textures\\wood.png")}\n\n${texture("textures\\oak.png").replace("Wood", "Oak")}`,
          ),
          "textures/wood.png": "",
          "textures/oak.png": "",
        },
        found: [
          'look.usda:6:5 error: The file @C:\\work\\textures\\wood.png@ does not exist, the value of "inputs:file".',
          'look.usda:12:5 error: The file @textures\\oak.png@ does not exist, the value of "inputs:file".',
        ],
        fixed: {
          "look.usda": layerText(
            `${texture("./textures/wood.png")}\n\n${texture("textures/oak.png").replace("Wood", "Oak")}`,
          ),
        },
      },
      {
        title: "a folder that was moved",
        files: { "look.usda": layerText(texture("../old/wood.png")), "wood.png": "" },
        found: ['look.usda:6:5 error: The file @../old/wood.png@ does not exist, the value of "inputs:file".'],
        fixed: { "look.usda": layerText(texture("./wood.png")) },
      },
      {
        title: "a texture in a layer that others use",
        files: {
          "shot.usda": layerText("", "subLayers = [@./looks/look.usda@]"),
          "looks/look.usda": layerText(texture("./wood.png")),
          "wood.png": "",
        },
        found: ['looks/look.usda:6:5 error: The file @./wood.png@ does not exist, the value of "inputs:file".'],
        fixed: {},
      },
      {
        title: "tiles",
        files: { "look.usda": layerText(texture("./oak.<UDIM>.png")), "oak.png": "" },
        found: ['look.usda:6:5 error: No tile of @./oak.<UDIM>.png@ exists, the value of "inputs:file".'],
        fixed: {},
      },
      {
        title: "at a time",
        files: {
          "look.usda": layerText(
            'def Shader "Screen"\n{\n    asset inputs:file.timeSamples = {\n        1: @./a.png@,\n        2: @./b.png@,\n    }\n}',
          ),
          "a.png": "",
        },
        found: ['look.usda:5:5 error: The file @./b.png@ does not exist, the value of "inputs:file".'],
        fixed: {},
      },
    ],
  };
}
