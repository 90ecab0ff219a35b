/** The files of stages on this machine. */
import { readFileSync, statSync } from "node:fs";
import { saveStage } from "@usdkit/usd/files";
import type { FileSystem } from "../stage/stage-files.ts";
import { describe, MAX_FILE_BYTES, versionOf } from "./file-states.ts";
import { isComposedPath } from "./layer-paths.ts";

/**
 * Returns the layers of this machine, for asset paths of any layer: nothing else is read because of them.
 *
 * @param named files that the user named, which are read whatever their names are
 */
export function diskLayers(named: ReadonlySet<string>): FileSystem {
  return {
    save: (stage) => saveStage(stage).map(({ path }) => path),
    versionOf: (location) => (isReadable(location, named) ? versionOf(location) : ""),
    read(location) {
      if (!isReadable(location, named)) {
        throw new Error(
          "not a layer: stages are composed of .usd, .usda, .usdc, .usdz and .mtlx files of this machine",
        );
      }
      const stats = statSync(location, { throwIfNoEntry: false });
      if (stats?.isFile() !== true) return undefined;
      const limit = MAX_FILE_BYTES / 2 ** 20;
      if (stats.size > MAX_FILE_BYTES) {
        throw new Error(`has ${Math.round(stats.size / 2 ** 20)} MiB; the limit is ${limit} MiB`);
      }
      try {
        return readFileSync(location);
      } catch (error) {
        throw new Error(describe(error), { cause: error });
      }
    },
  };
}

function isReadable(location: string, named: ReadonlySet<string>): boolean {
  return named.has(location) || isComposedPath(location);
}
