import { counted } from "@usdkit/base";
import { pathBeside, readGolden, removeBeside, shownPath, writeGolden } from "../golden/golden-file.ts";
import { heading, failure, type Matcher, type MatcherContext, type MatcherResult } from "../matcher/matcher.ts";
import { sideBySide } from "../show/side-by-side.ts";
import { escapeText } from "../show/escape.ts";
import { drawnProblem, prepareDrawn } from "./drawn-scene.ts";
import { GoldenTest, type GoldenKind } from "./golden-test.ts";
import type { Comparison, RenderedImage } from "@usdkit/raster";
import { loadRaster, type Raster } from "./load-raster.ts";

/** Options of {@link SceneMatchers.toMatchRender}. */
export interface RenderMatchOptions {
  /** Perceived color distance that counts as a difference, 0 to 1; default 0: every differing byte counts. */
  readonly threshold?: number | undefined;
  /** The path of a Camera, `auto` for one that shows everything, or changes of the scene's camera, as `@usdkit/raster` takes them. */
  readonly camera?: string | Readonly<Record<string, unknown>> | undefined;
  /** Width and height in pixels; default: the scene's resolution; of a stage without one 960 × 540. */
  readonly size?: readonly [width: number, height: number] | undefined;
  /** Assets by mesh id, loaded or as the bytes of a file; or a function that returns one. */
  readonly assets?:
    | ReadonlyMap<string, object>
    | Readonly<Record<string, object>>
    | ((meshId: string) => object | undefined | null | Promise<object | undefined | null>)
    | undefined;
  /** Time code; default: default values, of a stage its first time. */
  readonly time?: number | undefined;
  /** Finds the layers and textures that a stage in text or bytes names, as `Stage.open` of `@usdkit/usd` takes it; default: none. */
  readonly resolver?: object | undefined;
  /** Purposes of the prims of a stage that are drawn; default: `default` and `render`. */
  readonly purposes?: readonly string[] | undefined;
  /** How many times meshes of a stage with a subdivision scheme are subdivided; default 0. */
  readonly subdivisionLevel?: number | undefined;
  /** `plain` (the default) or `full` shading. */
  readonly look?: "plain" | "full" | undefined;
  /** Samples per pixel; default 1. */
  readonly samples?: 1 | 4 | 9 | 16 | undefined;
  /** Red, green, blue and alpha from 0 to 1; default transparent black. */
  readonly background?: readonly [r: number, g: number, b: number, a?: number] | undefined;
}

const KIND: GoldenKind = { matcher: "toMatchRender", subject: "render", extension: ".png" };
const OPTIONS = "threshold camera size assets time resolver purposes subdivisionLevel look samples background".split(
  " ",
);
/** Names of the errors of scenes that cannot be drawn. */
const PROBLEMS: ReadonlySet<string> = new Set(["RenderError", "AssetError", "StageError"]);
/** Maximum number of prims in a message. */
const MAX_PRIMS = 12;
/** Maximum number of problems of a stage in a message. */
const MAX_PROBLEMS = 5;

type Arguments = [file?: string | RenderMatchOptions, options?: RenderMatchOptions];

/** {@link SceneMatchers.toMatchRender} */
export const toMatchRender: Matcher<Arguments, Promise<MatcherResult>> = async function (received, file, options) {
  const [name, given = {}] = typeof file === "object" ? [undefined, file] : [file, options];
  const problem = problemOf(received, given);
  if (problem !== undefined) return failBefore(this, name, problem);
  const raster = await loadRaster();
  if (typeof raster === "string") return failBefore(this, name, raster);
  const test = GoldenTest.of(this, KIND, name);
  if (!(test instanceof GoldenTest)) return test;
  const drawn = await renderOrExplain(raster, received, given);
  if (typeof drawn === "string") return test.fail(drawn);
  return await compare(raster, test, drawn, given);
};

async function compare(
  raster: Raster,
  test: GoldenTest,
  { image, problems, nothing }: Drawn,
  { threshold = 0 }: RenderMatchOptions,
): Promise<MatcherResult> {
  const bytes = readGolden(test.path);
  if (bytes === undefined && test.mode === "none") return test.failMissing();
  if (bytes === undefined && nothing !== null) {
    return test.fail(
      `There is no golden file ${test.shown}, and an image without anything is not written.\n\n${nothing}.`,
    );
  }
  const png = await raster.encodePng(image);
  const content = { content: png, identity: image.data };
  if (bytes === undefined) return test.write("added", content);
  if (isLfsPointer(bytes)) {
    return test.fail(`The golden file ${test.shown} is a Git LFS pointer, not an image: run "git lfs pull".`);
  }
  const golden = await raster.decodeImage(bytes).catch((error: unknown) => {
    return error instanceof Error ? `The golden file ${test.shown} cannot be read: ${error.message}` : String(error);
  });
  const problem = typeof golden === "string" ? golden : sizeProblem(golden, image, test.shown);
  if (problem !== undefined || typeof golden === "string") {
    return test.mode === "all" ? test.write("updated", content) : test.fail(`${problem}\n\n${received(test, png)}`);
  }
  const comparison = raster.compareImages(golden, image, { threshold });
  if (comparison.equal) {
    removeBeside(test.path);
    return {
      pass: true,
      message: () => test.message(`The render equals the golden file ${test.shown}, and should not.`),
    };
  }
  if (test.mode === "all") return test.write("updated", content);
  const report = describe(test, comparison, image);
  if (test.isNot) return { pass: false, message: () => "" };
  const diff = pathBeside(test.path, "diff");
  writeGolden(diff, await raster.encodePng(sideBySide([golden, image, comparison.image])));
  const files = `Before, after and difference: ${shownPath(diff)}\n${received(test, png)}`;
  const text = `${report}\n\n${problemsText(problems)}${files}`;
  return { pass: false, message: () => test.message(text) };
}

