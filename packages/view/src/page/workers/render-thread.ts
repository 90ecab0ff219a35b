/** A thread of the renderer. Its module registers its own listener; the export keeps it from being removed as unused. */
export { workerUrl } from "@usdkit/raster/worker";
