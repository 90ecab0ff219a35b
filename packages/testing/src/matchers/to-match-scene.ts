import { diffLayers, type DiffOptions, type Layer } from "@usdkit/layer";
import { parseUsda, printUsda } from "@usdkit/usda";
import { goldenPath, readGolden, shownPath, writeGolden } from "../golden/golden-file.ts";
import { countWritten, updateMode } from "../golden/update-mode.ts";
import { readScene } from "../received/read-scene.ts";
import { escapeText } from "../show/escape.ts";
import { counted } from "@usdkit/layer";
import { showDifferences } from "../show/show-differences.ts";
import { failure, heading, type Matcher, type MatcherContext, type MatcherResult } from "../matcher/matcher.ts";

/** What {@link SceneMatchers.toMatchScene} compares by. */
export type GoldenOptions = DiffOptions;

/** {@link SceneMatchers.toMatchScene} */
export const toMatchScene: Matcher<[file: string, options?: GoldenOptions]> = function (received, file, options) {
  const title = heading(this, "toMatchScene", JSON.stringify(file));
  const fail = (text: string): MatcherResult => failure(this, () => escapeText(`${title}\n\n${text}`));
  if (!file.endsWith(".usda"))
    return fail(`A golden file is a .usda file, and ${JSON.stringify(file)} is not named so.`);
  const { layer, problem } = readScene(received);
  if (layer === undefined) return fail(`The scene is ${problem}`);

  const path = goldenPath(this, file);
  const bytes = readGolden(path);
  const mode = this.isNot === true ? "none" : updateMode(this);
  if (bytes === undefined) {
    if (mode === "none") return fail(missing(shownPath(path), this.isNot === true));
    return write(this, path, layer, "added", fail);
  }
  const golden = readScene(bytes);
  if (golden.layer === undefined) {
    if (mode === "all") return write(this, path, layer, "updated", fail);
    return fail(`The golden file ${shownPath(path)} is ${golden.problem}\n\n${HOW_TO_UPDATE}`);
  }
  const differences = diffLayers(golden.layer, layer, options);
  if (differences.length > 0 && mode === "all") return write(this, path, layer, "updated", fail);
  const message = (): string =>
    differences.length === 0
      ? `${title}\n\nThe scene is that of the golden file ${shownPath(path)}, and should not be.`
      : `${title}\n\n${counted(differences.length, "difference")} from the golden file ${shownPath(path)} (golden → scene):\n\n` +
        `${showDifferences(differences)}\n\n${HOW_TO_UPDATE}`;
  return { pass: differences.length === 0, message: () => escapeText(message()) };
};

const HOW_TO_UPDATE =
  "If the scene is right, run with -u (vitest) or --updateSnapshot (jest) to write it to the golden file.";

function missing(path: string, isNot: boolean): string {
  const why = isNot
    ? "and .not writes none"
    : "and none is written in CI: run the test once outside of it, and commit the file";
  return `There is no golden file ${path}, ${why}.`;
}

/** What each test file wrote: two tests with one golden file would undo each other's work. */
const written = new WeakMap<object, Map<string, string>>();

function write(
  context: MatcherContext,
  path: string,
  layer: Layer,
  what: "added" | "updated",
  fail: (text: string) => MatcherResult,
): MatcherResult {
  const printed = printUsda(layer);
  // A program can build what no text can say; the golden file would never match.
  const { layer: again, ok } = parseUsda(printed);
  if (!ok || diffLayers(again, layer).length > 0) {
    return fail(
      "The scene holds what USDA text cannot say (an odd name or asset path?), so it can have no golden file.",
    );
  }
  // The reference's text ends in an empty line, which git reports.
  const text = `${printed.trimEnd()}\n`;
  const { snapshotState } = context;
  if (typeof snapshotState === "object" && snapshotState !== null) {
    const files = written.get(snapshotState) ?? new Map<string, string>();
    written.set(snapshotState, files);
    const other = files.get(path);
    if (other !== undefined && other !== text) {
      return fail(`Another test of this file wrote another scene to the golden file ${shownPath(path)} in this run.`);
    }
    files.set(path, text);
  }
  writeGolden(path, text);
  countWritten(context, what);
  console.info(`${what === "added" ? "New golden file" : "Updated golden file"} ${escapeText(shownPath(path))}`);
  return { pass: true, message: () => "" };
}