/** Writes the render next to the golden file, and returns its path and how to accept it. */
function received(test: GoldenTest, png: Uint8Array): string {
  if (test.isNot) return test.howToUpdate;
  const path = pathBeside(test.path, "received");
  writeGolden(path, png);
  return `Received render: ${shownPath(path)}\n\n${test.howToUpdate}`;
}

/** The first line of the text that Git LFS stores in place of a file (git-lfs `docs/spec.md`). */
const LFS_VERSION = "version https://git-lfs.github.com/spec/";

function isLfsPointer(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, LFS_VERSION.length)) === LFS_VERSION;
}

function sizeProblem(
  golden: { readonly width: number; readonly height: number },
  image: { readonly width: number; readonly height: number },
  shown: string,
): string | undefined {
  if (golden.width === image.width && golden.height === image.height) return undefined;
  return (
    `The golden file ${shown} has ${golden.width} × ${golden.height} pixels, and the render ${image.width} × ${image.height}. ` +
    "Pass { size: [width, height] }, or set the scene's resolution."
  );
}

function describe(
  { shown }: GoldenTest,
  { differing, share, largest, prims }: Comparison,
  image: RenderedImage,
): string {
  const total = image.width * image.height;
  const lines = prims.slice(0, MAX_PRIMS).map(({ path, pixels }) => [path, pixels] as const);
  const rest = prims.slice(MAX_PRIMS).reduce((sum, { pixels }) => sum + pixels, 0);
  if (rest > 0) lines.push([`${prims.length - MAX_PRIMS} others`, rest]);
  const uncovered = differing - prims.reduce((sum, { pixels }) => sum + pixels, 0);
  if (uncovered > 0) lines.push(["no prim", uncovered]);
  const width = Math.max(...lines.map(([path]) => path.length));
  const percent = Number((100 * share).toPrecision(2));
  return (
    `${counted(differing, "pixel")} of ${total} (${percent} %) differ from the golden file ${shown}, by at most ${largest} of 255.\n\n` +
    `What the render shows at these pixels:\n\n${lines.map(([path, count]) => `  ${path.padEnd(width)}  ${count}`).join("\n")}`
  );
}

/** What of a stage could not be composed may be why its image differs. */
function problemsText(problems: readonly string[]): string {
  if (problems.length === 0) return "";
  const more = problems.length - MAX_PROBLEMS;
  const lines = [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`${more} more`] : [])];
  return `What could not be composed:\n\n${lines.map((line) => `  ${line}`).join("\n")}\n\n`;
}

/** An image, and what of its stage could not be composed. */
interface Drawn {
  readonly image: RenderedImage;
  readonly problems: readonly string[];
  /** Why nothing is drawn; null if something is. */
  readonly nothing: string | null;
}

/** The image, or the reason why there is none. */
async function renderOrExplain(raster: Raster, scene: unknown, options: RenderMatchOptions): Promise<Drawn | string> {
  const { size, camera, time, look, samples, background } = options;
  const [width, height] = size ?? [];
  try {
    const { scene: prepared, problems } = await prepareDrawn(raster, scene, options);
    try {
      const settings = { width, height, camera, time, look, samples, background, outputs: ["primId"] } as const;
      // The renderer validates them.
      const image = await prepared.render(settings);
      const report = await prepared.report(time);
      const nothing = report.drawn.length === 0 ? raster.describeReport(report) : null;
      return { image, problems: problems(), nothing };
    } finally {
      await prepared[Symbol.asyncDispose]();
    }
  } catch (error) {
    if (!(error instanceof Error) || !PROBLEMS.has(error.name)) throw error;
    const isAsset = "problem" in error && error.problem === "asset";
    const hint = isAsset ? "\n\nPass the assets of the scene: { assets: { [meshId]: bytes } }, or a function." : "";
    return `The scene cannot be rendered: ${error.message}${hint}`;
  }
}

function problemOf(received: unknown, options: RenderMatchOptions): string | undefined {
  const problem = drawnProblem(received);
  if (problem !== undefined) return `The scene is ${problem}`;
  const unknown = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (unknown !== undefined)
    return `There is no option ${JSON.stringify(unknown)}; expected one of ${OPTIONS.join(", ")}.`;
  const { threshold = 0 } = options;
  if (!(threshold >= 0 && threshold <= 1)) return `Expected a threshold from 0 to 1, found ${threshold}.`;
  return undefined;
}

function failBefore(context: MatcherContext, name: string | undefined, problem: string): MatcherResult {
  const title = heading(context, KIND.matcher, name === undefined ? "" : JSON.stringify(name));
  return failure(context, () => escapeText(`${title}\n\n${problem}`));
}
