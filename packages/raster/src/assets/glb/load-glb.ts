import { AssetError } from "../../errors/errors.ts";
import type { MeshAsset } from "../asset.ts";
import type { LoadContext } from "../load-options.ts";

/** Meshes of a GLB. */
export function loadGlb(_bytes: Uint8Array, _context: LoadContext): Promise<MeshAsset> {
  return Promise.reject(new AssetError("unsupported", "meshes cannot be loaded yet.", { where: "file" }));
}
