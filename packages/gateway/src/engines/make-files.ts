import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { EngineJob, EngineResult } from "./engine.ts";
import { engines } from "./index.ts";

/** The picture of a world among its outputs. */
const PICTURE = "preview";
const PICTURE_NAME = "world-preview.png";

/**
 * Makes the files of a task in its folder, by the first engine that takes it. A world gets a picture of it as well.
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
    // A world without a picture is a world; whether its files are good shows when a scene names it.
    return { engine: engine.name, outputs, notes };
  }
}
