import { serviceProfiles } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";
import { fullScene } from "../examples/full-scene.ts";
import { entryPlace } from "../scene/places.ts";
import { quote } from "../scene/quote.ts";

export const rule: Rule = {
  meta: {
    id: "stage-metadata-ignored",
    summary: "`upAxis` and `metersPerUnit`, which the service ignores",
    detail:
      "Of the stage's metadata the service reads `defaultPrim` and `doc`. It takes +Y as up: a scene with another up axis is rotated " +
      "by 90° in the image, and its finding is a warning. Lengths are scene units, whatever `metersPerUnit` is. Spec 2.8, stage metadata.",
    severity: "info",
    effect: "ignored",
    profiles: serviceProfiles,
  },
  examples,
  check({ layer, report }) {
    const { fields } = layer.root;
    const upAxis = fields.get("upAxis");
    if (upAxis !== undefined) {
      const axis = upAxis.value.kind === "typed" ? upAxis.value.data : undefined;
      const isUp = axis === "Y";
      report({
        message: isUp
          ? 'The service ignores "upAxis"; "Y" is what it takes as up.'
          : `The service ignores "upAxis": it takes +Y as up, and the scene has ${quote(String(axis))}.`,
        hint: isUp ? undefined : "Rotate the root prims so that +Y is up.",
        severity: isUp ? "info" : "warning",
        effect: isUp ? "ignored" : "risky",
        ...entryPlace(layer.root, upAxis),
      });
    }
    const unit = fields.get("metersPerUnit");
    if (unit !== undefined) {
      report({
        message: 'The service ignores "metersPerUnit": lengths are scene units.',
        ...entryPlace(layer.root, unit),
      });
    }
    return undefined;
  },
};

function examples(): RuleExamples {
  const stage = (entries: string): string => fullScene(`\n(\n${entries})\n`);
  return {
    good: [
      { title: "no entry", source: fullScene("\n") },
      { title: "metadata that the service reads", source: stage('    defaultPrim = "Main"\n    doc = "A room"\n') },
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
