/**
 * The world, render and 3D generation service on one machine.
 *
 * @packageDocumentation
 */
export { startGateway, type Gateway } from "./gateway.ts";
export { ManualClock, type Clock } from "./settings/clock.ts";
export { defaultSettings, type Settings } from "./settings/settings.ts";
export { StorageError } from "./storage/storage-error.ts";
