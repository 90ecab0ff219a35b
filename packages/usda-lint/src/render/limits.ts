/** Limits of the renderer as arguments. */
import { UsageError } from "@usdkit/command/cli/errors";
import type { AssetLimits, FrameLimits, SceneLimits } from "@usdkit/raster";

/** Limits by their names. */
export type Limits = Partial<AssetLimits & FrameLimits & SceneLimits>;

/** A key for each limit. */
const keys: Readonly<Record<keyof Limits, true>> = {
  assetBytes: true,
  bandEntries: true,
  decodedBytes: true,
  draws: true,
  fileBytes: true,
  fragments: true,
  items: true,
  overdraw: true,
  parts: true,
  points: true,
  samples: true,
  side: true,
  splats: true,
  textureBytes: true,
  texturePixels: true,
  textures: true,
  tileFragments: true,
  triangles: true,
  vertices: true,
};

/** @throws {UsageError} for a name that is none, or a number that is no limit */
export function parseLimits(given: readonly string[] | undefined): Limits {
  const limits: Record<string, number> = {};
  for (const text of given ?? []) {
    const at = text.indexOf("=");
    const [name, number] = [text.slice(0, Math.max(0, at)), Number(text.slice(at + 1))];
    if (!Object.hasOwn(keys, name)) {
      throw new UsageError(
        `--limit expects NAME=NUMBER with a name of ${Object.keys(keys).join(", ")}, found "${text}"`,
      );
    }
    if (at + 1 === text.length || !(number >= 0 && number <= Number.MAX_SAFE_INTEGER)) {
      throw new UsageError(`--limit ${name} expects a number from 0, found "${text.slice(at + 1)}"`);
    }
    limits[name] = number;
  }
  return limits;
}
