import { replaceAssetPaths } from "@usdkit/usda";
import { textOf } from "@usdkit/usd";
import { assetsOf } from "../../checks/assets.ts";
import { isUrl } from "../../checks/composition-errors.ts";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const SOURCE = "info:mdl:sourceAsset";
const MDL = /\.mdl(?:[?#]|$)/iu;

export const rule: StageRule = {
  meta: {
    id: "mdl-path",
    summary: "A shader of MDL without its file, or with a path that depends on where it is looked up",
    detail:
      "Paths of MDL files are absolute or begin with `./`: others are looked up in the search paths of the renderer first, so that the " +
      "file next to the layer may not be the one that is used.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:MaterialPathChecker"],
  },
  of: { types: ["Shader"] },
  examples,
  checkStage({ stage, reader, report }) {
    return {
      property(property, [strongest], prim) {
        const { spec } = strongest;
        if (spec.specType !== "attribute" || spec.typeName !== "asset") return;
        const isSource = property === SOURCE;
        const at = { prim: prim.path, property };
        if (isSource && (textOf(prim.value(property)) ?? "") === "") {
          report({
            message: "The shader has no MDL file.",
            hint: `Write \`uniform asset ${SOURCE} = @./material.mdl@\`.`,
            at,
          });
          return;
        }
        for (const { path, layer } of assetsOf(reader, prim, property)) {
          if (!MDL.test(path)) {
            if (!isSource) continue;
            report({ message: `@${path}@ is no MDL file.`, hint: "MDL files end with .mdl.", severity: "warning", at });
          }
          if (/^[./\\]/u.test(path) || isUrl(path)) continue;
          const better = `./${path}`;
          if (stage.findAsset(better, layer) === undefined) continue;
          report({
            message: `@${path}@ is the file next to the layer, but renderers look elsewhere first.`,
            hint: `Write @${better}@.`,
            at,
            fixes: layerFix(layer, { title: `Write \`@${better}@\`` }, (text) =>
              replaceAssetPaths(text, (each) => (each === path ? better : undefined)),
            ),
          });
        }
      },
    };
  },
};

function examples(): StageExamples {
  const shader = (path: string): string =>
    defText(
      'def Shader "Surface"',
      `uniform token info:implementationSource = "sourceAsset"`,
      `uniform asset ${SOURCE} = ${path}`,
    );
  const files = { "wood.mdl": "", "mdl/oak.mdl": "" };
  return {
    good: [
      scene("a path with ./", shader("@./wood.mdl@"), { files }),
      scene("a path with ./, in a folder", shader("@./mdl/oak.mdl@"), { files }),
      scene("a file of the renderer", shader("@OmniPBR.mdl@"), { files }),
      scene("no MDL", defText('def Shader "Surface"', "asset inputs:file = @wood.png@"), { files }),
    ],
    bad: [
      badScene("a path without ./", shader("@wood.mdl@"), {
        files,
        found: ["6:5 error: @wood.mdl@ is the file next to the layer, but renderers look elsewhere first."],
        fixed: `def Shader "Surface"
{
    uniform token info:implementationSource = "sourceAsset"
    uniform asset info:mdl:sourceAsset = @./wood.mdl@
}`,
      }),
      badScene("in a folder", shader("@mdl/oak.mdl@"), {
        files,
        found: ["6:5 error: @mdl/oak.mdl@ is the file next to the layer, but renderers look elsewhere first."],
        fixed: `def Shader "Surface"
{
    uniform token info:implementationSource = "sourceAsset"
    uniform asset info:mdl:sourceAsset = @./mdl/oak.mdl@
}`,
      }),
      badScene("no file", shader("@@"), { files, found: ["6:5 error: The shader has no MDL file."], fixed: null }),
      badScene("another file", shader("@./wood.txt@"), {
        files,
        found: ["6:5 warning: @./wood.txt@ is no MDL file."],
        fixed: null,
      }),
    ],
  };
}
