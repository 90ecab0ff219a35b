/** Starts the page of `usda view`. */
import { App, type PageWorkers } from "./app.ts";
import { element } from "./dom.ts";
import { serverSource } from "./source.ts";

/** Names in variables, which the bundler leaves alone. */
const WORKERS = ["document-worker.js", "draw-worker.js", "language-worker.js"] as const;

/** Returns the workers of a page, whose files are next to this one. */
export function startWorkers(): PageWorkers {
  const start = (name: string): Worker => new Worker(new URL(name, import.meta.url), { type: "module", name });
  const [document, draw, language] = WORKERS;
  return { document: start(document), draw: start(draw), language: () => start(language) };
}

/** The page. */
export const app: App = new App(
  document.body.appendChild(element("div", { class: "root" })),
  serverSource(),
  startWorkers(),
);
