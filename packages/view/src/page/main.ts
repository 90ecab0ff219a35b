/** Starts the page of `usda view`. */
import { App } from "./app.ts";
import { element } from "./dom.ts";
import { serverSource } from "./source.ts";
import { startWorkers } from "./start-workers.ts";

/** The page. */
export const app: App = new App(
  document.body.appendChild(element("div", { class: "root" })),
  serverSource(),
  startWorkers(),
);
