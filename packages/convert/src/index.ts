/**
 * Converts glTF and files of Gaussian splats to OpenUSD and back.
 *
 * @packageDocumentation
 */
export { gltfToUsd } from "./gltf-to-usd.ts";
export { packUsdz, usdzParts } from "./package/pack-usdz.ts";
export type { GltfToUsdOptions, UsdFiles } from "./gltf-to-usd.ts";
export { convertFile } from "./convert-file.ts";
export type { ConvertedFile, ConvertFileOptions } from "./convert-file.ts";
export type { ConvertOptions } from "./formats/convert-options.ts";
export type { FormatEntry, OutputFile } from "./formats/format.ts";
export { formatOfName, formats } from "./formats/registry.ts";
export type { ImageFile } from "./textures/image-file.ts";
export { ConvertError } from "./errors/convert-error.ts";
export type { Loss } from "./errors/losses.ts";
