/** Prepares files of meshes and splats to be drawn without a scene. */
import { AssetError } from "@usdkit/assets";
import { RenderError } from "./errors/render-error.ts";
import type { AssetOrBytes } from "./prepare/resolve-assets.ts";
import { prepareScene } from "./render.ts";
import type { PreparedScene } from "./rendering/prepared-scene.ts";
import type { PrepareOptions } from "./rendering/render-options.ts";

/** How a file is prepared. */
export interface PrepareAssetOptions extends PrepareOptions {
  /** The name of its prim; characters that no name may have become `_`. Default: `Asset`. */
  readonly name?: string | undefined;
}

const MESH_ID = "asset";

/**
 * Prepares one mesh, splats or points as a scene with a single prim, +y up and without a camera: draw it with the camera `"auto"`
 * or a pose.
 *
 * @throws {AssetError} if the file cannot be read
 * @throws {RenderError} if a limit does not allow it
 * @example
 * await using duck = await prepareAsset(await readFile("duck.glb"), { name: "Duck" });
 * const image = await duck.render({ camera: "auto", width: 640, height: 360, look: "full" });
 */
export async function prepareAsset(
  asset: AssetOrBytes,
  { name = "Asset", ...options }: PrepareAssetOptions = {},
): Promise<PreparedScene> {
  const text = `#usda 1.0\ndef Mesh "${primName(name)}" (payload = @asset:/mesh/${MESH_ID}@)\n{\n}\n`;
  try {
    return await prepareScene(text, { [MESH_ID]: asset }, options);
  } catch (error) {
    // The caller knows no mesh id.
    throw error instanceof RenderError && error.cause instanceof AssetError ? error.cause : error;
  }
}

/** Returns a name of a prim: letters, digits and `_`, the first of them no digit. */
function primName(name: string): string {
  const valid = name.replace(/[^\p{L}\p{N}_]/gu, "_");
  return /^[\p{L}_]/u.test(valid) ? valid : `_${valid}`;
}
