/** Starts the page with the example scene. Files that are dropped on it are shown, and can be converted. */
import { addConverter } from "./converter/converter.ts";
import { isModelName } from "./converter/targets.ts";
import { openFiles } from "./open-files.ts";
import { SCENE, SCENE_NAME } from "./playground-scene.ts";
import { fixedSource } from "./source.ts";
import { startPage } from "./start-page.ts";
import type { PageWorkers } from "./start-workers.ts";

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
  const { assets, workers, startConverter, startStages } = parts;
  const source = fixedSource([{ name: SCENE_NAME, text: SCENE }], assets, startStages);
  const app = await startPage(source, workers);
  const open = (name: string, bytes: Uint8Array<ArrayBuffer>): void => void app.open(source.add(name, bytes));
  addConverter(startConverter, (files) => {
    // Textures of a model are no files to show.
    const models = files.filter(({ name }) => isModelName(name));
    void openFiles(models, open, (message) => alert(message));
  });
}
