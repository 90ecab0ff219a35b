import { assetPathsOf, parseLayerName } from "@usdkit/usd";
import { rootPackage } from "../../checks/packages.ts";
import { packageOf } from "../../examples/package-bytes.ts";
import { layerText } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

/** A path that leads to the same file from everywhere, or to another machine. */
const ABSOLUTE = /^(?:[/\\]|[a-z]:[/\\]|[a-z][a-z\d+.-]+:)/iu;

export const rule: StageRule = {
  meta: {
    id: "package-encapsulation",
    summary: "A package that uses a file outside of it",
    detail:
      "A package is sent and opened by itself: layers and textures outside of it are then missing. Absolute paths and those of other " +
      "machines lead out of it.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdUtilsValidators:PackageEncapsulationValidator"],
  },
  examples,
  checkStage({ stage, report }) {
    return {
      end() {
        const file = rootPackage(stage);
        if (file === undefined) return;
        for (const layer of stage.layers) {
          if (parseLayerName(layer.anchor).file !== file) continue;
          for (const { path } of assetPathsOf(layer.layer)) {
            if (!ABSOLUTE.test(path)) continue;
            report({
              message: `The path @${path}@ leads out of the package.`,
              hint: "Add the file to the package, and refer to it with a relative path: `usda package` does both.",
              at: { layer, spec: layer.layer.root },
            });
          }
        }
      },
    };
  },
};

function examples(): StageExamples {
  const texture = (path: string): string => layerText(`def Shader "Wood"\n{\n    asset inputs:file = @${path}@\n}`);
  const reference = (path: string): string => layerText(`def "A" (\n    references = @${path}@</Chair>\n)\n{\n}`);
  const chair = layerText('def Xform "Chair"\n{\n}');
  const inPackage = (files: Readonly<Record<string, string>>): Record<string, Uint8Array> => ({
    "a.usdz": packageOf(files),
  });
  return {
    good: [
      { title: "a texture in the package", files: inPackage({ "a.usda": texture("./wood.png"), "wood.png": "…" }) },
      {
        title: "a layer in the package",
        files: inPackage({ "a.usda": reference("./chair.usda"), "chair.usda": chair }),
      },
      { title: "no package", files: { "a.usda": reference("/chair.usda"), "chair.usda": chair } },
    ],
    bad: [
      {
        title: "a layer",
        files: inPackage({ "a.usda": reference("/chair.usda") }),
        found: ["a.usdz[a.usda]: warning: The path @/chair.usda@ leads out of the package."],
      },
      {
        title: "a texture",
        files: inPackage({ "a.usda": texture("C:\\wood.png") }),
        found: ["a.usdz[a.usda]: warning: The path @C:\\wood.png@ leads out of the package."],
      },
      {
        title: "in another layer of it",
        files: inPackage({
          "a.usda": reference("./chair.usda"),
          "chair.usda": texture("https://example.org/wood.png"),
        }),
        found: ["a.usdz[chair.usda]: warning: The path @https://example.org/wood.png@ leads out of the package."],
      },
    ],
  };
}
