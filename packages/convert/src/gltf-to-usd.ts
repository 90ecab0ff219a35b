/** glTF to USD. */
import { imageReader } from "@usdkit/assets";
import type { Layer } from "@usdkit/layer";
import { Losses, type Loss } from "./errors/losses.ts";
import type { ImageFile } from "./textures/image-file.ts";
import type { ReadGltfOptions } from "./read-gltf/read-options.ts";
import type { WriteUsdOptions } from "./write-usd/write-options.ts";

/** How a glTF is converted to USD. */
export interface GltfToUsdOptions extends ReadGltfOptions, WriteUsdOptions {}

/** A layer with the files that it refers to. */
export interface UsdFiles {
  readonly layer: Layer;
  /** Textures, by paths relative to the layer. */
  readonly files: readonly ImageFile[];
  /** What was lost, with JSON pointers of the glTF. */
  readonly losses: readonly Loss[];
}

/**
 * Converts a GLB to a layer and its textures.
 *
 * @throws ConvertError if the file is damaged, refers to other files (`embedGltfFiles` of `@usdkit/assets` embeds them), or requires an extension
 *   that is not supported
 * @example
 * const { layer, files, losses } = await gltfToUsd(await readFile("chair.glb"));
 * await writeFile("chair.usdz", packUsdz(layer, files));
 */
export async function gltfToUsd(bytes: Uint8Array, options: GltfToUsdOptions = {}): Promise<UsdFiles> {
  // Programs that convert other formats do not load these, with the library of schemas.
  const { readGltf } = await import("./read-gltf/read-gltf.ts");
  const { imageFiles } = await import("./textures/image-files.ts");
  const { writeLayer } = await import("./write-usd/layer.ts");
  const losses = new Losses();
  const scene = await readGltf(bytes, losses, options);
  const { asciiNames } = options;
  const files = await imageFiles(scene, losses, { decode: imageReader(options), asciiNames });
  const layer = writeLayer({ scene, files, losses }, options);
  return { layer, files, losses: losses.list() };
}
