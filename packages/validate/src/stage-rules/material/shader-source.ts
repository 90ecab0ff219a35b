import { textOf } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const SOURCE = "info:implementationSource";
const ID = "info:id";

export const rule: StageRule = {
  meta: {
    id: "shader-source",
    summary: "A shader without an implementation, or with several kinds of it",
    detail:
      "A shader is a built-in one (`info:id`), one of a file (`info:sourceAsset`, also by renderer: `info:mdl:sourceAsset`) or has its code " +
      "in the stage (`info:sourceCode`): `info:implementationSource` says which, `id` without it.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:ShaderImplementationSourceChecker"],
  },
  of: { types: ["Shader"] },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const names = [...prim.properties.keys()].filter((name) => name.startsWith("info:"));
        const asset = names.find((name) => /:sourceAsset(?::subIdentifier)?$/u.test(name));
        const code = names.find((name) => name.endsWith(":sourceCode"));
        const id = prim.hasValue(ID) ? ID : undefined;
        const source = prim.hasValue(SOURCE) ? (textOf(prim.value(SOURCE)) ?? "") : "id";
        const own = { id, sourceAsset: asset, sourceCode: code };
        if (!Object.hasOwn(own, source)) {
          if (source === "mdlMaterial") return; // Another rule reports it.
          report({
            message: `"${source}" is no source of a shader.`,
            hint: "Use id, sourceAsset or sourceCode.",
            at: { prim: prim.path, property: SOURCE },
          });
          return;
        }
        if (source === "id" && (textOf(prim.value(ID)) ?? "") === "") {
          report({
            message: "The shader has no `info:id`: renderers do not know what it is.",
            hint: `Name the shader, \`uniform token info:id = "UsdPreviewSurface"\` for example, or write \`${SOURCE}\`.`,
            at: id === undefined ? { prim: prim.path } : { prim: prim.path, property: ID },
          });
        }
        const other = Object.entries(own).find(([kind, name]) => kind !== source && name !== undefined)?.[1];
        if (other === undefined) return;
        report({
          message: `"${other}" is ignored: the source of the shader is "${source}".`,
          hint: `Remove it, or correct \`${SOURCE}\`.`,
          severity: "warning",
          at: { prim: prim.path, property: other },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const shader = (...statements: readonly string[]): string => defText('def Shader "Surface"', ...statements);
  const id = 'uniform token info:id = "UsdPreviewSurface"';
  const asset = "uniform asset info:mdl:sourceAsset = @./wood.mdl@";
  const source = (name: string): string => `uniform token ${SOURCE} = "${name}"`;
  return {
    good: [
      scene("an id", shader(id)),
      scene("a file", shader(source("sourceAsset"), asset)),
      scene("code", shader(source("sourceCode"), 'uniform string info:glslfx:sourceCode = "…"')),
    ],
    bad: [
      badScene("none", shader(), {
        found: ["3:13 error: The shader has no `info:id`: renderers do not know what it is."],
      }),
      badScene("an id and a file", shader(id, asset), {
        found: ['6:5 warning: "info:mdl:sourceAsset" is ignored: the source of the shader is "id".'],
      }),
      badScene("a source that does not exist", shader(source("file"), asset), {
        found: ['5:5 error: "file" is no source of a shader.'],
      }),
      badScene("an id that is not used", shader(source("sourceAsset"), id, asset), {
        found: ['6:5 warning: "info:id" is ignored: the source of the shader is "sourceAsset".'],
      }),
    ],
  };
}
