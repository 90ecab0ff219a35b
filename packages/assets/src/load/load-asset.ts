import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import { assetFormat } from "./asset-format.ts";
import type { Asset } from "../model/asset.ts";
import { makeContext, type LoadOptions } from "../options/load-options.ts";
import { isKsplat, KSPLAT_MESSAGE } from "./ksplat.ts";

/**
 * Loads a mesh (GLB), splats (PLY as training writes it or compressed, SPZ 2–4, SOG, `.splat`) or a point cloud (PLY) from the bytes of its file. What the
 * file declares is checked against its bytes and the limits before anything of that size is allocated; single splats, points and
 * triangles that cannot be drawn are left out and counted in `skipped`. Nothing is fetched: a GLB must be self-contained.
 *
 * @throws AssetError with the reason, and the byte offset and the part of the file if known
 * @example
 * const asset = await loadAsset(await readFile("room.ply"));
 * if (asset.type === "splats") console.log(asset.count, asset.degree, asset.skipped);
 */
export async function loadAsset(bytes: Uint8Array, options: LoadOptions = {}): Promise<Asset> {
  const context = makeContext(options);
  checkCount(bytes.length, context.limits, "fileBytes", { where: "file" });
  // Each loader has its own libraries, so it is loaded on demand.
  switch (options.format ?? assetFormat(bytes)) {
    case "ply":
      return (await import("../ply/load-ply.ts")).loadPly(bytes, context);
    case "glb":
      return await (await import("../gltf/load-glb.ts")).loadGlb(bytes, context);
    case "spz":
      return await (await import("../spz/load-spz.ts")).loadSpz(bytes, context);
    case "splat":
      return (await import("../splat/load-splat.ts")).loadSplat(bytes, context);
    case "sog":
      return await (await import("../sog/load-sog.ts")).loadSog(bytes, context);
    case null: {
      if (isKsplat(bytes)) throw new AssetError("unsupported", KSPLAT_MESSAGE, { offset: 0 });
      const first = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
      const message = `expected a GLB, PLY, SPZ, SOG or .splat file, found one that begins with ${first === "" ? "nothing" : first}.`;
      throw new AssetError("format", message, { offset: 0 });
    }
  }
}
