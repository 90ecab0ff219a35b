import { fullSceneProfiles } from "../model/profile.ts";
import type { PrimPlace } from "@usdkit/service-scene";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "render-settings-scope",
    summary: "RenderSettings not under a Scope named `Render`",
    detail:
      "RenderSettings belong under a Scope named `Render`: any prim above them may be it. Where they are somewhere else, others may not " +
      "find them. Spec 2.8, Scope; UsdRender.",
    severity: "warning",
    effect: "risky",
    profiles: fullSceneProfiles,
  },
  examples,
  check({ scene, report }) {
    return {
      end() {
        const place = scene.renderSettings.at(0);
        if (
          place === undefined ||
          isInPlace(place, (type) => type === "Scope" || scene.names.nearType(type) === "Scope")
        )
          return;
        report({
          message: `The RenderSettings ${shortPath(place.prim.path)} are not under a Scope named "Render".`,
          hint: 'Move them into a root prim: def Scope "Render"',
          ...primPlace(place.prim),
        });
      },
    };
  },
};

function isInPlace(place: PrimPlace, isScope: (typeName: string) => boolean): boolean {
  for (let { parent } = place; parent !== undefined; parent = parent.parent) {
    if (parent.prim.name === "Render" && isScope(parent.prim.typeName)) return true;
  }
  return false;
}

function examples(): RuleExamples {
  const settings = '\n    def RenderSettings "Settings"\n    {\n        int2 resolution = (64, 64)\n    }\n';
  const scene = (parent: string, body = settings): string =>
    `#usda 1.0\n${parent}\n{${body}}\n\ndef Camera "Main"\n{\n}\n`;
  const group = `\n    def Scope "Final"\n    {${settings.replaceAll("\n    ", "\n        ")}    }\n`;
  return {
    good: [
      { title: "under the Scope", source: scene('def Scope "Render"') },
      { title: "deeper under it", source: scene('def Scope "Render"', group) },
      { title: "the Scope under another prim", source: scene('def Xform "World"', group.replace("Final", "Render")) },
    ],
    bad: [
      {
        title: "at the root",
        source:
          '#usda 1.0\ndef RenderSettings "Render"\n{\n    int2 resolution = (64, 64)\n}\n\ndef Camera "Main"\n{\n}\n',
        at: ["2:1"],
      },
      { title: "under a prim of that name and another type", source: scene('def Xform "Render"'), at: ["4:5"] },
      { title: "under a Scope of another name", source: scene('def Scope "render"'), at: ["4:5"] },
    ],
  };
}
