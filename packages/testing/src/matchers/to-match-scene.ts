import { counted } from "@usdkit/base";
import { diffLayers, type DiffOptions, type Layer } from "@usdkit/layer";
import { parseUsda, printUsda } from "@usdkit/usda";
import { pathBeside, readGolden, removeBeside, shownPath, writeGolden } from "../golden/golden-file.ts";
import { readScene } from "../matcher/read-scene.ts";
import { showDifferences } from "../show/show-differences.ts";
import { failure, heading, type Matcher } from "../matcher/matcher.ts";
import { escapeText } from "../show/escape.ts";
import { GoldenTest, type GoldenKind } from "./golden-test.ts";

/** Options of {@link SceneMatchers.toMatchScene}. */
export type GoldenOptions = DiffOptions;

const KIND: GoldenKind = { matcher: "toMatchScene", subject: "scene", extension: ".usda" };

/** {@link SceneMatchers.toMatchScene} */
export const toMatchScene: Matcher<[file?: string | GoldenOptions, options?: GoldenOptions]> = function (
  received,
  file,
  options,
) {
  const [name, given] = typeof file === "object" ? [undefined, file] : [file, options];
  const { layer, problem } = readScene(received);
  if (layer === undefined) {
    const title = heading(this, KIND.matcher, name === undefined ? "" : JSON.stringify(name));
    return failure(this, () => escapeText(`${title}\n\nThe scene is ${problem}`));
  }
  const test = GoldenTest.of(this, KIND, name);
  if (!(test instanceof GoldenTest)) return test;
  const bytes = readGolden(test.path);
  const text = textOf(layer);
  if (bytes === undefined && test.mode === "none") return test.failMissing();
  const golden = bytes === undefined ? undefined : readScene(bytes);
  const differences = golden?.layer === undefined ? undefined : diffLayers(golden.layer, layer, given);
  const isWritten = bytes === undefined || (test.mode === "all" && differences?.length !== 0);
  if (isWritten) {
    if (text !== undefined) return test.write(bytes === undefined ? "added" : "updated", { content: text });
    return test.fail(
      "USDA text cannot contain this scene (an odd name or asset path?), so it can have no golden file.",
    );
  }
  if (differences?.length === 0) {
    removeBeside(test.path);
    return {
      pass: true,
      message: () => test.message(`The scene equals the golden file ${test.shown}, and should not.`),
    };
  }
  if (this.isNot === true) return { pass: false, message: () => "" };
  const beside = pathBeside(test.path, "received");
  if (text !== undefined) writeGolden(beside, text);
  const found = text === undefined ? "" : `Received scene: ${shownPath(beside)}\n`;
  if (differences === undefined) {
    return test.fail(`The golden file ${test.shown} is ${golden?.problem}\n\n${found}${test.howToUpdate}`);
  }
  const message = (): string =>
    test.message(
      `${counted(differences.length, "difference")} from the golden file ${test.shown} (golden → scene):\n\n` +
        `${showDifferences(differences)}\n\n${found}${test.howToUpdate}`,
    );
  return { pass: false, message };
};

/** Returns the text of a golden file; undefined if USDA text cannot express the layer. */
function textOf(layer: Layer): string | undefined {
  const printed = printUsda(layer);
  const { layer: again, ok } = parseUsda(printed);
  // The reference's text ends with an empty line, which git reports as an error.
  return ok && diffLayers(again, layer).length === 0 ? `${printed.trimEnd()}\n` : undefined;
}
