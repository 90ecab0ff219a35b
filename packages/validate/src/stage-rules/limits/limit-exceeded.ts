import { triangleCount } from "@usdkit/geometry/measures";
import { meshArrays } from "../../checks/mesh-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

/** What the rule notes of a prim. */
interface Fact {
  readonly triangles: number;
}

export const rule: StageRule = {
  meta: {
    id: "limit-exceeded",
    summary: "A stage with more triangles, prims or bytes than the configuration allows",
    detail:
      "`limits` of a configuration or of a requirement set: `triangles` of all meshes without subdivision, `prims`, and `bytes` of all " +
      "layers. Prims below instances count once. Without limits nothing is reported.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
  },
  scope: "place",
  examples,
  checkStage(context) {
    const { limits, note } = context;
    if (limits.triangles === undefined && limits.prims === undefined && limits.bytes === undefined) return {};
    return {
      prim(prim) {
        const triangles =
          limits.triangles !== undefined && prim.isA("Mesh") ? triangleCount(meshArrays(prim).counts) : 0;
        note({ triangles } satisfies Fact);
      },
      end(facts) {
        let prims = 0;
        let triangles = 0;
        for (const { fact } of facts) {
          prims++;
          triangles += (fact as Fact).triangles;
        }
        const bytes = limits.bytes === undefined ? 0 : bytesOf(context);
        reportOver(context, { what: "triangles", count: triangles, limit: limits.triangles });
        reportOver(context, { what: "prims", count: prims, limit: limits.prims });
        reportOver(context, { what: "bytes", count: bytes, limit: limits.bytes });
      },
    };
  },
};

function bytesOf({ stage }: StageRuleContext): number {
  let bytes = 0;
  for (const { opened } of stage.layers) bytes += opened?.bytes.length ?? 0;
  return bytes;
}

interface Count {
  readonly what: string;
  readonly count: number;
  readonly limit: number | undefined;
}

function reportOver({ stage, report }: StageRuleContext, { what, count, limit }: Count): void {
  if (limit === undefined || count <= limit) return;
  const { rootLayer } = stage.layerStack;
  report({
    message: `The stage has ${count} ${what}; the limit is ${limit}.`,
    hint: "Simplify it, or raise the limit in the configuration.",
    at: { layer: rootLayer, spec: rootLayer.layer.root },
  });
}

function examples(): StageExamples {
  return {
    good: [
      scene("within the limits", meshText(), { limits: { triangles: 2, prims: 1, bytes: 1000 } }),
      scene("no limits", meshText()),
      scene("no mesh", 'def Cube "Box"\n{\n}', { limits: { triangles: 0 } }),
    ],
    bad: [
      badScene("triangles", meshText(), {
        limits: { triangles: 1 },
        found: ["1:1 error: The stage has 2 triangles; the limit is 1."],
      }),
      badScene("prims", meshText(), {
        limits: { prims: 0 },
        found: ["1:1 error: The stage has 1 prims; the limit is 0."],
      }),
      badScene("bytes", meshText(), {
        limits: { bytes: 100 },
        found: ["1:1 error: The stage has 176 bytes; the limit is 100."],
      }),
    ],
  };
}
