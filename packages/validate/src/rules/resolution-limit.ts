import { serviceProfiles } from "../model/profile.ts";
import type { Fix } from "../model/finding.ts";
import type { Rule, RuleContext, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { propertyPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";
import { resolutionThatCounts, type AuthoredResolution } from "../scene/resolution.ts";

export const rule: Rule = {
  meta: {
    id: "resolution-limit",
    summary: "Width or height not positive, or above the limit",
    detail:
      "Width and height must be at least 1 pixel, and neither may exceed the server's limit: 4500, or the option `maxResolution`. " +
      "Only the resolution that the service uses is checked: that of the first RenderSettings, otherwise the first camera's. " +
      "Spec 2.8 rule 3; 8.",
    severity: "error",
    effect: "rejected",
    profiles: serviceProfiles,
    fixable: "unsafe",
  },
  examples,
  check(context) {
    const { scene, maxResolution, report } = context;
    return {
      end() {
        const found = resolutionThatCounts(scene);
        if (found === undefined || found === "wrong") return;
        const { width, height, prim, property, value } = found;
        const problems = [problemOf("width", width, maxResolution), problemOf("height", height, maxResolution)];
        const problem = problems.filter((each) => each !== undefined).join(", ");
        if (problem === "") return;
        report({
          message: `"resolution" of ${shortPath(prim.path)} is (${width}, ${height}): ${problem}.`,
          hint: `Each must be between 1 and ${maxResolution} pixels.`,
          fixes: fitIn(context, found),
          ...propertyPlace(property, value),
        });
      },
    };
  },
};

function problemOf(what: string, pixels: number, limit: number): string | undefined {
  if (pixels < 1) return `the ${what} is not positive`;
  return pixels > limit ? `the ${what} is above the limit of ${limit}` : undefined;
}

/** Writes the largest allowed size of the same aspect ratio. The image changes, so the fix is unsafe. */
function fitIn({ source, maxResolution }: RuleContext, { width, height, value }: AuthoredResolution): readonly Fix[] {
  if (source === undefined || value.range === undefined || width < 1 || height < 1) return [];
  const scale = maxResolution / Math.max(width, height);
  const [w, h] = [width, height].map((each) => Math.min(maxResolution, Math.max(1, Math.round(each * scale))));
  return [{ title: `Write (${w}, ${h})`, safe: false, edits: [{ ...value.range, text: `(${w}, ${h})` }] }];
}

function examples(): FixedExamples {
  const scene = (resolution: string): string => fullScene("\n").replace("(1280, 720)", resolution);
  return {
    good: [
      { title: "the limit itself", source: scene("(4500, 4500)") },
      { title: "one pixel", source: scene("(1, 1)") },
      { title: "a server with a higher limit", source: scene("(8192, 4320)"), maxResolution: 8192 },
    ],
    bad: [
      { title: "too wide", source: scene("(5000, 720)"), at: ["12:9"], fixed: scene("(4500, 648)") },
      { title: "not positive", source: scene("(0, -720)"), at: ["12:9"], fixed: null },
      {
        title: "a server with a lower limit",
        source: scene("(1280, 720)"),
        maxResolution: 1024,
        at: ["12:9"],
        fixed: scene("(1024, 576)"),
      },
      {
        title: "for a stream",
        source: scene("(640, 4501)"),
        profile: "realtime",
        at: ["12:9"],
        fixed: scene("(640, 4500)"),
      },
    ],
  };
}
