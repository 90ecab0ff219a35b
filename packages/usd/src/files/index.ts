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
export { layerSaves, saveStage } from "./save-stage.ts";
export type { LayerSave, SavedFile } from "./save-stage.ts";
export { watchStage } from "./watch-stage.ts";
export type { FileConflict, StageWatcher, WatchStageOptions } from "./watch-stage.ts";
export { FolderWatcher } from "./folder-watcher.ts";
export type { FolderWatcherOptions } from "./folder-watcher.ts";
export { ByteReadError, LazyBytes } from "@usdkit/base";
