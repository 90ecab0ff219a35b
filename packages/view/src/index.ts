/**
 * The page of `usda view`: a server on this machine that shows scenes, live as their files change.
 *
 * @packageDocumentation
 */
export { startView } from "./server/start-view.ts";
export type { PageCheck, PageSettings, BaselineRow, PrimLevels } from "./protocol/page-settings.ts";
export type { FindSettings, FoundSettings } from "./server/settings-store.ts";
export type { RunningView, ViewedFile, ViewOptions } from "./server/start-view.ts";
