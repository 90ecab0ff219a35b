import { isPatchCamera } from "@usdkit/service-scene";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "patch-camera-first",
    summary: "More than one `over` with camera attributes: only the first counts",
    detail: "The service uses the first `over` that has camera attributes and ignores later ones. Spec 2.8 rule 2.",
    severity: "warning",
    effect: "ignored",
    profiles: ["patch"],
  },
  examples,
  check({ scene, report }) {
    const cameras = scene.patchPrims
      .filter(({ prim, isInDefinition }) => !isInDefinition && isPatchCamera(prim))
      .map(({ prim }) => prim);
    const [first, ...others] = cameras;
    for (const prim of others) {
      // `patch-camera-only` reports prims that are not cameras.
      if ((scene.basePrim(prim.path)?.typeName ?? "Camera") !== "Camera") continue;
      report({
        message: `The service ignores what the patch authors on ${shortPath(prim.path)}: the first camera counts, ${shortPath(first.path)}.`,
        hint: "Send one patch for one camera.",
        related: first.range === undefined ? [] : [{ range: first.range, message: "the camera that counts" }],
        ...primPlace(prim),
      });
    }
    return undefined;
  },
};

function examples(): RuleExamples {
  const options = { profile: "patch", base: baseScene } as const;
  const main = patchOf("Main", "float focalLength = 50");
  const second = (name: string): string => `\n    over "${name}"\n    {\n        float focalLength = 50\n    }\n`;
  const both = `${main.slice(0, -2)}${second("Second")}}\n`;
  return {
    good: [
      { title: "one camera", source: main, ...options },
      {
        title: "another over without attributes",
        source: `${main.slice(0, -2)}\n    over "Second"\n    {\n    }\n}\n`,
        ...options,
      },
      { title: "the second camera alone", source: patchOf("Second", "float focalLength = 50"), ...options },
    ],
    bad: [
      { title: "two cameras", source: both, ...options, at: ["9:5"] },
      {
        title: "the reverse order",
        source: both.replace("{\n    over", '{\n    reorder nameChildren = ["Second", "Main"]\n    over'),
        ...options,
        at: ["5:5"],
      },
      {
        title: "three cameras",
        source: `${both.slice(0, -2)}${second("Third")}}\n`,
        profile: "patch",
        base: baseScene.replace('def Camera "Second"', 'def Camera "Third"\n    {\n    }\n\n    def Camera "Second"'),
        at: ["9:5", "14:5"],
      },
    ],
  };
}
