import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { EngineJob, EngineResult } from "./engine.ts";
import { engines } from "./index.ts";

/** Output name of a world's preview image. */
const PICTURE = "preview";
const PICTURE_NAME = "world-preview.png";

/**
 * Generates the files of a task in its folder with the first engine that accepts it. A world also gets a preview image.
 *
 * @throws {Error} `InputError` if the input cannot be used.
 */
export async function makeFiles(job: EngineJob, onProgress: (value: number) => void): Promise<EngineResult> {
  const engine = engines.find((each) => each.takes(job));
  if (engine === undefined) throw new Error(`no engine for ${job.task}: set one with --engine-command`);
  const { outputs, notes, view } = await engine.make(job, onProgress);
  const splats = outputs["ply"] ?? outputs["spz"];
  if (!job.task.startsWith("world-") || splats === undefined || splats !== basename(splats)) {
    return { engine: engine.name, outputs, notes };
  }
  try {
    const { drawWorld } = await import("./world-picture.ts");
    const picture = await drawWorld(await readFile(join(job.folder, splats)), view);
    await writeFile(join(job.folder, PICTURE_NAME), picture, { flush: true });
    return { engine: engine.name, outputs: { ...outputs, [PICTURE]: PICTURE_NAME }, notes };
  } catch {
    // A failed preview image does not fail the task; invalid splats are reported when a scene refers to them.
    return { engine: engine.name, outputs, notes };
  }
}
