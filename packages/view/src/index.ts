/**
 * The page of `usda view`: a server on this machine that shows scenes, live as their files change.
 *
 * @packageDocumentation
 */
export { startView } from "./server/start-view.ts";
export type { RunningView, ViewedFile, ViewOptions } from "./server/start-view.ts";
