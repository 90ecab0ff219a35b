import { serviceProfiles } from "../model/profile.ts";
import type { Rule, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { checkRanges } from "../checks/attribute-ranges.ts";

export const rule: Rule = {
  meta: {
    id: "camera-range",
    scope: "prim",
    summary: "A camera attribute outside of its range",
    detail:
      "`clippingRange` must be 0 < near < far, `focalLength` and the apertures above 0, `fStop` and `focusDistance` at least 0, all of them " +
      "finite, and `projection` `perspective` or `orthographic`. Spec 2.8, Camera; UsdGeomCamera.",
    severity: "error",
    effect: "risky",
    profiles: serviceProfiles,
    fixable: "unsafe",
  },
  examples,
  check(context) {
    return checkRanges(context, ({ role }) => role === "camera");
  },
};

function examples(): FixedExamples {
  const camera = (...statements: string[]): string =>
    fullScene("\n").replace("float focalLength = 35", statements.join("\n    "));
  return {
    good: [
      {
        title: "a camera",
        source: camera(
          "float2 clippingRange = (0.1, 1000)",
          "float fStop = 0",
          "float focusDistance = 0",
          'token projection = "orthographic"',
        ),
      },
      { title: "no value", source: camera("float focalLength = None") },
      {
        title: "very small values",
        source: camera("float focalLength = 0.001", "float2 clippingRange = (0.0001, 0.0002)"),
      },
    ],
    bad: [
      { title: "near greater than far", source: camera("float2 clippingRange = (100, 0.1)"), at: ["5:5"], fixed: null },
      { title: "near is 0", source: camera("float2 clippingRange = (0, 100)"), at: ["5:5"], fixed: null },
      {
        title: "no focal length",
        source: camera("float focalLength = 0", "float verticalAperture = -24"),
        at: ["5:5", "6:5"],
        fixed: null,
      },
      {
        title: "below 0",
        source: camera("float fStop = -1", "float focusDistance = -0.5"),
        at: ["5:5", "6:5"],
        fixed: null,
      },
      {
        title: "not finite",
        source: camera("float focalLength = inf", "float fStop = nan", "float2 clippingRange = (1, inf)"),
        at: ["5:5", "6:5", "7:5"],
        fixed: null,
      },
      {
        title: "another projection",
        source: camera('token projection = "Perspective"'),
        at: ["5:5"],
        fixed: camera('token projection = "perspective"'),
      },
    ],
  };
}
