import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { entryPlace } from "../scene/places.ts";

const ignored: ReadonlyMap<string, string> = new Map([
  ["upAxis", "turn the scene with a matrix, where +Y is not up"],
  ["metersPerUnit", "scale the scene with a matrix, where its unit is another"],
]);

export const rule: Rule = {
  meta: {
    id: "stage-metadata-ignored",
    summary: "`upAxis` and `metersPerUnit`, which the service ignores",
    detail:
      "Of the stage's metadata the service reads `defaultPrim` and `doc`. A scene whose up axis is Z lies on its side, however " +
      "its metadata names the axis. Spec 2.8, stage metadata.",
    severity: "info",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check({ layer, report }) {
    for (const [name, advice] of ignored) {
      const field = layer.root.fields.get(name);
      if (field === undefined) continue;
      report({
        message: `The service ignores "${name}".`,
        hint: `Remove it; ${advice}.`,
        ...entryPlace(layer.root, field),
      });
    }
    return undefined;
  },
};

function examples(): RuleExamples {
  const stage = (entries: string): string => fullScene(`\n(\n${entries})\n`);
  return {
    good: [
      { title: "none", source: fullScene("\n") },
      { title: "what the service reads", source: stage('    defaultPrim = "Main"\n    doc = "A room"\n') },
      { title: "time codes", source: stage("    timeCodesPerSecond = 24\n") },
    ],
    bad: [
      { title: "an up axis", source: stage('    upAxis = "Z"\n'), at: ["3:5"] },
      { title: "a unit", source: stage("    metersPerUnit = 0.01\n"), at: ["3:5"] },
      {
        title: "both",
        source: stage('    metersPerUnit = 1\n    doc = "A room"\n    upAxis = "Y"\n'),
        at: ["3:5", "5:5"],
      },
    ],
  };
}
