/** A thread of the renderer. Its module listens by itself; the export keeps it from being dropped as unused. */
export { workerUrl } from "@usdkit/raster/worker";
