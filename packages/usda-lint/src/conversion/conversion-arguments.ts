/** Arguments that decide how files are converted. */
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import type { Options } from "@usdkit/command/cli/command";
import { compositionOptions } from "../composition/composition-options.ts";
import { selectionsOf, type CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";
import { stageDrawing, stageDrawingOptions, type StageDrawingArguments } from "../render/scene-arguments.ts";
import type { ConversionSettings } from "./convert-task.ts";

export interface ConversionArguments extends CompositionArguments, StageDrawingArguments {
  time?: number;
  animation?: boolean;
  quickLook?: boolean;
  anchor?: "horizontal" | "vertical";
  scale?: number;
  maxTextureSize?: number;
  materialx?: boolean;
  splines?: boolean;
  fps?: number;
  scene?: string;
  asciiNames?: boolean;
  half?: boolean;
}

/** The options of {@link ConversionArguments}. */
export const conversionOptions: Readonly<Record<string, Options>> = {
  time: { type: "number", describe: "USD to glTF: time code of the scene; default: that at which the stage starts" },
  animation: { type: "boolean", describe: "USD to glTF: keep animations, skins and blend shapes" },
  ...stageDrawingOptions,
  "quick-look": {
    type: "boolean",
    describe: "A .usdz for AR Quick Look: one crate, PNG and JPEG textures up to 2048 pixels, on floors, in real size",
  },
  anchor: {
    type: "string",
    choices: ["horizontal", "vertical"],
    describe: "Of --quick-look: place it on floors and tables (default), or on walls",
  },
  scale: { type: "number", describe: "Of --quick-look: size relative to that of the input; default: 1" },
  "max-texture-size": {
    type: "number",
    describe: "Of --quick-look: maximum width and height of textures, a power of two; default: 2048",
  },
  materialx: {
    type: "boolean",
    describe: "glTF to USD: materials also as MaterialX, which keeps all of those of glTF",
  },
  splines: {
    type: "boolean",
    describe: "glTF to USD: animated transforms as splines instead of time samples, where these are exact",
  },
  fps: {
    type: "number",
    describe: "glTF to USD: time codes of a second; default: a rate at which all keys are frames",
  },
  scene: {
    type: "string",
    describe: "Name or index of the scene of a glTF with several; default: the one that it names",
  },
  half: { type: "boolean", describe: "Splats in half precision: half of the size" },
  "ascii-names": { type: "boolean", describe: "Names of prims in ASCII letters only" },
  ...compositionOptions,
  "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
};

/** @throws UsageError for a value that is none */
export async function conversionSettings(
  context: CommandContext,
  args: ConversionArguments,
): Promise<ConversionSettings> {
  const { time, animation, materialx, splines, fps, scene, asciiNames, half, searchPath, variant, session } = args;
  if (fps !== undefined && !(fps > 0 && Number.isFinite(fps))) {
    throw new UsageError(`--fps expects a number above 0, found ${fps}`);
  }
  if (time !== undefined && !Number.isFinite(time)) throw new UsageError(`--time expects a number, found ${time}`);
  return {
    time,
    isAnimated: animation,
    ...stageDrawing(args),
    materialX: materialx,
    animation: splines === true ? "splines" : undefined,
    timeCodesPerSecond: fps,
    scene: scene !== undefined && /^\d+$/u.test(scene) ? Number(scene) : scene,
    asciiNames,
    splatPrecision: half === true ? "half" : undefined,
    composition: {
      session: session === undefined ? undefined : withSlashes(resolvePath(context, session)),
      variants: await selectionsOf(variant),
      hasOwnSession: true,
    },
    quickLook: quickLookOf(args),
    searchPaths: searchPathsOf(context, searchPath),
    allowed: context.allowedFolders,
  };
}

function quickLookOf({
  quickLook,
  anchor,
  scale,
  maxTextureSize,
}: ConversionArguments): ConversionSettings["quickLook"] {
  if (quickLook !== true) {
    const ignored = Object.entries({ anchor, scale, "max-texture-size": maxTextureSize }).find(
      ([, value]) => value !== undefined,
    );
    if (ignored !== undefined) throw new UsageError(`--${ignored[0]} needs --quick-look`);
    return undefined;
  }
  if (scale !== undefined && !(scale > 0 && Number.isFinite(scale))) {
    throw new UsageError(`--scale expects a number above 0, found ${scale}`);
  }
  if (maxTextureSize !== undefined && !(maxTextureSize >= 1 && Number.isInteger(Math.log2(maxTextureSize)))) {
    throw new UsageError(`--max-texture-size expects a power of two, found ${maxTextureSize}`);
  }
  return { anchor, scale, maxTextureSize };
}
