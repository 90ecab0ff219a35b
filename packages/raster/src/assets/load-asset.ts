import { AssetError } from "../errors/errors.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { Asset } from "./asset.ts";
import { makeContext, type LoadOptions } from "./load-options.ts";
import { unreadSplatsFormat, unreadSplatsMessage } from "./unread-splats.ts";

/** A supported file format. */
export type AssetFormat = "glb" | "ply" | "spz";

/**
 * Tells a file by its first bytes: GLB by `glTF`, PLY by a line `ply`, SPZ by the mark of gzip (versions 1–3) or `NGSP`
 * (version 4).
 */
export function assetFormat(bytes: Uint8Array): AssetFormat | null {
  const startsWith = (text: string): boolean =>
    bytes.length >= text.length && Array.from(text).every((letter, i) => bytes[i] === letter.charCodeAt(0));
  if (startsWith("glTF")) return "glb";
  if (startsWith("ply\n") || startsWith("ply\r")) return "ply";
  if (startsWith("\x1f\x8b") || startsWith("NGSP")) return "spz";
  return null;
}

/**
 * Loads a mesh (GLB), splats (PLY as training writes it, SPZ 2–4) or a point cloud (PLY) from the bytes of its file. What the
 * file declares is checked against its bytes and the limits before anything of that size is allocated; single splats, points and
 * triangles that cannot be drawn are left out and counted in `skipped`. Nothing is fetched: a GLB must hold all of its parts.
 *
 * @throws AssetError with the reason, and the byte and the part of the file where there is one to name
 * @example
 * const asset = await loadAsset(await readFile("room.ply"));
 * if (asset.type === "splats") console.log(asset.count, asset.degree, asset.skipped);
 */
export async function loadAsset(bytes: Uint8Array, options: LoadOptions = {}): Promise<Asset> {
  const context = makeContext(options);
  checkCount(bytes.length, context.limits, "fileBytes", { where: "file" });
  // Each loader brings libraries of its own, so each is loaded when it is needed.
  switch (assetFormat(bytes)) {
    case "ply":
      return (await import("./ply/load-ply.ts")).loadPly(bytes, context);
    case "glb":
      return await (await import("./glb/load-glb.ts")).loadGlb(bytes, context);
    case "spz":
      return await (await import("./spz/load-spz.ts")).loadSpz(bytes, context);
    case null: {
      const unread = unreadSplatsFormat(bytes);
      if (unread !== null) throw new AssetError("unsupported", unreadSplatsMessage(unread), { offset: 0 });
      const first = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
      const message = `no GLB, PLY or SPZ begins with ${first === "" ? "nothing" : first}.`;
      throw new AssetError("format", message, { offset: 0 });
    }
  }
}
