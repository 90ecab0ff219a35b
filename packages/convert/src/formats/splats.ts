import { AssetError } from "@usdkit/assets";
import { asConvertError } from "../read-gltf/pointer.ts";
import { readSplatFile } from "../splats/read-splat-file.ts";
import { sceneSplats } from "../splats/scene-splats.ts";
import { splatFileParts, type SplatFormat } from "../splats/splat-formats.ts";
import { splatScene } from "../splats/splat-scene.ts";
import type { Format } from "./format.ts";

/** Returns a format of Gaussian splats. */
export function splatFormat(format: SplatFormat): Format {
  return {
    read: async ({ source, losses, options }) => {
      const keepsOrigin = options.splatPrecision !== "half";
      try {
        return splatScene("", await readSplatFile(source, losses, { ...options, format, keepsOrigin }));
      } catch (error) {
        throw error instanceof AssetError ? asConvertError(error) : error;
      }
    },
    write: async (scene, { fileName, losses }) => {
      const parts = await splatFileParts(sceneSplats(scene, losses), format, losses);
      return [{ path: fileName, parts }];
    },
  };
}
