import { basename } from "node:path";
import { copyFile } from "node:fs/promises";
import * as z from "zod";
import { FetchError } from "../fetching/file-fetcher.ts";
import { keepFile, TaskFailure, type Runner } from "./runner.ts";

/** Seed data have fixed mesh ids; callers cannot choose one. */
const inputSchema = z.object({ fileUrl: z.string(), meshId: z.string().optional() });

/** Imports a 3D file as a mesh that scenes of its user can refer to. */
export const readMesh: Runner = async (task, context) => {
  const { fileUrl, meshId = task.id } = inputSchema.parse(task.input);
  const fetched = await context.fetcher.fetch(fileUrl).catch((error: unknown) => {
    throw error instanceof FetchError ? new TaskFailure("invalid-parameters", `fileUrl: ${error.message}`) : error;
  });
  let temporary = fetched.path;
  try {
    context.onProgress(0.3);
    await context.worker.ask({ kind: "inspect", path: fetched.path }, { timeout: context.timeout });
    context.onProgress(0.8);
    // The mesh outlives its upload.
    if (!fetched.isTemporary) {
      temporary = context.files.temporaryPath();
      await copyFile(fetched.path, temporary);
    }
    const name = `${basename(task.name) || "mesh"}${fetched.extension}`;
    const file = await keepFile(temporary, name, task.user, context);
    return { result: { meshId }, files: [file], meshes: [{ meshId, user: task.user, fileId: file.id }] };
  } finally {
    if (temporary !== fetched.path || fetched.isTemporary) await context.files.discard(temporary);
  }
};
