import { baseName, packagesOf } from "../../checks/packages.ts";
import { layerText } from "../../examples/stage-files.ts";
import { packageOf } from "../../examples/package-bytes.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const TYPES: ReadonlySet<string> = new Set("usd usda usdc usdz exr jpg jpeg png avif m4a mp3 wav".split(" "));

export const rule: StageRule = {
  meta: {
    id: "package-file-type",
    summary: "A file in a package that programs need not read",
    detail:
      "Packages have layers (`.usd`, `.usda`, `.usdc`, `.usdz`), images (`.png`, `.jpg`, `.jpeg`, `.exr`, `.avif`) and sounds (`.m4a`, `.mp3`, " +
      "`.wav`). A program that opens packages need not know other types.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdUtilsValidators:FileExtensionValidator"],
  },
  examples,
  checkStage({ stage, report }) {
    return {
      end() {
        for (const { name, contents, layer } of packagesOf(stage)) {
          for (const { path } of contents.files) {
            const file = baseName(path);
            const type = file.includes(".") ? file.slice(file.lastIndexOf(".") + 1).toLowerCase() : "";
            if (TYPES.has(type)) continue;
            report({
              message: `${baseName(name)}: "${path}" is no layer, image or sound that packages may have.`,
              hint: "Convert it, a texture to PNG for example, or leave it out.",
              at: { layer, spec: layer.layer.root },
            });
          }
        }
      },
    };
  },
};

function examples(): StageExamples {
  const text = layerText('def Xform "Chair"\n{\n}');
  const good = (file: string): { title: string; files: Record<string, Uint8Array> } => ({
    title: file,
    files: { "chair.usdz": packageOf({ "chair.usda": text, [file]: "…" }) },
  });
  return {
    good: [good("wood.png"), good("knock.mp3"), good("sky.exr"), good("SKY.EXR")],
    bad: [
      {
        ...good("wood.tga"),
        found: [
          'chair.usdz[chair.usda]: error: chair.usdz: "wood.tga" is no layer, image or sound that packages may have.',
        ],
      },
      {
        ...good("readme"),
        found: [
          'chair.usdz[chair.usda]: error: chair.usdz: "readme" is no layer, image or sound that packages may have.',
        ],
      },
      {
        ...good("chair.mtlx"),
        found: [
          'chair.usdz[chair.usda]: error: chair.usdz: "chair.mtlx" is no layer, image or sound that packages may have.',
        ],
      },
      {
        title: "in a package that a layer refers to",
        files: {
          "shot.usda": layerText('def "A" (\n    references = @./chair.usdz@</Chair>\n)\n{\n}'),
          "chair.usdz": packageOf({ "chair.usda": text, "notes.txt": "…" }),
        },
        found: [
          'chair.usdz[chair.usda]: error: chair.usdz: "notes.txt" is no layer, image or sound that packages may have.',
        ],
      },
    ],
  };
}
