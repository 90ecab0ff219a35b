import type { PrimSpec } from "@usdkit/layer";
import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";
import type { RuleReading } from "../scene/rule-reading.ts";

export const rule: Rule = {
  meta: {
    id: "payload-required",
    scope: "prim",
    needsWholeText: true,
    summary: "A Mesh or splats without a payload: nothing to draw",
    detail:
      "The service draws what was uploaded, and the payload names it. Points and faces that are written in the scene itself are not " +
      "read. Spec 2.8, Mesh and ParticleField3DGaussianSplat.",
    severity: "warning",
    effect: "risky",
    profiles: serviceProfiles,
  },
  examples,
  check({ scene, report }) {
    return {
      prim(prim, { definition }) {
        if (definition?.role !== "asset" || prim.specifier !== "def") return;
        if (scene.payloadsOf(prim).length > 0 || hasNearMiss(scene, prim)) return;
        report({
          message: `${shortPath(prim.path)} is a ${prim.typeName} without a payload: there is nothing to draw.`,
          hint: "Add it to the metadata: payload = @asset:/mesh/<mesh id>@",
          ...primPlace(prim),
        });
      },
    };
  },
};

function hasNearMiss({ names }: RuleReading, { fields }: PrimSpec): boolean {
  for (const { name, value } of fields.values()) {
    if (value.kind.startsWith("unregistered") && names.nearField("prim", name) === "payload") return true;
  }
  return false;
}

function examples(): RuleExamples {
  const mesh = (metadata: string, type = "Mesh"): string =>
    fullScene(`\ndef ${type} "Chair" (\n    ${metadata}\n)\n{\n}\n`);
  return {
    good: [
      { title: "a mesh", source: mesh("payload = @asset:/mesh/chair-01@</mesh>") },
      { title: "splats", source: mesh("prepend payload = @asset:/mesh/room-7@", "ParticleField3DGaussianSplat") },
      { title: "a camera needs none", source: fullScene("\n") },
    ],
    bad: [
      { title: "no payload", source: fullScene('\ndef Mesh "Chair"\n{\n}\n'), at: ["2:1"] },
      { title: "splats", source: mesh('doc = "a room"', "ParticleField3DGaussianSplat"), at: ["2:1"] },
      { title: "authored as None", source: mesh("payload = None"), at: ["2:1"] },
      { title: "a deleted payload", source: mesh("delete payload = @asset:/mesh/chair-01@"), at: ["2:1"] },
    ],
  };
}
