import type * as Raster from "@usdkit/raster";
import { IoError } from "@usdkit/command/cli/errors";

/** By a name that the bundler does not follow: the renderer brings a decoder for images, and few who lint need it. */
const PACKAGE: string = "@usdkit/raster";

/** @throws {IoError} with what to do, where the package is not installed */
export async function loadRaster(): Promise<typeof Raster> {
  try {
    return (await import(PACKAGE)) as typeof Raster;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(PACKAGE)) throw error;
    throw new IoError(
      `the renderer is a package of its own, which is not installed: npm install ${PACKAGE} beside usda-lint`,
    );
  }
}
