import type { FollowOptions, JobHandle, SpatialClient, StoredOperation } from "@usdkit/client";

/** Progress of a render. */
export interface RenderProgress {
  readonly stage: "submitted" | "running" | "fetching";
  readonly operationId: string;
  /** Bytes of the image received, and its total size if known, while it is fetched. */
  readonly bytes?: number | undefined;
  readonly total?: number | undefined;
}

/** Options of waiting for an image and fetching it. `timeout` covers both, in milliseconds. */
export interface ImageOptions extends FollowOptions {
  /** Called for every poll, and as bytes of the image arrive. */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/** A render job that the service has accepted. */
export class RenderJob {
  /** The client's own handle: updates, and the result with its URL. */
  readonly handle: JobHandle;
  readonly #client: SpatialClient;

  /** @internal Created by `submit` or `resume`. */
  constructor(client: SpatialClient, handle: JobHandle) {
    this.#client = client;
    this.handle = handle;
  }

  /** The operation's id. */
  get id(): string {
    return this.handle.id;
  }

  /** Follows the job to its end and returns its image. Errors after the job was accepted have `handle`. */
  async image({ onProgress, ...options }: ImageOptions = {}): Promise<Uint8Array> {
    const operationId = this.id;
    return this.#client.jobs.image(this.handle, {
      ...options,
      onUpdate: () => onProgress?.({ stage: "running", operationId }),
      onProgress: ({ bytes, total }) => onProgress?.({ stage: "fetching", operationId, bytes, total }),
    });
  }

  /** Serializes the job: `resume` resumes it, also in another process. */
  toJSON(): StoredOperation {
    return this.handle.toJSON();
  }
}
