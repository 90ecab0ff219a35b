import { insertProperty, setAttributeValue } from "@usdkit/usda";
import { numbersOf, textOf, valueProducingAttributes, type PrimNode } from "@usdkit/usd";
import { layerFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext, StageRuleFinding } from "../../rule/stage-rule.ts";

/** Formats whose images have 8 bits a channel. */
const EIGHT_BITS = /\.(?:bmp|tga|jpe?g|png|tif)$/iu;
const SCALE = [2, 2, 2];
const BIAS = [-1, -1, -1];

export const rule: StageRule = {
  meta: {
    id: "normal-map-texture",
    summary: "A normal map whose texture does not give normals from -1 to 1",
    detail:
      "The channels of an 8-bit image are from 0 to 1. UsdUVTexture makes normals of them with `inputs:scale = (2, 2, 2, 1)`, " +
      '`inputs:bias = (-1, -1, -1, 0)` and `inputs:sourceColorSpace = "raw"`: other values light the surface wrongly.',
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["usdShadeValidators:NormalMapTextureValidator", "nvidia:NormalMapTextureChecker"],
  },
  of: { types: ["Shader"] },
  scope: "place",
  examples,
  checkStage(context) {
    const { reader, look, report } = context;
    return {
      prim(prim) {
        if (textOf(prim.value("info:id")) !== "UsdPreviewSurface" || !prim.properties.has("inputs:normal")) return;
        const node = reader.prim(prim.path);
        if (node === undefined) return;
        const [source] = valueProducingAttributes(reader, { prim: node, name: "inputs:normal" });
        if (source === undefined || source.prim === node) return;
        const texture = look(source.prim.path);
        if (texture === undefined || textOf(texture.value("info:id")) !== "UsdUVTexture") return;
        const file = textOf(inputValue(context, source.prim, "file"));
        if (file === undefined || !EIGHT_BITS.test(file)) return;
        for (const finding of problemsOf(context, texture, source.prim)) {
          report({
            ...finding,
            related: [{ message: "The surface that has its normals from it.", at: { prim: prim.path } }],
          });
        }
      },
    };
  },
};

function* problemsOf(context: StageRuleContext, texture: CheckedPrim, node: PrimNode): Generator<StageRuleFinding> {
  const space = textOf(inputValue(context, node, "sourceColorSpace"));
  if (space !== "raw") {
    yield {
      message: `The texture of a normal map has ${space === undefined ? 'no "inputs:sourceColorSpace"' : `the color space "${space}"`}: it should be raw.`,
      hint: 'Write `token inputs:sourceColorSpace = "raw"`.',
      at: placeOf(texture, "inputs:sourceColorSpace"),
      fixes: inputFix(texture, "token", "inputs:sourceColorSpace", '"raw"'),
    };
  }
  for (const [name, expected, last] of [
    ["scale", SCALE, 1],
    ["bias", BIAS, 0],
  ] as const) {
    const numbers = numbersOf(inputValue(context, node, name));
    if (numbers !== undefined && expected.every((each, i) => numbers[i] === each)) continue;
    const value = `(${[...expected, last].join(", ")})`;
    yield {
      message: `The texture of a normal map has ${numbers === undefined ? `no "inputs:${name}"` : `"inputs:${name}" = (${Array.from(numbers).join(", ")})`}: it should be ${value}.`,
      hint: `Write \`float4 inputs:${name} = ${value}\`.`,
      at: placeOf(texture, `inputs:${name}`),
      fixes: inputFix(texture, "float4", `inputs:${name}`, value),
    };
  }
}

/** Returns the value of an input, its own or one that it is connected to. */
function inputValue({ reader }: StageRuleContext, prim: PrimNode, name: string): ReturnType<CheckedPrim["value"]> {
  const [found] = valueProducingAttributes(reader, { prim, name: `inputs:${name}` });
  return found === undefined ? undefined : reader.value(found.prim, found.name, -Number.MAX_VALUE);
}

function placeOf({ path, properties }: CheckedPrim, property: string): StageRuleFinding["at"] {
  return properties.has(property) ? { prim: path, property } : { prim: path };
}

