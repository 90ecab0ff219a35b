/**
 * Converts glTF and files of Gaussian splats to OpenUSD and back.
 *
 * @packageDocumentation
 */
export { gltfToUsd, packUsdz, usdzParts } from "./gltf-to-usd.ts";
export type { GltfToUsdOptions, UsdFiles } from "./gltf-to-usd.ts";
export type { ImageFile } from "./textures/image-file.ts";
export { ConvertError } from "./errors/convert-error.ts";
export type { Loss } from "./errors/losses.ts";
