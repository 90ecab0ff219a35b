/** The renderer, an optional peer: only tests of renders load it. */
import type * as raster from "@usdkit/raster";

/** What is used of `@usdkit/raster`. */
export type Raster = Pick<typeof raster, "render" | "encodePng" | "decodeImage" | "compareImages">;

/** Returns the renderer; undefined if it is not installed. */
export async function loadRaster(
  load: () => Promise<Raster> = () => import("@usdkit/raster"),
): Promise<Raster | undefined> {
  try {
    return await load();
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      isMissing(error.code) &&
      error.message.includes("@usdkit/raster")
    ) {
      return undefined;
    }
    throw error;
  }
}

function isMissing(code: unknown): boolean {
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}
