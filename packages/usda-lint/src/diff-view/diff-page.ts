/** The page of `usda diff --format html`: its options, its images. */
import type * as Raster from "@usdkit/raster";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import type { OutputStream } from "@usdkit/command/terminal/streams";
import type { DifferencesPage } from "./html-page.ts";
import { assetFinder } from "@usdkit/command/files/asset-files";
import type { ComparedScenes, DrawnSide, Side } from "../render/compare-scenes.ts";
import { parseSize } from "../render/image-arguments.ts";
import { loadPeer } from "../render/load-peer.ts";

export interface PageArguments {
  format?: string;
  assets?: string;
  camera?: string;
  size?: string;
  maxDifferences?: number;
  images?: boolean;
}

/** Default of `--max-differences`. */
export const MAX_DIFFERENCES = 5000;
/** Of an image, in pixels: the page contains three for each camera. */
const MAX_IMAGE_SIDE = 1920;

/** The options of the page; undefined for other formats, which do not take them. */
export function pageOptions(args: PageArguments): { readonly limit: number } | undefined {
  const { format, assets, camera, size, maxDifferences, images } = args;
  const isUsed = {
    "--assets": assets,
    "--camera": camera,
    "--size": size,
    "--max-differences": maxDifferences,
    "--no-images": images,
  };
  const [name] = Object.entries(isUsed).find(([, value]) => value !== undefined) ?? [];
  if (format !== "html" && name !== undefined) throw new UsageError(`${name} needs --format html`);
  const limit = maxDifferences ?? MAX_DIFFERENCES;
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new UsageError(`--max-differences expects a whole number from 0 on, found ${limit}`);
  }
  imageSize(size);
  return format === "html" ? { limit } : undefined;
}

function imageSize(text: string | undefined): ReturnType<typeof parseSize> {
  const size = parseSize(text);
  if (size !== undefined && Math.max(size.width, size.height) > MAX_IMAGE_SIDE) {
    throw new UsageError(`--size takes at most ${MAX_IMAGE_SIDE} pixels a side, found "${text}"`);
  }
  return size;
}

/**
 * The images of both: of scenes of the service if `--assets` is given, of stages in any case.
 *
 * @param findSides returns undefined for a file that exists on one side only
 */
export async function drawScenes(
  context: CommandContext,
  { format, assets, camera, size, images }: PageArguments,
  findSides: () => Promise<Readonly<Record<Side, DrawnSide | undefined>>>,
): Promise<ComparedScenes | undefined> {
  if (format !== "html" || images === false) return undefined;
  const find = assets === undefined ? undefined : assetFinder(assets, resolvePath(context, assets));
  let raster: typeof Raster;
  try {
    raster = await loadPeer<typeof Raster>("@usdkit/raster");
  } catch (error) {
    // The page is complete without images, unless they were asked for.
    if ((assets ?? camera ?? size) !== undefined) throw error;
    return undefined;
  }
  const { compareScenes } = await import("../render/compare-scenes.ts");
  return await compareScenes(raster, await findSides(), find, { camera, size: imageSize(size) });
}

export async function writePage(stdout: OutputStream, page: DifferencesPage): Promise<void> {
  const { differencesPage } = await import("./html-page.ts");
  for (const part of differencesPage(page)) await stdout.write(part);
}
