import * as z from "zod";
import { findAssets, MissingAsset, namedMeshSchema, type NamedMesh } from "./find-assets.ts";
import { keepFile, TaskFailure, type Runner } from "./runner.ts";

/** Stored data of a job, except its scene. */
export interface JobInput {
  /** Pixels. */
  readonly resolution: readonly [number, number];
  readonly meshes: readonly NamedMesh[];
}

const jobInputSchema: z.ZodType<JobInput> = z.object({
  resolution: z.tuple([z.number(), z.number()]),
  meshes: z.array(namedMeshSchema),
});

/** The output of a job. */
export interface JobOutput {
  readonly fileId: string;
  readonly name: string;
}

/** Schema of a job's output. */
export const jobOutputSchema: z.ZodType<JobOutput> = z.object({ fileId: z.string(), name: z.string() });

/** Renders a scene to an image. */
export const renderJob: Runner = async (task, context) => {
  const { resolution, meshes } = jobInputSchema.parse(task.input);
  const [width, height] = resolution;
  if (task.content === undefined) throw new TaskFailure("internal", "the scene of the job is gone");
  const assets = await findAssets(task.user, meshes, context, context.missingAssets).catch((error: unknown) => {
    throw error instanceof MissingAsset ? new TaskFailure("not-found", error.message) : error;
  });
  const output = context.files.temporaryPath();
  try {
    const { timeout, onProgress, background } = context;
    const request = { kind: "render", scene: task.content, width, height, background, assets, output } as const;
    await context.worker.ask(request, { timeout, onProgress });
    const file = await keepFile(output, "image.png", task.user, context);
    const result: JobOutput = { fileId: file.id, name: file.name };
    return { result, files: [file] };
  } finally {
    await context.files.discard(output);
  }
};
