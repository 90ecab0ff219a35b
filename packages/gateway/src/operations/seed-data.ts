/** Meshes that exist from the start, under the same names everywhere: for testing scenes. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../settings/clock.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Storage } from "../storage/storage.ts";
import type { TaskRecord } from "../storage/task-storage.ts";
import { keepFile } from "./runner.ts";

/** An invalid folder of seed data; the message contains the file and the reason. */
export class SeedError extends Error {
  override readonly name: string = "SeedError";
}

export interface SeedContext {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly maxFileSize: number;
  /** Returns the URL of an own file. */
  readonly urlOf: (file: { readonly id: string; readonly name: string }) => string;
  /** Called when tasks were added. */
  readonly wake: () => void;
}

const EXTENSIONS = [".glb", ".ply", ".spz"];

/**
 * Imports each GLB, PLY and SPZ file of a folder for each user, as the mesh whose id is the file name without extension.
 * Files imported at an earlier start are skipped.
 *
 * @throws {SeedError}
 */
export async function seedData(folder: string, users: Iterable<string>, context: SeedContext): Promise<void> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new SeedError(`the seed data ${folder} cannot be read`, { cause });
  });
  const wanted = names.filter((name) => EXTENSIONS.includes(extname(name).toLowerCase())).toSorted();
  if (wanted.length === 0) throw new SeedError(`the seed data ${folder} has no file with ${EXTENSIONS.join(", ")}`);
  const everybody = new Set(users);
  const ids = wanted.map(idOf);
  const twice = wanted.find((name, i) => ids.indexOf(idOf(name)) !== i);
  if (twice !== undefined) throw new SeedError(`${join(folder, twice)}: another file there has the same name`);
  const tasks: { readonly path: string; readonly user: string; readonly id: string }[] = [];
  for (const name of wanted) {
    for (const user of everybody) {
      const id = await addMesh(join(folder, name), user, context);
      if (id !== undefined) tasks.push({ path: join(folder, name), user, id });
    }
  }
  if (tasks.length > 0) context.wake();
  for (const { path, user, id } of tasks) {
    const { state, error } = await ended(id, context.storage);
    // An earlier start may have created it first.
    if (state === "SUCCEEDED" || (await context.storage.files.getMesh(user, idOf(path))) !== undefined) continue;
    throw new SeedError(`${path}: ${messageOf(error)}`);
  }
}

function idOf(path: string): string {
  return basename(path, extname(path));
}

/** @returns The import task; undefined if the mesh exists. */
async function addMesh(path: string, user: string, context: SeedContext): Promise<string | undefined> {
  const { storage, files, clock, maxFileSize, urlOf } = context;
  const meshId = idOf(path);
  const received = await files.receive(createReadStream(path), maxFileSize);
  const known = await storage.files.getMesh(user, meshId);
  if (known !== undefined) {
    await files.discard(received.path);
    const file = await storage.files.get(known.fileId);
    if (file?.md5 === received.md5) return undefined;
    throw new SeedError(`${path}: another file was read in as ${meshId} before; begin with a new data folder`);
  }
  const file = await keepFile(received.path, basename(path), user, { files, time: () => clock.now() });
  await storage.files.add(file);
  const id = randomUUID();
  const input = { fileUrl: urlOf(file), meshId };
  await storage.tasks.add({ id, kind: "mesh", lane: "render", user, name: meshId, input, time: clock.now() });
  return id;
}

async function ended(id: string, storage: Storage): Promise<TaskRecord> {
  for (;;) {
    const task = await storage.tasks.get(id);
    if (task === undefined) throw new Error(`the task ${id} is gone`);
    if (task.state === "SUCCEEDED" || task.state === "FAILED") return task;
    await sleep(20);
  }
}

function messageOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return typeof message === "string" ? message : "it cannot be read in";
}
