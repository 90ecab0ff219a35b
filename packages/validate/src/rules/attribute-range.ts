import { definePrim, withPrimTypes } from "@usdkit/service-scene";
import { serviceProfiles } from "../model/profile.ts";
import type { Example, Rule, FixedExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { checkRanges } from "../checks/attribute-ranges.ts";

export const rule: Rule = {
  meta: {
    id: "attribute-range",
    scope: "prim",
    summary: "An attribute of a further prim type outside of its range",
    detail:
      "Prim types that a program adds (`primTypes`) have ranges and allowed values in their tables. Those of cameras have " +
      "`camera-range`, resolutions `resolution-limit`.",
    severity: "error",
    effect: "risky",
    profiles: serviceProfiles,
    fixable: "unsafe",
  },
  examples,
  check(context) {
    return checkRanges(context, ({ role }) => role !== "camera");
  },
};

function examples(): FixedExamples {
  const dome = definePrim({
    typeName: "DomeLight",
    description: "Light from all around.",
    role: "other",
    isTransformable: true,
    properties: [
      {
        name: "inputs:intensity",
        kind: "attribute",
        type: "float",
        variability: "varying",
        fallback: 1,
        range: { minimum: 0 },
        description: "Brightness.",
        source: "UsdLuxLightAPI",
      },
      {
        name: "inputs:texture:format",
        kind: "attribute",
        type: "token",
        variability: "varying",
        fallback: "automatic",
        allowedTokens: ["automatic", "latlong"],
        description: "Layout of the texture.",
        source: "UsdLuxDomeLight",
      },
    ],
    source: "UsdLuxDomeLight",
  });
  const scene = (statement: string): string => fullScene(`\ndef DomeLight "Sky"\n{\n    ${statement}\n}\n`);
  const light = (title: string, statement: string): Example => ({
    title,
    source: scene(statement),
    primTypes: withPrimTypes(dome),
  });
  return {
    good: [
      light("in its range", "float inputs:intensity = 0"),
      light("an allowed value", 'token inputs:texture:format = "latlong"'),
      light("no value", "float inputs:intensity"),
    ],
    bad: [
      { ...light("below the minimum", "float inputs:intensity = -1"), at: ["4:5"], fixed: null },
      { ...light("not finite", "float inputs:intensity = inf"), at: ["4:5"], fixed: null },
      {
        ...light("a value that is nearly one", 'token inputs:texture:format = "latlon"'),
        at: ["4:5"],
        fixed: scene('token inputs:texture:format = "latlong"'),
      },
    ],
  };
}
