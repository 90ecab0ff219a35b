import type { EngineJob, EngineResult } from "./engine.ts";
import { engines } from "./index.ts";

/**
 * Makes the files of a task in its folder, by the first engine that takes it.
 *
 * @throws {Error} `InputError` where what it was given cannot be used.
 */
export async function makeFiles(job: EngineJob, onProgress: (value: number) => void): Promise<EngineResult> {
  const engine = engines.find((each) => each.takes(job));
  if (engine === undefined) throw new Error(`there is no engine for ${job.task}: set one with --engine-command`);
  return { engine: engine.name, ...(await engine.make(job, onProgress)) };
}
