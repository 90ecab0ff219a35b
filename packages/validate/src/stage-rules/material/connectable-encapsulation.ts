import { moveFix } from "../../checks/move-fixes.ts";
import { withArticle } from "../../checks/words.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim, PrimShape } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const SHADING = ["usdShadeValidators:EncapsulationRulesValidator", "nvidia:PrimEncapsulationChecker"];
const LIGHTING = [
  "usdLuxValidators:EncapsulationRulesValidator",
  "nvidia:UsdLuxEncapsulationRulesValidator",
  "nvidia:PrimEncapsulationChecker",
];

export const rule: StageRule = {
  meta: {
    id: "connectable-encapsulation",
    summary: "A shader, node graph, light or light filter below a prim that cannot hold it",
    detail:
      "Connections reach a prim from those next to it and from the container around it: a material, a node graph, a light or a light " +
      "filter. A shader is no container, and a prim that is none of these (a Scope, for example) between a container and a shader " +
      "separates them. Lights are not below shaders, materials and node graphs. The fix moves a shader to its container, with the paths that " +
      "lead to it, and is unsafe: other layers may name it.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
    sameAs: [...new Set([...SHADING, ...LIGHTING])],
  },
  of: { types: ["Shader", "NodeGraph", "LightFilter"], apis: ["LightAPI"] },
  examples,
  checkStage({ stage, report }) {
    return {
      prim(prim) {
        const { parent, shape } = prim;
        if (parent === undefined) return;
        const sameAs = isLighting(shape) ? LIGHTING : SHADING;
        const type = shape.typeName;
        if (isConnectable(parent.shape)) {
          const message = problemBelow(shape, parent.shape);
          if (message === undefined) return;
          report({
            message: `The ${type} is below ${message}.`,
            hint: "Move it out.",
            at: { prim: prim.path },
            sameAs,
            fixes: parent.isA("Shader") ? moveFix(stage, prim, containerAbove(parent)) : undefined,
          });
          return;
        }
        const container = connectableAbove(parent);
        if (container === undefined) return;
        const between = parent.shape.typeName === "" ? "a prim without a type" : withArticle(parent.shape.typeName);
        report({
          message: `"${parent.name}", ${between}, separates the ${type} from the ${container.shape.typeName} "${container.name}".`,
          hint: "Move it to the container, or use a NodeGraph in between.",
          at: { prim: prim.path },
          sameAs,
          fixes: sameAs === SHADING && isShading(container) ? moveFix(stage, prim, container) : undefined,
        });
      },
    };
  },
};

/** Returns what is wrong with a connectable prim directly below another one. */
function problemBelow(shape: PrimShape, parent: PrimShape): string | undefined {
  if (parent.types.has("Shader")) return "a Shader, which holds nothing";
  const isShading = parent.types.has("NodeGraph");
  if (shape.apis.has("LightAPI") && isShading) return `${withArticle(parent.typeName)}, which holds no lights`;
  if (shape.types.has("LightFilter") && isShading)
    return `${withArticle(parent.typeName)}, which holds no light filters`;
  return undefined;
}

/** Whether a prim is a material or a node graph. */
function isShading(prim: CheckedPrim): boolean {
  return prim.isA("NodeGraph");
}

function containerAbove({ parent }: CheckedPrim): CheckedPrim | undefined {
  return parent !== undefined && isShading(parent) ? parent : undefined;
}

function isLighting({ types, apis }: PrimShape): boolean {
  return types.has("LightFilter") || apis.has("LightAPI");
}

function isConnectable(shape: PrimShape): boolean {
  return shape.types.has("Shader") || shape.types.has("NodeGraph") || isLighting(shape);
}

function connectableAbove(prim: CheckedPrim): CheckedPrim | undefined {
  for (let at = prim.parent; at !== undefined; at = at.parent) if (isConnectable(at.shape)) return at;
  return undefined;
}

function examples(): StageExamples {
  const nested = (...headers: readonly string[]): string =>
    headers.map((header, i) => `${"    ".repeat(i)}def ${header}\n${"    ".repeat(i)}{\n`).join("") +
    headers
      .map((_, i) => `${"    ".repeat(i)}}`)
      .toReversed()
      .join("\n");
  return {
    good: [
      scene("shaders in a node graph of a material", nested('Material "Wood"', 'NodeGraph "Grain"', 'Shader "Noise"')),
      scene("a light in a scope", nested('Scope "Lights"', 'RectLight "Key"')),
      scene("a filter in a light", nested('RectLight "Key"', 'LightFilter "Barn"')),
    ],
    bad: [
      badScene("a shader in a shader", nested('Material "Wood"', 'Shader "Surface"', 'Shader "Noise"'), {
        found: ["7:21 error: The Shader is below a Shader, which holds nothing."],
        fixed: `def Material "Wood"\n{\n    def Shader "Surface"\n    {\n    }\n\n    def Shader "Noise"\n    {\n    }\n}`,
      }),
      badScene("a scope in between", nested('Material "Wood"', 'Scope "Nodes"', 'Shader "Noise"'), {
        found: ['7:21 error: "Nodes", a Scope, separates the Shader from the Material "Wood".'],
        fixed: `def Material "Wood"\n{\n    def Scope "Nodes"\n    {\n    }\n\n    def Shader "Noise"\n    {\n    }\n}`,
      }),
      badScene("a light in a material", nested('Material "Glow"', 'RectLight "Key"'), {
        found: ["5:20 error: The RectLight is below a Material, which holds no lights."],
        fixed: null,
      }),
      badScene("a node graph in a shader", nested('Shader "Surface"', 'NodeGraph "Grain"'), {
        found: ["5:20 error: The NodeGraph is below a Shader, which holds nothing."],
        fixed: null,
      }),
      badScene("a light apart from its light", nested('DomeLight "Sky"', 'Scope "Parts"', 'RectLight "Sun"'), {
        found: ['7:24 error: "Parts", a Scope, separates the RectLight from the DomeLight "Sky".'],
        fixed: null,
      }),
      badScene("a filter apart from its light", nested('RectLight "Key"', 'Xform "Parts"', 'LightFilter "Barn"'), {
        found: ['7:26 error: "Parts", an Xform, separates the LightFilter from the RectLight "Key".'],
        fixed: null,
      }),
    ],
  };
}
