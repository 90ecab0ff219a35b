/** Starts the page so that its first image comes early. */
import type { DrawRequest } from "../protocol/draw-messages.ts";
import type { App } from "./app.ts";
import { element } from "./dom.ts";
import type { Source } from "./source.ts";
import { startWorkers, type PageWorkers } from "./start-workers.ts";

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Starts the page. The draw worker starts first and loads what the first file needs, while the panels and the editor, which are
 * most of the page's code, are loaded.
 *
 * @param workers Default: those of the files next to the page's own.
 */
export async function startPage(source: Source, workers: PageWorkers = startWorkers(source)): Promise<App> {
  const send = (request: DrawRequest): void => workers.draw.postMessage(request, []);
  // A file that cannot be read is reported when it is shown.
  source.read(0).then(
    ({ bytes }) => send({ kind: "prepare", source: bytes }),
    () => undefined,
  );
  const { App: Page } = await import("./app.ts");
  // The browser gets a turn between the code, the panels, and the first file.
  await nextTask();
  const app = new Page(source, workers);
  await nextTask();
  document.querySelector(".not-started")?.remove();
  app.start(document.body.appendChild(element("div", { class: "root" })));
  return app;
}
