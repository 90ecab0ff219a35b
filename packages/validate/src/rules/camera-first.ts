import { fullSceneProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "camera-first",
    summary: "More than one camera: only the first counts",
    detail:
      "The service takes the first camera in traversal: depth first, children in authored order, `reorder` applied. One finding for each " +
      "further one. Spec 2.8 rule 2.",
    severity: "warning",
    effect: "ignored",
    profiles: fullSceneProfiles,
  },
  examples,
  check({ scene, report }) {
    return {
      end() {
        const [first, ...others] = scene.cameras;
        for (const camera of others) {
          report({
            message: `The service ignores the camera ${shortPath(camera.path)}: the first one counts, ${shortPath(first.path)}.`,
            hint: "Move the camera that is meant before all others, or take the others away (`active = false`).",
            related: first.range === undefined ? [] : [{ range: first.range, message: "the camera that counts" }],
            ...primPlace(camera),
          });
        }
      },
    };
  },
};

function examples(): RuleExamples {
  const camera = (name: string, metadata = ""): string => `\ndef Camera "${name}"${metadata}\n{\n}\n`;
  return {
    good: [
      { title: "one camera", source: fullScene("\n") },
      { title: "a second one that is inactive", source: fullScene(camera("Second", " (\n    active = false\n)")) },
      { title: "one for a stream", source: fullScene("\n"), profile: "realtime" },
    ],
    bad: [
      { title: "two cameras", source: fullScene(camera("First")), at: ["6:1"] },
      { title: "three cameras", source: fullScene(camera("First") + camera("Second")), at: ["6:1", "10:1"] },
      {
        title: "another order",
        source: fullScene(`\nreorder rootPrims = ["Main", "Second"]\n${camera("Second")}`),
        at: ["4:1"],
      },
    ],
  };
}
