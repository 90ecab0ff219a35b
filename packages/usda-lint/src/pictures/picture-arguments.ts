/** Arguments of commands that draw pictures of files. */
import { UsageError } from "@usdkit/command/cli/errors";
import type { Options } from "@usdkit/command/cli/command";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { searchPathsOf } from "../files/search-paths.ts";
import { parseBackground, parseSize } from "../render/image-arguments.ts";
import { sceneOptions, stageDrawing, type SceneArguments } from "../render/scene-arguments.ts";
import type { PictureSettings } from "./picture-settings.ts";

export interface PictureArguments extends Omit<SceneArguments, "variant" | "session"> {
  size?: string;
  camera?: string;
  background?: string;
  samples?: number;
  quality?: number;
  all?: boolean;
}

/** Of one stage alone. */
const OF_ONE_STAGE: ReadonlySet<string> = new Set(["variant", "session"]);
const DEFAULT_SIDE = 256;
const MAX_SIDE = 4096;
const SAMPLES: ReadonlySet<number> = new Set([1, 4, 9, 16]);

/** The options of {@link PictureArguments}. */
export const pictureOptions: Readonly<Record<string, Options>> = {
  size: {
    type: "string",
    describe: `Width and height of a picture in pixels; default: ${DEFAULT_SIDE}x${DEFAULT_SIDE}`,
  },
  camera: {
    type: "string",
    choices: ["auto", "first"],
    describe: "auto shows all of a file (default); first is its first Camera, if it has one",
  },
  ...Object.fromEntries(Object.entries(sceneOptions).filter(([name]) => !OF_ONE_STAGE.has(name))),
  background: { type: "string", describe: 'A color as "#rrggbb" or "#rrggbbaa"; default: transparent' },
  samples: { type: "number", describe: "Samples for each pixel: 1, 4 (default), 9 or 16" },
  quality: { type: "number", describe: "Quality of JPEG and WebP, 1 to 100; default: 90 and 85" },
  all: {
    type: "boolean",
    describe: "Also draw layers that another file of their folder is made of; default: only models among them",
  },
};

/** Returns how pictures are drawn. @throws {UsageError} for invalid values */
export function pictureSettings(
  context: CommandContext,
  args: PictureArguments,
  format: PictureSettings["format"],
): PictureSettings {
  const { as = null, look = "full", samples = 4, quality = null, camera = "auto", assets } = args;
  const { width, height } = parseSize(args.size) ?? { width: DEFAULT_SIDE, height: DEFAULT_SIDE };
  if (Math.max(width, height) > MAX_SIDE) {
    throw new UsageError(`--size expects at most ${MAX_SIDE} pixels a side for pictures, found "${args.size ?? ""}"`);
  }
  if (!SAMPLES.has(samples)) throw new UsageError(`--samples expects 1, 4, 9 or 16, found ${samples}`);
  if (quality !== null && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new UsageError(`--quality expects a whole number from 1 to 100, found ${quality}`);
  }
  const { purposes = null, subdivisionLevel } = stageDrawing(args);
  return {
    width,
    height,
    samples: samples as PictureSettings["samples"],
    look,
    background: parseBackground(args.background) ?? null,
    purposes,
    subdivisionLevel,
    as,
    camera: camera === "first" ? "first" : "auto",
    lights: camera === "first" ? "auto" : "with-camera",
    searchPaths: searchPathsOf(context, args.searchPath),
    assets: assets === undefined ? null : { name: assets, place: resolvePath(context, assets) },
    format,
    quality,
  };
}
