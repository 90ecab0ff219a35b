/** Splats of a file of any format. */
import { bytesOf, type LazyBytes } from "@usdkit/base";
import { assetFormat, loadAsset, type LoadOptions } from "@usdkit/assets";
import { makeContext, openSplatPly } from "@usdkit/assets/reading";
import { ConvertError } from "../errors/convert-error.ts";
import type { Losses } from "../errors/losses.ts";
import { readPly } from "./read-ply.ts";
import type { SplatCloud } from "../model/splats.ts";

/** How a file of splats is read. */
export interface ReadSplatsOptions extends LoadOptions {
  /**
   * Whether the numbers of a PLY file are kept where they cannot be computed from what a prim has, so that the file can be written again
   * as it was. Default: true.
   */
  readonly keepsOrigin?: boolean | undefined;
}

/** Bytes of the numbers that a byte of a PLY file may become: of a text, a digit and a blank are a float. */
const MAX_NUMBERS = 4;
/** Bytes that tell PLY files from others. */
const HEAD = 4;

/**
 * Returns the splats of a PLY, SPZ, SOG or `.splat` file. A PLY file that is not in memory is read in pieces.
 *
 * @throws AssetError if the file is damaged, or a limit does not allow it
 * @throws ConvertError if it has no splats
 */
export async function readSplatFile(
  source: Uint8Array | LazyBytes,
  losses: Losses,
  options: ReadSplatsOptions = {},
): Promise<SplatCloud> {
  const cloud = (await readTrained(source, losses, options)) ?? (await readOther(source, options));
  for (const [reason, count] of Object.entries(cloud.splats.skipped)) {
    if (reason === "harmonicsBeyondDegree3") continue;
    losses.add("", `${count} splats cannot be drawn and are left out (${reason})`);
  }
  return cloud;
}

async function readTrained(
  source: Uint8Array | LazyBytes,
  losses: Losses,
  options: ReadSplatsOptions,
): Promise<SplatCloud | null> {
  const format = options.format ?? assetFormat(bytesOf(source, 0, HEAD));
  const ply = format === "ply" ? openSplatPly(source) : null;
  if (ply === null) return null;
  // Arrays are not larger than the rows that they are made of, which are in the file.
  const limits = { splats: ply.count, decodedBytes: MAX_NUMBERS * source.length, ...options.limits };
  const context = makeContext({ ...options, limits });
  return await Promise.resolve(readPly(ply, { context, losses, keepsOrigin: options.keepsOrigin ?? true }));
}

async function readOther(source: Uint8Array | LazyBytes, options: ReadSplatsOptions): Promise<SplatCloud> {
  const asset = await loadAsset(bytesOf(source), options);
  if (asset.type === "splats") return { splats: asset, origin: null };
  const found = { mesh: "a mesh", points: "an ordinary point cloud", group: "a model" }[asset.type];
  throw new ConvertError("", `Expected Gaussian splats, found ${found}`);
}
