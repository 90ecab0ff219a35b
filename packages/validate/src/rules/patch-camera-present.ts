import type { PrimSpec } from "@usdkit/layer";
import type { Rule, RuleContext, RuleExamples } from "../rule/rule.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { OP_PREFIX } from "../scene/names.ts";

export const rule: Rule = {
  meta: {
    id: "patch-camera-present",
    summary: "No `over` with camera attributes in a patch",
    detail:
      "The service takes the first `over` that has camera attributes; a patch without one changes nothing. Spec 2.8 rule 2.",
    severity: "error",
    effect: "ignored",
    profiles: ["patch"],
  },
  examples,
  check(context) {
    const { scene, isPartial, report } = context;
    if (isPartial || scene.patchPrims.some(({ prim }) => isAboutCamera(context, prim))) return undefined;
    report({
      message: "The patch has no `over` with camera attributes: it changes nothing.",
      hint: "Write them in an `over` of the camera's path, such as float focalLength = 50.",
    });
    return undefined;
  },
};

/** Also true if the attributes are misspelled, are other ops, or are in a `def`: those have their own findings. */
function isAboutCamera({ scene }: RuleContext, { properties }: PrimSpec): boolean {
  return properties.some(
    (property) =>
      scene.isCameraAttribute(property.name) ||
      property.name.startsWith(OP_PREFIX) ||
      (scene.nearCameraAttribute(property.name) ?? "resolution") !== "resolution",
  );
}

function examples(): RuleExamples {
  const options = { profile: "patch", base: baseScene } as const;
  return {
    good: [
      { title: "a lens", source: patchOf("Main", "float focalLength = 50"), ...options },
      { title: "an order alone", source: patchOf("Main", "uniform token[] xformOpOrder = []"), ...options },
      {
        title: "a full scene",
        source: baseScene.replace('    def Camera "Second"\n    {\n    }\n\n', ""),
        profile: "offline",
      },
    ],
    bad: [
      { title: "an empty patch", source: "#usda 1.0\n", ...options, at: ["1:1"] },
      { title: "overs without attributes", source: patchOf("Main", ""), ...options, at: ["1:1"] },
      {
        title: "other attributes",
        source: patchOf("Main", "custom int take = 3"),
        ...options,
        at: ["1:1"],
        others: ["patch-camera-only"],
      },
    ],
  };
}
