import { isServiceMesh, isUrl } from "../../checks/composition-errors.ts";
import { assetPathFix, nearbyAsset } from "../../checks/nearby-asset.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "missing-layer",
    summary: "A sublayer, reference or payload that leads to no file",
    detail:
      "Composition leaves the arc out: its prims are missing on the stage. Paths are relative to the layer that contains them; those " +
      "without `./` are also looked up in the folders of `--search-path`. Paths of other machines (`https://…`) and of resolvers of a " +
      "site are a warning, as only files are read. Meshes of the service are not looked up. The fix writes the path of a layer of the same " +
      "name next to the one with the arc, or in one of the last folders of the path; it is unsafe, as that may be another layer.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    fixable: "unsafe",
    sameAs: [
      "usdValidation:CompositionErrorTest",
      "usdUtilsValidators:MissingReferenceValidator",
      "nvidia:MissingReferenceChecker",
    ],
    holdsForEveryUse: true,
  },
  examples,
  checkStage({ stage, report }) {
    return {
      error({ code, statement, target }) {
        if ((code !== "MISSING_LAYER" && code !== "MISSING_SUBLAYER") || statement === undefined) return;
        const { asset = "", problem = "" } = target ?? {};
        if (isServiceMesh(asset)) return;
        if (isUrl(asset)) {
          const message = `The layer @${asset}@ is not composed: only files are read.`;
          report({ message, code, severity: "warning", at: statement });
        } else if (problem === "") {
          const { layer } = statement;
          const better = nearbyAsset(stage, asset, layer);
          report({
            message: `The layer @${asset}@ does not exist.`,
            code,
            hint:
              better === undefined
                ? "Correct the path, or add the file; --search-path adds folders for paths without ./."
                : `Did you mean @${better}@?`,
            at: statement,
            fixes: better === undefined ? undefined : assetPathFix(layer, asset, better),
          });
        }
      },
    };
  },
};

function examples(): StageExamples {
  const chair = layerText('def Xform "Chair"\n{\n}', 'defaultPrim = "Chair"');
  return {
    good: [
      {
        title: "files next to the layer",
        files: {
          "shot.usda": layerText(primText("A", "references = @./chair.usda@"), "subLayers = [@./set.usda@]"),
          "chair.usda": chair,
          "set.usda": layerText('def Xform "Set"\n{\n}'),
        },
      },
      {
        title: "a mesh of the service",
        files: { "scene.usda": layerText(primText("A", "payload = @asset:/mesh/chair-01@</mesh>")) },
      },
      { title: "the same layer", files: { "set.usda": `${chair}\n${primText("A", "references = </Chair>")}\n` } },
    ],
    bad: [
      {
        title: "backslashes, and a folder that was moved",
        files: {
          "shot.usda": layerText(
            primText("A", "references = @C:/old/assets/chair.usda@"),
            "subLayers = [@sets\\set.usda@]",
          ),
          "assets/chair.usda": chair,
          "sets/set.usda": layerText('def Xform "Set"\n{\n}'),
        },
        found: [
          "shot.usda:3:18 error: The layer @sets\\set.usda@ does not exist.",
          "shot.usda:7:18 error: The layer @C:/old/assets/chair.usda@ does not exist.",
        ],
        fixed: {
          "shot.usda": layerText(primText("A", "references = @./assets/chair.usda@"), "subLayers = [@sets/set.usda@]"),
        },
      },
      {
        title: "a reference and a sublayer",
        files: { "shot.usda": layerText(primText("A", "references = @./chiar.usda@"), "subLayers = [@./set.usda@]") },
        found: [
          "shot.usda:3:18 error: The layer @./set.usda@ does not exist.",
          "shot.usda:7:18 error: The layer @./chiar.usda@ does not exist.",
        ],
        fixed: {},
      },
      {
        title: "in a layer that is referenced",
        files: {
          "shot.usda": layerText(
            `${primText("A", "references = @./chair.usda@")}\n\n${primText("B", "references = @./chair.usda@")}`,
          ),
          "chair.usda": layerText(primText("Chair", "payload = @./geometry.usdc@"), 'defaultPrim = "Chair"'),
        },
        found: ["chair.usda:7:15 error: The layer @./geometry.usdc@ does not exist."],
        fixed: {},
      },
      {
        title: "another machine",
        files: { "shot.usda": layerText(primText("A", "references = @https://example.org/chair.usd@")) },
        found: [
          "shot.usda:4:18 warning: The layer @https://example.org/chair.usd@ is not composed: only files are read.",
        ],
        fixed: {},
      },
    ],
  };
}
