/** The page without a server: an example scene to edit, and the files that are dropped on it. */
import { startPlayground } from "./start-playground.ts";

/** In variables, which the bundler does not resolve. */
const CONVERTER = "convert-worker.js";
const STAGES = "stage-worker.js";
const start = (name: string): Worker => new Worker(new URL(name, document.baseURI), { type: "module", name });
await startPlayground({
  assets: new URL("assets/", location.href).href,
  startConverter: () => start(CONVERTER),
  startStages: () => start(STAGES),
});
