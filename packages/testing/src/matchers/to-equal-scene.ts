import { diffLayers, type DiffOptions } from "@usdkit/layer";
import { readScene, type SceneInput } from "../matcher/read-scene.ts";
import { escapeText } from "../show/escape.ts";
import { counted } from "@usdkit/base";
import { showDifferences } from "../show/show-differences.ts";
import { failure, heading, type Matcher } from "../matcher/matcher.ts";

/** {@link SceneMatchers.toEqualScene} */
export const toEqualScene: Matcher<[other: SceneInput, options?: DiffOptions]> = function (received, other, options) {
  const title = heading(this, "toEqualScene", "other");
  const [after, before] = [readScene(received), readScene(other)];
  if (after.layer === undefined) return failure(this, () => escapeText(`${title}\n\nThe scene is ${after.problem}`));
  if (before.layer === undefined) {
    return failure(this, () => escapeText(`${title}\n\nThe other scene is ${before.problem}`));
  }
  const differences = diffLayers(before.layer, after.layer, options);
  const message = (): string =>
    differences.length === 0
      ? `${title}\n\nThe scenes are the same, and should not be.`
      : `${title}\n\n${counted(differences.length, "difference")} (other → scene):\n\n${showDifferences(differences)}\n`;
  return { pass: differences.length === 0, message: () => escapeText(message()) };
};
