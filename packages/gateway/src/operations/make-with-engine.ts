import { mkdir, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import * as z from "zod";
import { FetchError } from "../fetching/file-fetcher.ts";
import type { FileRecord, MeshRecord } from "../storage/file-records.ts";
import type { EngineFile } from "../workers/protocol.ts";
import { keepFile, TaskFailure, type RunContext, type Runner } from "./runner.ts";

/** An engine's output: file ids by kind. */
export interface MadeOutput {
  readonly engine: string;
  readonly outputs: Readonly<Record<string, { readonly fileId: string; readonly name: string }>>;
  readonly notes: readonly string[];
}

/** Schema of an engine's output. */
export const madeOutputSchema: z.ZodType<MadeOutput> = z.object({
  engine: z.string(),
  outputs: z.record(z.string(), z.object({ fileId: z.string(), name: z.string() })),
  notes: z.array(z.string()),
});

/** Generates a world or a model. A scene can refer to a world's splats by the world's id. */
export const makeWithEngine: Runner = async (task, context) => {
  const folder = context.files.temporaryPath();
  const fetched: EngineFile[] = [];
  const temporary: string[] = [];
  try {
    await mkdir(folder, { mode: 0o700 });
    for (const { field, url } of urlsOf(task.input)) {
      const { path, extension, isTemporary } = await fetchFile(field, url, context);
      if (isTemporary) temporary.push(path);
      fetched.push({ field, url, path, extension });
    }
    const { engineCommand: command, timeout, onProgress } = context;
    const request = { kind: "make", task: task.kind, input: task.input, files: fetched, folder, command } as const;
    const made = await context.worker.ask(request, { timeout, onProgress });
    const present = new Set(await readdir(folder));
    const files: FileRecord[] = [];
    const outputs: Record<string, { fileId: string; name: string }> = {};
    for (const [what, name] of Object.entries(made.outputs)) {
      // An engine may be any program: its output files must be in its folder.
      if (!present.has(name))
        throw new TaskFailure("internal", `the engine named a file that it did not make: ${what}`);
      const file = await keepFile(join(folder, name), `${what}${extname(name)}`, task.user, context);
      files.push(file);
      outputs[what] = { fileId: file.id, name: file.name };
    }
    const splats = outputs["spz"] ?? outputs["ply"];
    const isWorld = task.kind === "world-generation" || task.kind === "world-reconstruction";
    if (isWorld && splats === undefined) throw new TaskFailure("internal", "the engine made no splats");
    const meshes: MeshRecord[] =
      isWorld && splats !== undefined ? [{ meshId: task.id, user: task.user, fileId: splats.fileId }] : [];
    const result: MadeOutput = { engine: made.engine, outputs, notes: made.notes };
    return { result, files, meshes };
  } finally {
    await context.files.discard(folder);
    for (const path of temporary) await context.files.discard(path);
  }
};

async function fetchFile(
  field: string,
  url: string,
  { fetcher }: RunContext,
): Promise<Awaited<ReturnType<RunContext["fetcher"]["fetch"]>>> {
  try {
    return await fetcher.fetch(url);
  } catch (error) {
    if (error instanceof FetchError) throw new TaskFailure("invalid-parameters", `${field}: ${error.message}`);
    throw error;
  }
}

const resourcesSchema = z.looseObject({ resources: z.array(z.looseObject({ url: z.string() })).optional() });

/** Returns the input URLs that an engine reads, with their fields. A world's cover is only displayed. */
export function urlsOf(input: unknown): readonly { readonly field: string; readonly url: string }[] {
  const fields = z.record(z.string(), z.unknown()).parse(input);
  const found: { field: string; url: string }[] = [];
  for (const [field, value] of Object.entries(fields)) {
    if (field.endsWith("Url") && typeof value === "string") found.push({ field, url: value });
  }
  const { resources = [] } = resourcesSchema.parse(input);
  for (const [i, { url }] of resources.entries()) found.push({ field: `resources[${i}].url`, url });
  return found;
}
