import type { Fix } from "../model/finding.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { authorResolution, renderSettingsText } from "../checks/author-resolution.ts";
import { makeFix } from "../scene/make-fix.ts";
import { fullScene } from "../examples/full-scene.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";
import { resolutionThatCounts } from "../scene/resolution.ts";

export const rule: Rule = {
  meta: {
    id: "resolution-required",
    summary: "No `resolution` for an offline job",
    detail:
      "A job is rejected whose scene authors `resolution` neither on the first RenderSettings nor, as a fallback, on the first camera. The " +
      "fallback of the schema, 2048 × 1080, never counts, nor do RenderSettings after the first. A stream needs none. " +
      "Spec 2.8 rules 3 and 4; 4.3 rule 3.",
    severity: "error",
    effect: "rejected",
    profiles: ["offline"],
    fixable: "unsafe",
  },
  examples,
  check(context) {
    const { scene, isPartial, report } = context;
    const fixes = (): readonly Fix[] =>
      makeFix("Author a resolution of 1920 × 1080", false, () => authorResolution(context, SIZE));
    return {
      end() {
        if (isPartial || scene.meantTypes.has("RenderSettings") || resolutionThatCounts(scene) !== undefined) return;
        const settings = scene.renderSettings.at(0)?.prim;
        if (settings === undefined) {
          report({
            message: 'The scene has no RenderSettings, so no "resolution": the service rejects the job.',
            hint: `Add RenderSettings:\n${renderSettingsText(SIZE)}`,
            fixes,
          });
        } else {
          report({
            message: `The RenderSettings ${shortPath(settings.path)} have no "resolution": the service rejects the job.`,
            hint: "Add it:\nint2 resolution = (1920, 1080)",
            fixes,
            ...primPlace(settings),
          });
        }
      },
    };
  },
};

/** The size in the hint and the fix. */
const SIZE = { width: 1920, height: 1080 };

function examples(): FixedExamples {
  const without = fullScene("\n").replace("        int2 resolution = (1280, 720)\n", "");
  const fixed = fullScene("\n").replace("(1280, 720)", "(1920, 1080)");
  return {
    good: [
      { title: "on RenderSettings", source: fullScene("\n") },
      { title: "as the reference writes it", source: fullScene("\n").replace("int2", "uniform int2") },
      { title: "no resolution for a stream", source: without, profile: "realtime" },
    ],
    bad: [
      { title: "RenderSettings without it", source: without, at: ["10:5"], fixed },
      {
        title: "no RenderSettings",
        source: '#usda 1.0\ndef Camera "Main"\n{\n}\n',
        at: ["1:1"],
        fixed: `#usda 1.0
def Camera "Main"
{
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (1920, 1080)
    }
}
`,
      },
      {
        title: "no value",
        source: fullScene("\n").replace("int2 resolution = (1280, 720)", "int2 resolution"),
        at: ["10:5"],
        fixed,
      },
      {
        title: "on the second RenderSettings",
        source: `${without}\ndef RenderSettings "B"\n{\n    int2 resolution = (64, 64)\n}\n`,
        at: ["10:5"],
        others: ["render-settings-first"],
        fixed: `${fixed}\ndef RenderSettings "B"\n{\n    int2 resolution = (64, 64)\n}\n`,
      },
    ],
  };
}
