/** Sends files to the service: each content once, whatever was sent in earlier runs. */
import { Limiter } from "@usdkit/base";
import {
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  OperationFailedError,
  PermissionError,
  ProtocolError,
  type SpatialClient,
} from "@usdkit/client";
import type { MeshFile } from "./mesh-file.ts";
import type { MeshState } from "../record/publish-record.ts";
import type { RecordKeeper } from "../record/record-keeper.ts";

/** How files are sent. */
export interface SendOptions {
  /** Files that are uploaded at the same time. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds between polls of tasks. Default: 2000. */
  readonly interval?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SendProgress) => void) | undefined;
}

/** How far all files are. */
export interface SendProgress {
  readonly phase: "uploading" | "ingesting";
  /** Files that are meshes of the service. */
  readonly done: number;
  /** Files that were found so far. */
  readonly files: number;
  /** Bytes that were uploaded. */
  readonly bytes: number;
}

/** A file at the service. */
export interface SentMesh {
  readonly meshId: string;
  /** Whether nothing was uploaded for it. */
  readonly reused: boolean;
}

/** A file that is at the service, with its task. */
interface BegunMesh {
  readonly state: MeshState;
  readonly taskId: string;
  readonly reused: boolean;
}

const CONCURRENCY = 8;
/** Errors after which nothing more can succeed; the client has tried several times. */
const FATAL = [AuthenticationError, ConnectionError, PermissionError, ProtocolError] as const;
/** Bytes of the files that wait for their upload. */
const MAX_BYTES = 1 << 23;
/** Tasks that are followed at the same time. */
const MAX_FOLLOWED = 64;
/** Of tasks that end soon, in milliseconds. */
const FIRST_INTERVAL = 250;
const INTERVAL = 2000;

/** Uploads, ingests and follows files. A step is recorded before the next one, so that a run that was interrupted goes on where it was. */
export class MeshSender {
  readonly #client: SpatialClient;
  readonly #record: RecordKeeper;
  readonly #options: SendOptions;
  readonly #uploads: Limiter;
  readonly #memory = new Limiter(MAX_BYTES);
  readonly #follows = new Limiter(MAX_FOLLOWED);
  readonly #sent: Map<string, Promise<SentMesh>> = new Map();
  /** The error after which nothing more can succeed. */
  #fatal: Error | undefined;
  #done = 0;
  #bytes = 0;

  constructor(client: SpatialClient, record: RecordKeeper, options: SendOptions) {
    this.#client = client;
    this.#record = record;
    this.#options = options;
    this.#uploads = new Limiter(options.concurrency ?? CONCURRENCY);
  }

  /** Whether nothing more can succeed. */
  get isStopped(): boolean {
    return this.#fatal !== undefined;
  }

  /** Resolves when there is room for another file in memory. The result of a file is that of {@link result}. */
  async add(file: MeshFile): Promise<void> {
    if (this.#sent.has(file.name)) return;
    const release = await this.#memory.take(file.bytes.length);
    if (this.#sent.has(file.name)) {
      release();
      return;
    }
    const { name } = file;
    // Only the first step has the bytes.
    const sent = this.#begin(file, release)
      .catch((error: unknown) => {
        if (error instanceof Error && FATAL.some((kind) => error instanceof kind)) this.#fatal ??= error;
        throw error;
      })
      .finally(release)
      .then((begun) => this.#complete(name, begun));
    // Handled where the result is taken.
    sent.catch(() => undefined);
    this.#sent.set(file.name, sent);
  }

  /** Returns the mesh of a file that was added. */
  async result(name: string): Promise<SentMesh> {
    const sent = this.#sent.get(name);
    if (sent === undefined) throw new Error(`${name} was not added`);
    return await sent;
  }

  /** Uploads a file and starts its task, unless earlier runs did. */
  async #begin(file: MeshFile, release: () => void): Promise<BegunMesh> {
    const { name, bytes } = file;
    if (this.#fatal !== undefined) throw this.#fatal;
    const known = this.#record.get(name);
    if (known?.taskId !== undefined && (await this.#isThere(known.taskId))) {
      return { state: known, taskId: known.taskId, reused: true };
    }
    // Without its task the service has lost the mesh.
    const knownUrl = known?.taskId === undefined ? known?.url : undefined;
    const url = knownUrl ?? (await this.#upload(file));
    release();
    if (knownUrl === undefined) await this.#record.set(name, { bytes: bytes.length, url });
    const taskId = await this.#ingest(name, url);
    const state = { bytes: bytes.length, url, taskId };
    await this.#record.set(name, state);
    return { state, taskId, reused: knownUrl !== undefined };
  }

  async #complete(name: string, { state, taskId, reused }: BegunMesh): Promise<SentMesh> {
    const meshId = state.meshId ?? (await this.#follow(name, taskId));
    if (state.meshId === undefined) await this.#record.set(name, { ...state, meshId });
    this.#done++;
    this.#report("ingesting");
    return { meshId, reused };
  }

  /** Whether the service has a task that has not failed, and so its mesh. */
  async #isThere(taskId: string): Promise<boolean> {
    const done = await this.#follows.take();
    try {
      const { status } = await this.#client.meshes.get(taskId, { signal: this.#options.signal });
      return this.#client.statusEnd(status) !== "failed";
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    } finally {
      done();
    }
  }

  async #upload({ name, bytes }: MeshFile): Promise<string> {
    const { signal } = this.#options;
    const done = await this.#uploads.take();
    try {
      if (this.#fatal !== undefined) throw this.#fatal;
      const { url } = await this.#client.assets.upload(bytes, { name, signal });
      this.#bytes += bytes.length;
      this.#report("uploading");
      return url;
    } catch (error) {
      // The address is not that of the service.
      if (error instanceof NotFoundError) this.#fatal ??= error;
      throw error;
    } finally {
      done();
    }
  }

  /** A request that was lost is repeated by the next run: a service that knows the URL answers with the same task. */
  async #ingest(name: string, fileUrl: string): Promise<string> {
    const { id } = await this.#client.meshes.ingest({ fileUrl, name }, { signal: this.#options.signal });
    return id;
  }

  async #follow(name: string, taskId: string): Promise<string> {
    const { signal, interval = INTERVAL } = this.#options;
    const done = await this.#follows.take();
    try {
      const handle = this.#client.meshes.wait(taskId);
      const { meshId } = await handle.result({ signal, interval: Math.min(interval, FIRST_INTERVAL) });
      if (!meshId) throw new OperationFailedError(`The task ${taskId} has ended without a mesh`);
      return meshId;
    } catch (error) {
      // The next run begins again: the service has dropped the task, or could not read the file.
      if (error instanceof NotFoundError || error instanceof OperationFailedError)
        await this.#record.set(name, undefined);
      throw error;
    } finally {
      done();
    }
  }

  #report(phase: SendProgress["phase"]): void {
    this.#options.onProgress?.({ phase, done: this.#done, files: this.#sent.size, bytes: this.#bytes });
  }
}
