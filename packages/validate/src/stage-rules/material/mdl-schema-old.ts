import { textOf } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const SOURCE = "info:implementationSource";

export const rule: StageRule = {
  meta: {
    id: "mdl-schema-old",
    summary: "A shader of MDL in the form that is no longer read",
    detail:
      '`info:implementationSource = "mdlMaterial"` with the attributes `module` and `name` was replaced by `"sourceAsset"` with ' +
      "`info:mdl:sourceAsset` and `info:mdl:sourceAsset:subIdentifier`.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:MaterialOldMdlSchemaChecker", "nvidia:ShaderImplementationSourceChecker"],
  },
  of: { types: ["Shader"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        if (!prim.properties.has(SOURCE) || textOf(prim.value(SOURCE)) !== "mdlMaterial") return;
        const module = textOf(prim.value("module")) ?? "./material.mdl";
        const name = textOf(prim.value("name")) ?? "NAME";
        report({
          message: '"mdlMaterial" is no longer a source of shaders.',
          hint: `Write \`uniform token ${SOURCE} = "sourceAsset"\`, \`uniform asset info:mdl:sourceAsset = @${module}@\` and \`uniform token info:mdl:sourceAsset:subIdentifier = "${name}"\`.`,
          at: { prim: prim.path, property: SOURCE },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const shader = (...statements: readonly string[]): string => defText('def Shader "Surface"', ...statements);
  const old = `uniform token ${SOURCE} = "mdlMaterial"`;
  return {
    good: [
      scene(
        "the form of today",
        shader(`uniform token ${SOURCE} = "sourceAsset"`, "uniform asset info:mdl:sourceAsset = @./wood.mdl@"),
      ),
      scene("an id", shader('uniform token info:id = "UsdPreviewSurface"')),
      scene("an attribute of another name", shader('uniform token info:id = "A"', 'string name = "Wood"')),
    ],
    bad: [
      badScene("the old form", shader(old, "asset module = @./wood.mdl@", 'string name = "Wood"'), {
        found: ['5:5 error: "mdlMaterial" is no longer a source of shaders.'],
      }),
      badScene("without a module", shader(old), {
        found: ['5:5 error: "mdlMaterial" is no longer a source of shaders.'],
      }),
      badScene("with a token", shader(old, 'token name = "Oak"'), {
        found: ['5:5 error: "mdlMaterial" is no longer a source of shaders.'],
      }),
    ],
  };
}
