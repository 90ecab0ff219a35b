/** Tasks in the form of the contract. */
import type { Gen3dTask, MeshTask, Task, TaskError, WorldDetail, WorldListRow } from "@usdkit/contract";
import * as z from "zod";
import { madeOutputSchema } from "../operations/make-with-engine.ts";
import type { TaskKind, TaskRecord } from "../storage/task-storage.ts";
import { fileUrl } from "./uploads.ts";

export const worldKinds: readonly TaskKind[] = ["world-reconstruction", "world-generation"];
export const modelKinds: readonly TaskKind[] = ["image-to-3d", "text-to-3d", "material-transfer"];

const errorSchema = z.object({ code: z.number(), message: z.string() });
const worldInputSchema = z.looseObject({ cover: z.string().optional(), scene: z.string().optional() });

/** Returns a world as a list entry. Without a cover given by the caller, its cover is the preview image. */
export function worldRow(task: TaskRecord, base: string): WorldListRow {
  const { cover = worldPicture(task, base), scene } = worldInputSchema.parse(task.input);
  return {
    worldId: task.id,
    name: task.name,
    cover: cover ?? null,
    scene: scene ?? null,
    createTime: task.createTime,
    updateTime: task.updateTime,
    status: statusOf(task),
    progress: task.progress,
  };
}

/** Returns the URL of a world's preview image. */
export function worldPicture(task: TaskRecord, base: string): string | undefined {
  if (task.state !== "SUCCEEDED") return undefined;
  const { preview } = madeOutputSchema.parse(task.result).outputs;
  return preview === undefined ? undefined : fileUrl(base, { id: preview.fileId, name: preview.name });
}

export function worldDetail(task: TaskRecord, base: string): WorldDetail {
  const row = worldRow(task, base);
  if (task.state === "FAILED") return { ...row, assets: null, error: errorOf(task) };
  if (task.state !== "SUCCEEDED") return { ...row, assets: null };
  const { outputs, engine, notes } = madeOutputSchema.parse(task.result);
  const url = (what: string): string | null => {
    const file = outputs[what];
    return file === undefined ? null : fileUrl(base, { id: file.fileId, name: file.name });
  };
  const urls = { plyPath: url("ply"), spzPath: url("spz"), lodMetaPath: url("lod") };
  return { ...row, assets: { splats: { urls }, semanticsMetadata: { engine, notes } } };
}

export function modelTask(task: TaskRecord, base: string): Gen3dTask {
  const view = { ...taskView(task), type: task.kind };
  if (task.state !== "SUCCEEDED") return { ...view, result: null };
  const { outputs, engine, notes } = madeOutputSchema.parse(task.result);
  const [format, file] = Object.entries(outputs)[0] ?? [];
  if (format === undefined || file === undefined) return { ...view, result: null };
  const result = { modelUrl: fileUrl(base, { id: file.fileId, name: file.name }), format, engine, notes };
  return { ...view, result };
}

export function meshTask(task: TaskRecord): MeshTask {
  return { ...taskView(task), meshId: task.state === "SUCCEEDED" ? task.id : null };
}

function taskView(task: TaskRecord): Task {
  const { id: taskId, progress, createTime, updateTime } = task;
  const error = task.state === "FAILED" ? errorOf(task) : null;
  return { taskId, status: statusOf(task), progress, error, createTime, updateTime };
}

/** Queued tasks are reported as running: the contract has no status for them. */
function statusOf({ state }: TaskRecord): string {
  return state === "QUEUED" ? "RUNNING" : state;
}

function errorOf({ error }: TaskRecord): TaskError {
  const { code, message } = errorSchema.parse(error);
  return { code, message };
}
