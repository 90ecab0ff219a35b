/**
 * USDZ, the package of OpenUSD: a layer and everything that it needs in one file. Knows files, not layers: those are read by
 * `@usdkit/usd`.
 *
 * @packageDocumentation
 */
export { isPackage } from "@usdkit/base";
export { openPackage } from "./package/open-package.ts";
export type { OpenedPackage, OpenPackageOptions, PackageFile } from "./package/open-package.ts";
export { archiveParts, packageParts, placedPackageParts, writePackage } from "./package/write-package.ts";
export type { PackageInput, PlacedPart, StreamedInput } from "./package/write-package.ts";
export { PackageError } from "./package/package-error.ts";
export { isLayerName } from "./package/layer-name.ts";
export { readDirectory, readLocalHeader } from "./zip/zip-directory.ts";
export type { DirectoryEntry, DirectoryProblem, LocalHeader, ZipDirectory } from "./zip/zip-directory.ts";
export type { PackageDiagnostic, PackageDiagnosticCode } from "./zip/package-diagnostic.ts";
