import { imageReader } from "@usdkit/assets";
import { printUsdaBytes } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import type { Layer } from "@usdkit/layer";
import type { SceneModel } from "../model/scene.ts";
import { usdzParts } from "../package/pack-usdz.ts";
import { imageFiles } from "../textures/image-files.ts";
import { writeLayer } from "../write-usd/layer.ts";
import type { Format, FormatOutput, OutputFile } from "./format.ts";
import { extensionOf } from "./extension.ts";

/** OpenUSD, in each encoding; `.usd` is a crate. */
export const usd: Format = { write };

async function write(scene: SceneModel, output: FormatOutput): Promise<readonly OutputFile[]> {
  const { fileName, losses, options } = output;
  const extension = extensionOf(fileName);
  const stem = fileName.slice(0, fileName.length - extension.length);
  // Files of several layers in one folder must not replace each other.
  const folder = extension === ".usdz" ? "textures" : `${stem}_textures`;
  const { asciiNames } = options;
  const files = await imageFiles(scene, losses, { decode: imageReader(options), asciiNames, folder });
  const layer = writeLayer({ scene, files, losses }, { name: stem, ...options });
  if (extension === ".usdz") return [{ path: fileName, parts: usdzParts(layer, files, `${packedName(stem)}.usdc`) }];
  const textures = files.map(({ path, bytes }): OutputFile => ({ path, parts: [bytes] }));
  return [...textures, { path: fileName, parts: layerParts(layer, extension) }];
}

function* layerParts(layer: Layer, extension: string): Generator<Uint8Array> {
  yield extension === ".usda" ? printUsdaBytes(layer) : writeUsdc(layer);
}

/** Names in packages are those that every reader of ZIP takes. */
function packedName(stem: string): string {
  return /^[\w-]+$/u.test(stem) ? stem : "scene";
}