function inputFix(
  { specs, properties }: CheckedPrim,
  type: string,
  name: string,
  value: string,
): StageRuleFinding["fixes"] {
  const [strongest] = properties.get(name) ?? [];
  const title = { title: `Write \`${name} = ${value}\`` };
  if (strongest !== undefined) {
    // A connection is left as it is.
    if (strongest.spec.specType === "attribute" && strongest.spec.defaultValue === undefined) return undefined;
    return layerFix(strongest.layer, title, (layer) => setAttributeValue(layer, strongest.spec.path, value));
  }
  const [spec] = specs;
  return layerFix(spec.layer, title, (layer) => insertProperty(layer, spec.owner.path, `${type} ${name} = ${value}`));
}

function examples(): StageExamples {
  const surface = defText(
    'def Shader "Surface"',
    'uniform token info:id = "UsdPreviewSurface"',
    "normal3f inputs:normal.connect = </Wood/Bumps.outputs:rgb>",
  );
  const texture = (...statements: readonly string[]): string =>
    defText(
      'def Material "Wood"',
      surface,
      "",
      defText(
        'def Shader "Bumps"',
        'uniform token info:id = "UsdUVTexture"',
        "asset inputs:file = @bumps.png@",
        ...statements,
        "float3 outputs:rgb",
      ),
    );
  const raw = 'token inputs:sourceColorSpace = "raw"';
  const scale = "float4 inputs:scale = (2, 2, 2, 1)";
  const bias = "float4 inputs:bias = (-1, -1, -1, 0)";
  const files = { "bumps.png": "", "bumps.exr": "" };
  return {
    good: [
      scene("scaled", texture(raw, scale, bias), { files }),
      scene("an image of floats", texture().replace("bumps.png", "bumps.exr"), { files }),
      scene("a color", texture().replace("normal3f inputs:normal", "color3f inputs:diffuseColor"), { files }),
    ],
    bad: [
      badScene("as it is", texture(), {
        files,
        found: [
          '11:17 warning: The texture of a normal map has no "inputs:sourceColorSpace": it should be raw.',
          '11:17 warning: The texture of a normal map has no "inputs:scale": it should be (2, 2, 2, 1).',
          '11:17 warning: The texture of a normal map has no "inputs:bias": it should be (-1, -1, -1, 0).',
        ],
        fixed: `def Material "Wood"
{
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        normal3f inputs:normal.connect = </Wood/Bumps.outputs:rgb>
    }

    def Shader "Bumps"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @bumps.png@
        float3 outputs:rgb
        token inputs:sourceColorSpace = "raw"
        float4 inputs:scale = (2, 2, 2, 1)
        float4 inputs:bias = (-1, -1, -1, 0)
    }
}`,
      }),
      badScene("in sRGB", texture(raw.replace("raw", "sRGB"), scale, bias), {
        files,
        found: ['15:9 warning: The texture of a normal map has the color space "sRGB": it should be raw.'],
        fixed: `def Material "Wood"
{
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        normal3f inputs:normal.connect = </Wood/Bumps.outputs:rgb>
    }

    def Shader "Bumps"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @bumps.png@
        token inputs:sourceColorSpace = "raw"
        float4 inputs:scale = (2, 2, 2, 1)
        float4 inputs:bias = (-1, -1, -1, 0)
        float3 outputs:rgb
    }
}`,
      }),
      badScene("another scale", texture(raw, "float4 inputs:scale = (1, 1, 1, 1)", bias), {
        files,
        found: [
          '16:9 warning: The texture of a normal map has "inputs:scale" = (1, 1, 1, 1): it should be (2, 2, 2, 1).',
        ],
        fixed: `def Material "Wood"
{
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        normal3f inputs:normal.connect = </Wood/Bumps.outputs:rgb>
    }

    def Shader "Bumps"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @bumps.png@
        token inputs:sourceColorSpace = "raw"
        float4 inputs:scale = (2, 2, 2, 1)
        float4 inputs:bias = (-1, -1, -1, 0)
        float3 outputs:rgb
    }
}`,
      }),
    ],
  };
}
