import { typeNames } from "@usdkit/service-scene";
import { fullSceneProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";

export const rule: Rule = {
  meta: {
    id: "scene-empty",
    summary: "A full scene with nothing to draw",
    detail:
      "The service draws the payloads of Mesh and splat prims; without one the image is empty. A prim of these types without a payload " +
      "has `payload-required` instead. For files of cameras or settings alone, switch the rule off by path. Spec 2.8.",
    severity: "info",
    effect: "risky",
    profiles: fullSceneProfiles,
  },
  examples,
  check({ scene, isPartial, primTypes, report }) {
    return {
      end() {
        const isMeant = [...scene.meantTypes].some((name) => primTypes.get(name)?.role === "asset");
        if (isPartial || scene.isDrawn || isMeant) return;
        report({
          message: `The scene has nothing to draw: no prim of type ${typeNames(primTypes, "or", "asset")}.`,
          hint: 'Add a mesh:\ndef Mesh "Thing" (\n    payload = @asset:/mesh/<mesh id>@\n)\n{\n}',
        });
      },
    };
  },
};

function examples(): RuleExamples {
  const drawn = (type: string, name: string): string =>
    fullScene(`\ndef ${type} "${name}" (\n    payload = @asset:/mesh/thing@\n)\n{\n}\n`);
  return {
    good: [
      { title: "a mesh", source: drawn("Mesh", "Chair") },
      { title: "splats", source: drawn("ParticleField3DGaussianSplat", "Room") },
      {
        title: "a mesh below another prim",
        source: fullScene(
          '\ndef Scope "All"\n{\n    def Mesh "Chair" (\n        payload = @asset:/mesh/thing@\n    )\n    {\n    }\n}\n',
        ),
      },
    ],
    bad: [
      { title: "a camera alone", source: fullScene("\n"), at: ["1:1"] },
      { title: "containers alone", source: fullScene('\ndef Xform "World"\n{\n}\n'), at: ["1:1"] },
      { title: "for a stream", source: fullScene("\n"), profile: "realtime", at: ["1:1"] },
    ],
  };
}
