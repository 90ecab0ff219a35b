/** Starts the page with the example scene. Files and folders that are dropped on it are shown, and can be converted. */

import type { DrawRequest } from "../protocol/draw-messages.ts";
import { addConverter } from "./converter/converter.ts";
import { readDropped, type NamedBlob } from "./dropped/read-dropped.ts";
import { fixedSource } from "./fixed-source.ts";
import { SCENE, SCENE_NAME } from "./playground-scene.ts";
import { startPage } from "./start-page.ts";
import { startWorkers, type PageWorkers } from "./start-workers.ts";

/** Parts of the page that depend on where it was opened from. */
export interface PlaygroundParts {
  /** URL of the assets of the example; undefined if the draw worker has them. */
  readonly assets: string | undefined;
  /** Default: those of the files next to the page's own. */
  readonly workers?: PageWorkers;
  readonly startConverter: () => Worker;
  /** Starts the worker that composes stages. */
  readonly startStages: () => Worker;
}

/** Starts the playground. */
export async function startPlayground(parts: PlaygroundParts): Promise<void> {
  const { assets, startConverter, startStages } = parts;
  const source = fixedSource([{ name: SCENE_NAME, text: SCENE }], assets, startStages);
  const { workers = startWorkers(source) } = parts;
  const app = await startPage(source, workers);
  const onProblem = (message: string): void => alert(message);
  const onDrop = async (dropped: readonly NamedBlob[]): Promise<string | undefined> => {
    const { files, first } = source.add(await readDropped(dropped, onProblem));
    const request: DrawRequest = { kind: "files", files };
    workers.draw.postMessage(request, []);
    if (first !== undefined) void app.open(first.index);
    return first?.path;
  };
  addConverter(startConverter, { onDrop, onProblem });
}
