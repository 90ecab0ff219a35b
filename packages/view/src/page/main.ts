/** Starts the page of `usda view`. */
import { App, type PageWorkers } from "./app.ts";
import { element } from "./dom.ts";
import { serverSource } from "./source.ts";

/** Names in variables, which the bundler leaves alone. */
const [DOCUMENT_WORKER, DRAW_WORKER] = ["document-worker.js", "draw-worker.js"];

/** Returns the workers of a page, whose files are next to this one. */
export function startWorkers(): PageWorkers {
  const start = (name: string): Worker => new Worker(new URL(name, import.meta.url), { type: "module", name });
  return { document: start(DOCUMENT_WORKER), draw: start(DRAW_WORKER) };
}

/** The page. */
export const app: App = new App(
  document.body.appendChild(element("div", { class: "root" })),
  serverSource(),
  startWorkers(),
);
