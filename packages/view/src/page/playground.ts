/** The page without a server: an example scene to edit, and the files that are dropped on it. */
import { startPlayground } from "./start-playground.ts";

/** In a variable, which the bundler does not resolve. */
const CONVERTER = "convert-worker.js";
await startPlayground({
  assets: new URL("assets/", location.href).href,
  startConverter: () => new Worker(new URL(CONVERTER, document.baseURI), { type: "module", name: CONVERTER }),
});
