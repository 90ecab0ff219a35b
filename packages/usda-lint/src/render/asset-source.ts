/** The meshes of a service scene, with the textures that they name in other files. */
import type * as Raster from "@usdkit/raster";
import type { AssetSource } from "@usdkit/raster";
import { assetLocator, readAssetFile } from "@usdkit/command/files/asset-files";
import { IoError } from "@usdkit/command/cli/errors";
import { fs, path } from "@usdkit/command/process/builtins";

/** The place of assets, as it was given and absolute; undefined without one. */
export interface AssetPlace {
  readonly name: string | undefined;
  readonly location: string;
  readonly missing: "fail" | "skip" | undefined;
}

/**
 * Returns the source of the meshes of a scene. GLBs get the buffers and images that they name, if these are in the folder of the assets.
 *
 * @throws {IoError} if the place is neither a folder nor a JSON map
 */
export function assetSource(raster: typeof Raster, { name, location, missing }: AssetPlace): AssetSource {
  const locate = name === undefined ? () => undefined : assetLocator(name, location);
  const folder = name !== undefined && fs.statSync(location).isDirectory() ? location : path.dirname(location);
  return async (meshId, { path: prim }) => {
    const file = locate(meshId);
    if (file === undefined) {
      if (missing === "skip") return undefined;
      const where = name === undefined ? "add --assets FOLDER" : `it is not in ${name}`;
      throw new IoError(`${prim}: no file for the mesh "${meshId}": ${where}; --missing skip skips such prims`);
    }
    const bytes = await readAssetFile(file);
    if (raster.assetFormat(bytes) !== "glb") return bytes;
    const read = (related: string): Promise<Uint8Array | undefined> =>
      readRelated(path.resolve(path.dirname(file), related), folder);
    return await raster.embedGltfFiles(bytes, read).catch((error: unknown) => {
      // The loader describes what is wrong, with the mesh.
      if (error instanceof raster.AssetError) return bytes;
      throw error;
    });
  };
}

async function readRelated(file: string, folder: string): Promise<Uint8Array | undefined> {
  const inside = path.relative(folder, file);
  if (inside.startsWith("..") || path.isAbsolute(inside)) return undefined;
  try {
    return await readAssetFile(file);
  } catch (error) {
    if (error instanceof IoError) return undefined;
    throw error;
  }
}
