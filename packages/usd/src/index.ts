/**
 * OpenUSD layers of any encoding: text, crate, and either in a package.
 *
 * @packageDocumentation
 */
export { findInPackage, openLayer } from "./open/open-layer.ts";
export type { LayerDiagnostic, LayerEncoding, OpenedLayer, OpenLayerOptions, PackedLayer } from "./open/open-layer.ts";
export { formatLayerName, parseLayerName } from "./open/layer-name.ts";
export type { LayerName } from "./open/layer-name.ts";
export { assetPathsOf } from "./dependencies/asset-paths.ts";
export type { AuthoredPath } from "./dependencies/asset-paths.ts";
export { findDependencies } from "./dependencies/find-dependencies.ts";
export type { AssetLink, Dependencies, DependencyFiles, DependencyOptions } from "./dependencies/find-dependencies.ts";
export { findPackageDependencies, unreadableLayers } from "./dependencies/package-contents.ts";
export type { Unreadable } from "./dependencies/package-contents.ts";
export { packageLayout } from "./dependencies/package-layout.ts";
export type { PackageLayout } from "./dependencies/package-layout.ts";
export { rewriteAssetPaths } from "./dependencies/rewrite-asset-paths.ts";
