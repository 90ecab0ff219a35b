import type { Stage } from "@usdkit/usd";
import { isIncomplete } from "../checks/incomplete-prims.ts";
import { authoredPaths, authoredTarget } from "../checks/target-places.ts";
import { layerText, primText } from "../examples/stage-files.ts";
import { composedProfiles } from "../model/profile.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../rule/stage-rule.ts";

/** Shaders define them; they need not be authored. */
const SHADER_PORT = /^(?:inputs|outputs):/u;

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
  },
  examples,
  checkStage(context) {
    const known = new Map<string, boolean>();
    const { stage, report } = context;
    return {
      property(name, specs, { path, isAbstract }) {
        // Targets in a class are those of its instances.
        if (isAbstract || !specs.some(({ spec }) => authoredPaths(spec) !== undefined)) return;
        for (const target of stage.targets(path, name).targets) {
          let found = known.get(target);
          if (found === undefined) {
            found = exists(context, target) || isIncomplete(stage, primOf(target));
            known.set(target, found);
          }
          const authored = found ? undefined : authoredTarget(specs, target);
          if (authored === undefined) continue;
          const { layer, owner: spec, spec: propertySpec } = authored.property;
          const kind = propertySpec.specType === "attribute" ? "connection" : "target";
          report({
            message: `The ${kind} <${authored.path}> of "${name}" leads to nothing on the stage.`,
            hint: authored.path === target ? undefined : `On the stage it is <${target}> of <${path}>.`,
            at: { layer, spec, propertySpec, range: propertySpec.statements[0] ?? propertySpec.range },
          });
        }
      },
    };
  },
};

function exists({ stage, values }: StageRuleContext, target: string): boolean {
  const prim = primOf(target);
  if (!hasPrim(stage, prim)) return false;
  if (prim === target || SHADER_PORT.test(target.slice(prim.length + 1))) return true;
  return values.propertyOpinions(target).length > 0 || values.attribute(target) !== undefined;
}

function primOf(target: string): string {
  const at = target.indexOf(".");
  return at < 0 ? target : target.slice(0, at);
}

function hasPrim(stage: Stage, prim: string): boolean {
  return prim === "/" || stage.primStack(prim).length > 0;
}

function examples(): StageExamples {
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
    ],
    bad: [
      {
        title: "a target",
        files: { "set.usda": set },
        found: ['set.usda:5:5 warning: The target </Looks/Wood> of "look" leads to nothing on the stage.'],
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
