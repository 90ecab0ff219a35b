/** The page of `usda diff --format html`: its options, its images. */
import type * as Raster from "@usdkit/raster";
import type { Layer } from "@usdkit/layer";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import type { OutputStream } from "@usdkit/command/terminal/streams";
import type { DifferencesPage } from "./html-page.ts";
import { assetFinder } from "@usdkit/command/files/asset-files";
import type { ComparedScenes } from "../render/compare-scenes.ts";
import { parseSize } from "../render/image-arguments.ts";
import { loadPeer } from "../render/load-peer.ts";

export interface PageArguments {
  format?: string;
  assets?: string;
  camera?: string;
  size?: string;
  maxDifferences?: number;
}

/** Default of `--max-differences`. */
export const MAX_DIFFERENCES = 5000;
/** Of an image, in pixels: the page contains three for each camera. */
const MAX_IMAGE_SIDE = 1920;

/** The options of the page; undefined for other formats, which do not take them. */
export function pageOptions(args: PageArguments): { readonly limit: number } | undefined {
  const { format, assets, camera, size, maxDifferences } = args;
  const isUsed = { "--assets": assets, "--camera": camera, "--size": size, "--max-differences": maxDifferences };
  const [name] = Object.entries(isUsed).find(([, value]) => value !== undefined) ?? [];
  if (format !== "html" && name !== undefined) throw new UsageError(`${name} needs --format html`);
  if (assets === undefined && (camera ?? size) !== undefined) throw new UsageError("--camera and --size need --assets");
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

/** The images of both, if `--assets` is given. */
export async function drawScenes(
  context: CommandContext,
  { assets, camera, size }: PageArguments,
  layers: { readonly before: Layer; readonly after: Layer },
): Promise<ComparedScenes | undefined> {
  if (assets === undefined) return undefined;
  const find = assetFinder(assets, resolvePath(context, assets));
  const raster = await loadPeer<typeof Raster>("@usdkit/raster");
  const { compareScenes } = await import("../render/compare-scenes.ts");
  return await compareScenes(raster, layers, find, { camera, size: imageSize(size) });
}

export async function writePage(stdout: OutputStream, page: DifferencesPage): Promise<void> {
  const { differencesPage } = await import("./html-page.ts");
  for (const part of differencesPage(page)) await stdout.write(part);
}
