import { nearestName } from "@usdkit/layer";
import { shaderNodeOf, type ShaderNode } from "@usdkit/schemas";
import { setAttributeValue } from "@usdkit/usda";
import { textOf, textsOf } from "@usdkit/usd";
import { propertyFix } from "../../checks/stage-fixes.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext, StageRuleFinding } from "../../rule/stage-rule.ts";

const PREFIX = "inputs:";
const COLOR_SPACES = ["raw", "sRGB", "auto"];

export const rule: StageRule = {
  meta: {
    id: "shader-input-invalid",
    summary: "An input of a shader with a value or a connection that the shader does not take",
    detail:
      "Inputs of the shaders of UsdPreviewSurface take certain tokens, and one connection; some take none. Inputs that a shader does not " +
      "have are ignored, which is reported if the name is nearly that of one that it has, or if it is connected.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: ["nvidia:MaterialUsdPreviewSurfaceChecker"],
  },
  of: { types: ["Shader"] },
  examples,
  checkStage(context) {
    return {
      property(property, _, prim) {
        if (!property.startsWith(PREFIX)) return;
        const node = shaderNodeOf(textOf(prim.value("info:id")) ?? "");
        if (node === undefined || node.context === "light") return;
        const finding = problemOf(context, { prim, property, node });
        if (finding !== undefined) context.report({ ...finding, at: { prim: prim.path, property } });
      },
    };
  },
};

interface Input {
  readonly prim: CheckedPrim;
  readonly property: string;
  readonly node: ShaderNode;
}

function problemOf(
  { look }: StageRuleContext,
  { prim, property, node }: Input,
): Omit<StageRuleFinding, "at"> | undefined {
  const name = property.slice(PREFIX.length);
  const port = node.inputs[name];
  const targets = prim.targets(property);
  if (port === undefined) {
    const near = nearestName(name, Object.keys(node.inputs));
    if (near === undefined && targets.length === 0) return undefined;
    return {
      message: `${node.id} has no input "${name}".`,
      hint: near === undefined ? "Remove it, or connect an input that it has." : `Did you mean "${near}"?`,
    };
  }
  if (targets.length > 1) {
    return { message: `"${property}" has ${targets.length} connections: the first one counts.`, hint: "Leave one." };
  }
  if (targets.length === 1 && port.isConnectable === false) {
    const [owner, source = ""] = targets[0].split(".", 2);
    if (!source.startsWith(PREFIX) || look(owner)?.isA("NodeGraph") !== true) {
      return {
        message: `"${property}" takes no connection.`,
        hint: "Give it a value, or connect it to an input of the material.",
      };
    }
  }
  return aboutTokens(prim, property, name === "sourceColorSpace" ? (port.options ?? COLOR_SPACES) : port.options);
}

function aboutTokens(
  prim: CheckedPrim,
  property: string,
  options: readonly string[] | undefined,
): Omit<StageRuleFinding, "at"> | undefined {
  if (options === undefined || options.length === 0) return undefined;
  const times = prim.sampleTimes(property).slice(0, 100);
  for (const time of times.length === 0 ? [null] : times) {
    const value = prim.value(property, time);
    const token = textOf(value) ?? textsOf(value)?.find((each) => !options.includes(each));
    if (token === undefined || token === "" || options.includes(token)) continue;
    const near = nearestName(token, options);
    return {
      message: `"${property}" is "${token}", which is none of ${options.join(", ")}.`,
      hint: near === undefined ? "Use one of these." : `Did you mean "${near}"?`,
      fixes:
        near === undefined || times.length > 0
          ? undefined
          : propertyFix(prim, property, { title: `Write \`"${near}"\`` }, (layer, path) =>
              setAttributeValue(layer, path, `"${near}"`),
            ),
    };
  }
  return undefined;
}

function examples(): StageExamples {
  const noise = defText('def Shader "Noise"', "float outputs:r", "float outputs:g");
  const shader = (id: string, ...statements: readonly string[]): string =>
    defText('def Shader "Surface"', `uniform token info:id = "${id}"`, ...statements);
  const material = (id: string, ...statements: readonly string[]): string =>
    defText('def Material "Look"', shader(id, ...statements), "", noise);
  return {
    good: [
      scene("a token that it takes", shader("UsdUVTexture", 'token inputs:wrapS = "repeat"')),
      scene("one connection", shader("UsdPreviewSurface", "float inputs:roughness.connect = </Noise.outputs:r>")),
      scene("an input of its own", shader("UsdPreviewSurface", 'string inputs:vendorNote = "later"')),
    ],
    bad: [
      badScene("another token", material("UsdUVTexture", 'token inputs:wrapS = "repet"'), {
        found: ['8:9 warning: "inputs:wrapS" is "repet", which is none of black, clamp, repeat, mirror, useMetadata.'],
        fixed: material("UsdUVTexture", 'token inputs:wrapS = "repeat"'),
      }),
      badScene(
        "two connections",
        material(
          "UsdPreviewSurface",
          "float inputs:roughness.connect = [</Look/Noise.outputs:r>, </Look/Noise.outputs:g>]",
        ),
        { found: ['8:9 warning: "inputs:roughness" has 2 connections: the first one counts.'], fixed: null },
      ),
      badScene("a misspelled input", material("UsdPreviewSurface", "float inputs:roughnes = 1"), {
        found: ['8:9 warning: UsdPreviewSurface has no input "roughnes".'],
        fixed: null,
      }),
      badScene(
        "a connected input that is misspelled",
        material("UsdPreviewSurface", "float inputs:roughnes.connect = </Look/Noise.outputs:r>"),
        {
          found: ['8:9 warning: UsdPreviewSurface has no input "roughnes".'],
          fixed: null,
        },
      ),
      badScene(
        "a connection to a name",
        material("UsdPrimvarReader_float", "string inputs:varname.connect = </Look/Noise.outputs:r>"),
        {
          found: ['8:9 warning: "inputs:varname" takes no connection.'],
          fixed: null,
        },
      ),
      badScene(
        "a color space that does not exist",
        material("UsdUVTexture", 'token inputs:sourceColorSpace = "linear"'),
        {
          found: ['8:9 warning: "inputs:sourceColorSpace" is "linear", which is none of raw, sRGB, auto.'],
          fixed: null,
        },
      ),
    ],
  };
}
