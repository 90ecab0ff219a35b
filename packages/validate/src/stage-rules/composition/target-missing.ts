import { BINDING_TARGET_CHECKS, isBindingName } from "../../checks/material-names.ts";
import { isIncomplete } from "../../checks/incomplete-prims.ts";
import { authoredTarget } from "../../checks/target-places.ts";
import { layerText, primText } from "../../examples/stage-files.ts";
import { composedProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

/** Shaders define them; they need not be authored. */
const SHADER_PORT = /^(?:inputs|outputs):/u;

const DANGLING_BINDING = ["nvidia:UsdDanglingMaterialBinding"];

export const rule: StageRule = {
  meta: {
    id: "target-missing",
    summary: "A target of a relationship or a connection that leads to nothing on the stage",
    detail:
      "Looked up on the composed stage, so that a target in another layer, a variant or a payload counts. Inputs and outputs of a prim " +
      "that exists need not be authored. Prims that are inactive exist. Below a prim that lacks a layer nothing is reported.",
    severity: "warning",
    effect: null,
    profiles: composedProfiles,
    sameAs: [...DANGLING_BINDING, ...BINDING_TARGET_CHECKS],
  },
  population: "all",
  examples,
  checkStage(context) {
    const { stage, report } = context;
    return {
      property(name, specs, prim) {
        // Targets in a class are those of its instances.
        if (prim.isAbstract || !prim.withPaths.has(name)) return;
        for (const target of prim.targets(name)) {
          if (exists(context, target) || isIncomplete(stage, primOf(target))) continue;
          const authored = authoredTarget(specs, target);
          if (authored === undefined) continue;
          const { layer, owner: spec, spec: propertySpec } = authored.property;
          const kind = propertySpec.specType === "attribute" ? "connection" : "target";
          report({
            message: `The ${kind} <${authored.path}> of "${name}" leads to nothing on the stage.`,
            hint: authored.path === target ? undefined : `On the stage it is <${target}> of <${prim.path}>.`,
            at: { layer, spec, propertySpec, range: propertySpec.statements[0] ?? propertySpec.range },
            sameAs: checksOf(name, prim),
          });
        }
      },
    };
  },
};

function checksOf(name: string, prim: CheckedPrim): readonly string[] {
  // Others look at prims that are active and defined.
  if (!isBindingName(name) || !prim.isDefined || !prim.shape.isActive) return [];
  // Those of purposes and collections are not looked at.
  const dangling = name === "material:binding" ? DANGLING_BINDING : [];
  return prim.hasApi("MaterialBindingAPI") ? [...dangling, ...BINDING_TARGET_CHECKS] : dangling;
}

function exists({ look }: StageRuleContext, target: string): boolean {
  const path = primOf(target);
  if (path === "/") return true;
  const prim = look(path);
  if (prim === undefined) return false;
  const property = target.slice(path.length + 1);
  if (property === "" || SHADER_PORT.test(property)) return true;
  return prim.properties.has(property) || prim.attribute(property) !== undefined;
}

function primOf(target: string): string {
  const at = target.indexOf(".");
  return at < 0 ? target : target.slice(0, at);
}

function examples(): StageExamples {
  const bound = (targets: string, metadata = 'apiSchemas = ["MaterialBindingAPI"]'): string =>
    `def Mesh "Seat" (\n    ${metadata}\n)\n{\n    rel material:binding = ${targets}\n}`;
  const set = layerText('def Xform "A"\n{\n    rel look = </Looks/Wood>\n}');
  return {
    good: [
      {
        title: "a prim of another layer",
        files: {
          "shot.usda": layerText(
            'def "Looks"\n{\n    def Material "Wood"\n    {\n    }\n}',
            "subLayers = [@./set.usda@]",
          ),
          "set.usda": set,
        },
      },
      {
        title: "an output that is not authored",
        files: {
          "look.usda": layerText(
            'def Material "Look"\n{\n    token outputs:surface.connect = </Look/Shader.outputs:out>\n\n    def Shader "Shader"\n    {\n    }\n}',
          ),
        },
      },
      { title: "a class", files: { "set.usda": layerText('class Xform "A"\n{\n    rel look = </Looks/Wood>\n}') } },
    ],
    bad: [
      {
        title: "a target",
        files: { "set.usda": set },
        found: ['set.usda:5:5 warning: The target </Looks/Wood> of "look" leads to nothing on the stage.'],
      },
      {
        title: "a material",
        files: { "chair.usda": layerText(bound("</Looks/Wood>")) },
        found: [
          'chair.usda:7:5 warning: The target </Looks/Wood> of "material:binding" leads to nothing on the stage.',
        ],
      },
      {
        title: "a material that is misspelled",
        files: { "chair.usda": layerText(`${bound("</Wod>")}\n\ndef Material "Wood"\n{\n}`) },
        found: ['chair.usda:7:5 warning: The target </Wod> of "material:binding" leads to nothing on the stage.'],
      },
      {
        title: "a material of a subset",
        files: {
          "chair.usda": layerText(
            bound("</Wood>").replace("Mesh", "GeomSubset") +
              '\n\ndef Scope "Looks"\n{\n    def Material "Wood"\n    {\n    }\n}',
          ),
        },
        found: ['chair.usda:7:5 warning: The target </Wood> of "material:binding" leads to nothing on the stage.'],
      },
      {
        title: "a property",
        files: { "set.usda": layerText('def "A"\n{\n    rel look = </A.size>\n}') },
        found: ['set.usda:5:5 warning: The target </A.size> of "look" leads to nothing on the stage.'],
      },
      {
        title: "a connection below a reference",
        files: {
          "shot.usda": layerText(primText("A", "references = @./look.usda@</Look>")),
          "look.usda": layerText(
            'def Material "Look"\n{\n    token outputs:surface.connect = </Look/Shader.outputs:out>\n}',
          ),
        },
        found: [
          'look.usda:5:5 warning: The connection </Look/Shader.outputs:out> of "outputs:surface" leads to nothing on the stage.',
        ],
      },
    ],
  };
}
