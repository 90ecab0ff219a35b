/** Starts the workers of the page, whose files are next to its own. */

import type { StartDrawing } from "../protocol/draw-messages.ts";

/** Workers of the page. */
export interface PageWorkers {
  readonly draw: Worker;
  /** Started later, as drawing comes first. */
  readonly document: () => Worker;
  readonly language: () => Worker;
}

/** Names in a variable, which the bundler does not resolve. */
const WORKERS = ["document-worker.js", "draw-worker.js", "language-worker.js"] as const;

/**
 * Returns the workers. The page's script is at the top of its folder, so its URL is the folder's.
 *
 * @param files URLs of assets and of files of stages.
 */
export function startWorkers({ assets, layers }: Pick<StartDrawing, "assets" | "layers">): PageWorkers {
  const start = (name: string): Worker => new Worker(new URL(name, document.baseURI), { type: "module", name });
  const [documents, draw, language] = WORKERS;
  const drawing = start(draw);
  const message: StartDrawing = { kind: "start", assets, layers };
  drawing.postMessage(message, []);
  return { draw: drawing, document: () => start(documents), language: () => start(language) };
}
