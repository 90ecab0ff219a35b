import { isLayerName, isUrl } from "../../checks/composition-errors.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

export const rule: StageRule = {
  meta: {
    id: "unreadable-layer",
    summary: "A sublayer, reference or payload that leads to a file which is no layer, or is damaged",
    detail:
      "Composition leaves the arc out, as if the file did not exist: a layer with one syntax error contributes nothing. " +
      "Files of other formats (Alembic) and MaterialX documents that cannot be read are a warning: programs with a plugin for them may compose them.",
    severity: "error",
    effect: null,
    profiles: composedProfiles,
    sameAs: [
      "usdValidation:CompositionErrorTest",
      "usdUtilsValidators:MissingReferenceValidator",
      "nvidia:MissingReferenceChecker",
    ],
    holdsForEveryUse: true,
  },
  examples,
  checkStage({ report }) {
    return {
      error({ code, statement, target }) {
        if ((code !== "MISSING_LAYER" && code !== "MISSING_SUBLAYER") || statement === undefined) return;
        const { asset = "", problem = "" } = target ?? {};
        if (problem === "" || isUrl(asset)) return;
        const isMaterialX = /\.mtlx$/iu.test(asset);
        if (!isLayerName(asset) && !isMaterialX) {
          const format = `The layer @${asset}@ is not composed: its file format is not one of USD.`;
          report({ message: format, code, severity: "warning", at: statement });
          return;
        }
        const message = `The layer @${asset}@ cannot be read: ${problem.endsWith(".") ? problem : `${problem}.`}`;
        const severity = isMaterialX ? "warning" : undefined;
        report({ message, code, severity, hint: "Run usda-lint on the file.", at: statement });
      },
    };
  },
};

function examples(): StageExamples {
  const shot = layerText(primText("A", "references = @./chair.usda@"));
  return {
    good: [
      {
        title: "a layer",
        files: { "shot.usda": shot, "chair.usda": layerText('def Xform "Chair"\n{\n}', 'defaultPrim = "Chair"') },
      },
      { title: "a file that does not exist, which `missing-layer` reports", files: { "shot.usda": shot } },
      {
        title: "another machine",
        files: { "shot.usda": layerText(primText("A", "references = @https://example.org/chair.usd@")) },
      },
    ],
    bad: [
      {
        title: "a syntax error",
        files: { "shot.usda": shot, "chair.usda": layerText('def Xform "Chair"\n{', 'defaultPrim = "Chair"') },
        found: [
          "shot.usda:4:18 error: The layer @./chair.usda@ cannot be read: line 7, column 1: `{` is never closed.",
        ],
      },
      {
        title: "a format of a plugin",
        files: { "shot.usda": layerText(primText("A", "references = @./wood.abc@")), "wood.abc": "Ogawa\n" },
        found: ["shot.usda:4:18 warning: The layer @./wood.abc@ is not composed: its file format is not one of USD."],
      },
      {
        title: "a MaterialX document that is not whole",
        files: { "shot.usda": layerText(primText("A", "references = @./wood.mtlx@")), "wood.mtlx": "<materialx>\n" },
        found: [
          "shot.usda:4:18 warning: The layer @./wood.mtlx@ cannot be read: line 2, column 1: Expected XML: Unclosed root tag.",
        ],
      },
      {
        title: "not a layer",
        files: { "shot.usda": shot, "chair.usda": "v 0 0 0\n" },
        found: [
          "shot.usda:4:18 error: The layer @./chair.usda@ cannot be read: line 1, column 1: The file does not begin with `#usda` and a version.",
        ],
      },
    ],
  };
}
