import { fullSceneProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { primPlace } from "../scene/places.ts";
import { shortPath } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "render-settings-first",
    summary: "More than one RenderSettings: only the first counts",
    detail:
      "The service takes the first RenderSettings in traversal, and nothing of the others, even where the first lacks what they have. One " +
      "finding for each additional one. Spec 2.8 rule 4.",
    severity: "warning",
    effect: "ignored",
    profiles: fullSceneProfiles,
  },
  examples,
  check({ scene, report }) {
    return {
      end() {
        const [first, ...others] = scene.renderSettings;
        for (const { prim } of others) {
          const { range, path } = first.prim;
          report({
            message: `The service ignores the RenderSettings ${shortPath(prim.path)}: the first ones count, ${shortPath(path)}.`,
            hint: "Remove the others, or move the ones that are meant before them.",
            related: range === undefined ? [] : [{ range, message: "the RenderSettings that count" }],
            ...primPlace(prim),
          });
        }
      },
    };
  },
};

function examples(): RuleExamples {
  const more = (name: string, metadata = ""): string =>
    `${fullScene("\n").trimEnd().slice(0, -1)}\n    def RenderSettings "${name}"${metadata}\n    {\n        int2 resolution = (64, 64)\n    }\n}\n`;
  return {
    good: [
      { title: "one", source: fullScene("\n") },
      { title: "a second one that is inactive", source: more("B", " (\n        active = false\n    )") },
      { title: "one for a stream", source: fullScene("\n"), profile: "realtime" },
    ],
    bad: [
      { title: "two in one Scope", source: more("B"), at: ["15:5"] },
      { title: "two for a stream", source: more("B"), at: ["15:5"], profile: "realtime" },
      {
        title: "three",
        source: `${more("B")}\ndef RenderSettings "C"\n{\n}\n`,
        at: ["15:5", "21:1"],
      },
    ],
  };
}
