/** Loads the renderer, an optional peer dependency, only for tests of renders. */
import type * as raster from "@usdkit/raster";

/** The functions of `@usdkit/raster` that are used. */
export type Raster = Pick<
  typeof raster,
  "prepareFile" | "prepareStage" | "describeReport" | "encodePng" | "decodeImage" | "compareImages"
>;

/** Returns the renderer, or the reason why it cannot be loaded. */
export async function loadRaster(
  load: () => Promise<Raster> = () => import("@usdkit/raster"),
): Promise<Raster | string> {
  try {
    return await load();
  } catch (error) {
    // Errors in jest come from another realm and are not instances of this Error.
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
    if (isMissing(code) && String(error).includes("@usdkit/raster")) {
      return "toMatchRender needs the package @usdkit/raster, which is not installed: npm install --save-dev @usdkit/raster";
    }
    if (code === "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG") {
      return "toMatchRender loads a module, for which jest must be run as: node --experimental-vm-modules node_modules/jest/bin/jest.js";
    }
    throw error;
  }
}

function isMissing(code: unknown): boolean {
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}
