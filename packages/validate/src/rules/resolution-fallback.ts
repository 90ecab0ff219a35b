import type { Rule, FixedExamples } from "../rule/rule.ts";
import { authorResolution } from "../checks/author-resolution.ts";
import { makeFix } from "../scene/make-fix.ts";
import { propertyPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";
import { resolutionOn } from "../scene/resolution.ts";

export const rule: Rule = {
  meta: {
    id: "resolution-fallback",
    summary: "Resolution is set only on the camera, which is deprecated",
    detail:
      "The service takes the resolution of an image from RenderSettings. Where they have none it falls back to that of the first camera, " +
      "for old scenes. The fix writes the same numbers on RenderSettings; it is safe in a scene of the service, where no other layer has RenderSettings. Spec 2.8 rule 3.",
    severity: "warning",
    effect: "risky",
    profiles: ["offline"],
    fixable: "both",
  },
  examples,
  check(context) {
    const { scene, isPartial, report } = context;
    return {
      end() {
        const settings = scene.renderSettings.at(0)?.prim;
        if (isPartial || scene.meantTypes.has("RenderSettings") || resolutionOn(settings, scene) !== undefined) return;
        const found = resolutionOn(scene.cameras.at(0), scene);
        if (found === undefined || found === "wrong") return;
        report({
          message: `Resolution is set only on the camera ${shortPath(found.prim.path)}, which is deprecated.`,
          hint: "Author it on RenderSettings.",
          fixes: () =>
            makeFix("Author it on RenderSettings", scene.isServiceScene, () => authorResolution(context, found)),
          ...propertyPlace(found.property, found.value),
        });
      },
    };
  },
};

function examples(): FixedExamples {
  const camera = '#usda 1.0\ndef Camera "Main"\n{\n    int2 resolution = (640, 480)\n}\n';
  const settings = (body: string): string =>
    `\ndef Scope "Render"\n{\n    def RenderSettings "Settings"\n    {\n${body}    }\n}\n`;
  const both = camera + settings("        int2 resolution = (640, 480)\n");
  return {
    good: [
      { title: "on both", source: both },
      {
        title: "RenderSettings alone",
        source:
          camera.replace("    int2 resolution = (640, 480)\n", "") + settings("        int2 resolution = (640, 480)\n"),
      },
      { title: "a stream", source: camera, profile: "realtime" },
    ],
    bad: [
      { title: "no RenderSettings", source: camera, at: ["4:5"], fixed: both },
      { title: "RenderSettings without it", source: camera + settings(""), at: ["4:5"], fixed: both },
      {
        title: "RenderSettings that declare it",
        source: camera + settings("        int2 resolution\n"),
        at: ["4:5"],
        fixed: both,
      },
      { title: "a Scope for them", source: `${camera}\ndef Scope "Render"\n{\n}\n`, at: ["4:5"], fixed: both },
    ],
  };
}
