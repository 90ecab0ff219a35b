/**
 * Files on a disk, for Node: crates and packages that are read in parts.
 *
 * @packageDocumentation
 */
export { openFile } from "./open-file.ts";
export type { OpenFileOptions } from "./open-file.ts";
export { fileResolver } from "./file-resolver.ts";
export type { FileResolverOptions } from "./file-resolver.ts";
export { finishSaves, revisionOf, SaveError, saveFiles } from "./save-files.ts";
export type { FileSave } from "./save-files.ts";
export { ByteReadError, LazyBytes } from "@usdkit/base";
