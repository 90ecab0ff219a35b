/** Runs an external program, which gets the path of a job file, writes files to a folder and reports progress. */
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { InputError, type Engine, type EngineFiles } from "./engine.ts";

const messageSchema = z.union([
  z.object({ progress: z.number().min(0).max(1) }),
  z.object({
    outputs: z.record(z.string().regex(/^[a-z]{1,16}$/), z.string()),
    notes: z.array(z.string()).default([]),
  }),
  z.object({ error: z.string() }),
]);

const MAX_STDERR = 2000;

/**
 * The last argument of the program is a JSON file: `{ task, input, files: [{ field, url, path, extension }], output }`. It
 * writes its files to the folder `output`, and to its standard output lines of JSON: `{ "progress": 0.5 }` as often as it
 * likes, and at the end `{ "outputs": { "ply": "world.ply", "spz": "world.spz" } }`, or `{ "error": "…" }`.
 */
export const external: Engine = {
  name: "external",
  takes: ({ command }) => command.length > 0,
  async make({ task, input, files, folder, command }, onProgress) {
    const job = join(folder, "job.json");
    await writeFile(job, JSON.stringify({ task, input, files, output: folder }));
    const [program = "", ...given] = command;
    const child = spawn(program, [...given, job], { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-MAX_STDERR);
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on("error", (cause) => reject(new Error(`the engine ${program} cannot be started`, { cause })));
      child.on("close", resolve);
    });
    ended.catch(() => undefined);
    let result: EngineFiles | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const message = read(line);
      if (message === undefined) continue;
      if ("progress" in message) onProgress(message.progress);
      else if ("error" in message) throw new InputError(message.error.slice(0, MAX_STDERR));
      else result = message;
    }
    const code = await ended;
    if (code !== 0) throw new Error(`the engine ended with ${code ?? "a signal"}: ${complaint.trim()}`);
    if (result === undefined) throw new Error("the engine ended without saying what it made");
    return result;
  },
};

/** Ignores other lines of the program's output. */
function read(line: string): z.infer<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
