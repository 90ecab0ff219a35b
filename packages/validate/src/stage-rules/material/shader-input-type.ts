import { shaderNodeOf } from "@usdkit/schemas";
import { textOf } from "@usdkit/usd";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { typeNameEdits } from "../../checks/type-name-fix.ts";
import { isSameStorage } from "../../checks/value-kinds.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const TYPES = ["usdShadeValidators:ShaderSdrCompliance", "nvidia:UsdShadeShaderSdrCompliance"];
const SURFACE = "nvidia:MaterialUsdPreviewSurfaceChecker";

export const rule: StageRule = {
  meta: {
    id: "shader-input-type",
    summary: "An input of a shader of another type than the shader has",
    detail:
      "The shaders of UsdPreviewSurface (`UsdPreviewSurface`, `UsdUVTexture`, `UsdPrimvarReader_…`, `UsdTransform2d`) have inputs of " +
      "certain types: renderers may ignore values of other types. Types with the same numbers or texts (`float3` for `color3f`) are " +
      "warnings. Shaders of MaterialX and of renderers are not known and not checked.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: [...TYPES, SURFACE],
  },
  of: { types: ["Shader"] },
  examples,
  checkStage({ report }) {
    return {
      property(property, [strongest], prim) {
        const isInput = property.startsWith("inputs:");
        if (!isInput && !property.startsWith("outputs:")) return;
        const { spec } = strongest;
        if (spec.specType !== "attribute") return;
        const node = shaderNodeOf(textOf(prim.value("info:id")) ?? "");
        const port = isInput ? node?.inputs[property.slice(7)] : node?.outputs[property.slice(8)];
        const type = spec.typeName;
        if (node === undefined || port === undefined || type === port.type) return;
        const isText = isTextType(type) && isTextType(port.type);
        // Outputs have no values: the names of their types tell apart what is the same.
        const isAlike = isSameStorage(type, port.type);
        if (!isInput && isAlike) return;
        report({
          message: `"${property}" is of type ${type}; ${node.id} has ${port.type}.`,
          severity: isAlike || !isInput ? "warning" : undefined,
          hint: `Write \`${port.type} ${property}\`.`,
          at: { prim: prim.path, property },
          sameAs: isInput ? (isText ? TYPES : [...TYPES, SURFACE]) : [SURFACE],
          fixes: isAlike
            ? propertyFix(prim, property, { title: `Write the type \`${port.type}\`` }, (layer) =>
                typeNameEdits(layer, spec, type, port.type),
              )
            : undefined,
        });
      },
    };
  },
};

function isTextType(type: string): boolean {
  return type === "token" || type === "string";
}

function examples(): StageExamples {
  const shader = (id: string, ...statements: readonly string[]): string =>
    defText('def Shader "Surface"', `uniform token info:id = "${id}"`, ...statements);
  return {
    good: [
      scene(
        "its types",
        shader("UsdPreviewSurface", "color3f inputs:diffuseColor = (1, 0, 0)", "float inputs:roughness = 1"),
      ),
      scene("inputs of its own", shader("UsdPreviewSurface", 'string inputs:note = "later"')),
      scene("a texture", shader("UsdUVTexture", "asset inputs:file = @wood.png@", 'token inputs:wrapS = "repeat"')),
      scene("a shader of a renderer", shader("standard_surface", "float3 inputs:base_color = (1, 0, 0)")),
    ],
    bad: [
      badScene("a vector for a color", shader("UsdPreviewSurface", "float3 inputs:diffuseColor = (1, 0, 0)"), {
        found: ['6:5 warning: "inputs:diffuseColor" is of type float3; UsdPreviewSurface has color3f.'],
        fixed: `def Shader "Surface"
{
    uniform token info:id = "UsdPreviewSurface"
    color3f inputs:diffuseColor = (1, 0, 0)
}`,
      }),
      badScene("an integer", shader("UsdPreviewSurface", "int inputs:roughness = 1"), {
        found: ['6:5 error: "inputs:roughness" is of type int; UsdPreviewSurface has float.'],
        fixed: null,
      }),
      badScene("a token for a string", shader("UsdPrimvarReader_float2", 'token inputs:varname = "st"'), {
        found: ['6:5 warning: "inputs:varname" is of type token; UsdPrimvarReader_float2 has string.'],
        fixed: `def Shader "Surface"
{
    uniform token info:id = "UsdPrimvarReader_float2"
    string inputs:varname = "st"
}`,
      }),
      badScene("an output", shader("UsdUVTexture", "int outputs:rgb"), {
        found: ['6:5 warning: "outputs:rgb" is of type int; UsdUVTexture has float3.'],
        fixed: null,
      }),
    ],
  };
}
