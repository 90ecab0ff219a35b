/**
 * The page of `usda view`: a server on this machine that shows scenes, live as their files change.
 *
 * @packageDocumentation
 */
export { startLibraryView } from "./server/start-library.ts";
export type { LibrarySource, LibraryViewOptions } from "./server/start-library.ts";
export type * from "./protocol/library-messages.ts";
export { startView } from "./server/start-view.ts";
export type { PageCheck, PageSettings, BaselineRow, PrimLevels } from "./protocol/page-settings.ts";
export type { CheckCode, CodeFindings } from "./server/check-code.ts";
export type { ShownFinding } from "./document/finding-rows.ts";
export type { FindingRow, FixRow, TextPlace } from "./protocol/code-view.ts";
export type { FindSettings, FoundSettings } from "./server/settings-store.ts";
export type { RunningView, ViewOptions } from "./server/start-view.ts";
export type { ViewedFile } from "./server/viewed-file.ts";
