import { baseName, packagesOf } from "../../checks/packages.ts";
import { layerText } from "../../examples/stage-files.ts";
import { packageOf, unalignedPackage } from "../../examples/package-bytes.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const ALIGNMENT = 64;

export const rule: StageRule = {
  meta: {
    id: "package-layout",
    summary: "A file in a package that is compressed, encrypted, or not at a multiple of 64 bytes",
    detail:
      "Programs map the files of a package (`.usdz`) into memory: they are stored as they are, and each begins at a multiple of 64 " +
      "bytes. `usda unpack` and `usda package` write a package again.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: [
      "usdUtilsValidators:RootPackageValidator",
      "usdUtilsValidators:UsdzPackageValidator",
      "nvidia:UsdzPackageValidator",
    ],
  },
  examples,
  checkStage({ stage, report }) {
    return {
      end() {
        for (const { name, contents, layer } of packagesOf(stage)) {
          const at = { layer, spec: layer.layer.root };
          const hint = "Write the package again: `usda unpack`, then `usda package`.";
          for (const { message } of contents.diagnostics) {
            report({ message: `${baseName(name)}: ${message.replace(/\.$/u, "")}.`, hint, at });
          }
          for (const { path, offset } of contents.files) {
            if (offset % ALIGNMENT === 0) continue;
            report({
              message: `${baseName(name)}: "${path}" begins at byte ${offset}, which is no multiple of ${ALIGNMENT}.`,
              hint,
              at,
            });
          }
        }
      },
    };
  },
};

function examples(): StageExamples {
  const text = layerText('def Xform "Chair"\n{\n}');
  const shot = layerText('def "A" (\n    references = @./chair.usdz@</Chair>\n)\n{\n}');
  return {
    good: [
      { title: "a package", files: { "chair.usdz": packageOf({ "chair.usda": text, "wood.png": "…" }) } },
      {
        title: "a package of another one",
        files: { "shot.usda": shot, "chair.usdz": packageOf({ "chair.usda": text }) },
      },
      { title: "a layer", files: { "chair.usda": text } },
    ],
    bad: [
      {
        title: "a file at another byte",
        files: { "chair.usdz": unalignedPackage("chair.usda", text) },
        found: [
          'chair.usdz[chair.usda]: error: chair.usdz: "chair.usda" begins at byte 40, which is no multiple of 64.',
        ],
      },
      {
        title: "a package that a layer refers to",
        files: { "shot.usda": shot, "chair.usdz": unalignedPackage("chair.usda", text) },
        found: [
          'chair.usdz[chair.usda]: error: chair.usdz: "chair.usda" begins at byte 40, which is no multiple of 64.',
        ],
      },
      {
        title: "a short name",
        files: { "chair.usdz": unalignedPackage("a.usda", text) },
        found: ['chair.usdz[a.usda]: error: chair.usdz: "a.usda" begins at byte 36, which is no multiple of 64.'],
      },
      {
        title: "a longer name",
        files: { "chair.usdz": unalignedPackage("models/chair.usda", text) },
        found: [
          'chair.usdz[models/chair.usda]: error: chair.usdz: "models/chair.usda" begins at byte 47, which is no multiple of 64.',
        ],
      },
    ],
  };
}
