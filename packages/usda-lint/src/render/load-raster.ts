import type * as Raster from "@usdkit/raster";
import { IoError } from "@usdkit/command/cli/errors";

/** A name that the bundler does not follow: the renderer is an optional peer. */
const PACKAGE: string = "@usdkit/raster";

/** @throws {IoError} if the package is not installed. */
export async function loadRaster(): Promise<typeof Raster> {
  try {
    return (await import(PACKAGE)) as typeof Raster;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(PACKAGE)) throw error;
    throw new IoError(`${PACKAGE} is not installed: run npm install ${PACKAGE} next to usda-lint`);
  }
}
