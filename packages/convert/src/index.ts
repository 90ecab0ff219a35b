/**
 * Converts glTF and files of Gaussian splats to OpenUSD and back. What reads stages is loaded when it is used; `@usdkit/convert/stage-meshes` makes
 * a file of each mesh of a stage.
 *
 * @packageDocumentation
 */
export { gltfToUsd } from "./gltf-to-usd.ts";
export { packUsdz, usdzParts } from "./formats/pack-usdz.ts";
export type { GltfToUsdOptions, UsdFiles } from "./gltf-to-usd.ts";
export { usdToGltf } from "./usd-to-gltf.ts";
export type { GltfFile, UsdToGltfOptions } from "./usd-to-gltf.ts";
export type { ReadStageOptions } from "./read-usd/read-stage-options.ts";
export { convertFile } from "./convert-file.ts";
export type { ConvertedFile, ConvertFileOptions } from "./convert-file.ts";
export type { ConvertOptions } from "./formats/convert-options.ts";
export type { QuickLookOptions } from "./quick-look/quick-look-options.ts";
export { fileBytes } from "./formats/format.ts";
export type { FilePart, FormatEntry, OutputFile } from "./formats/format.ts";
export { formatOfName, formats, isReadInParts } from "./formats/registry.ts";
export type { ImageFile } from "./textures/image-file.ts";
export { ConvertError } from "./errors/convert-error.ts";
export type { Loss } from "./errors/losses.ts";
export { splatsToUsd } from "./splats/splats-to-usd.ts";
export type { SplatLayer, SplatsToUsdOptions } from "./splats/splats-to-usd.ts";
export type { ReadSplatsOptions } from "./splats/read-splat-file.ts";
export { usdToSplats } from "./splats/usd-to-splats.ts";
export type { SplatFile } from "./splats/usd-to-splats.ts";
export type { StageSplatsOptions } from "./splats/stage-splats.ts";
export type { SplatFormat } from "./splats/splat-formats.ts";
export type { SplatPrecision } from "./write-usd/splats.ts";
