import type { FollowOptions, JobHandle, SpatialClient, StoredOperation } from "@usdkit/client";

/** How far a render is. */
export interface RenderProgress {
  readonly stage: "submitted" | "running" | "fetching";
  readonly operationId: string;
  /** Bytes of the image that are there, and of all of it where that is known; while it is fetched. */
  readonly bytes?: number | undefined;
  readonly total?: number | undefined;
}

/** How an image is waited for and fetched. `timeout` is that of both together, in milliseconds. */
export interface ImageOptions extends FollowOptions {
  /** Called when it gets further: for every poll, and while the image comes. */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/** A render job that the service has accepted. */
export class RenderJob {
  /** The client's own handle: updates, the result with its URL. */
  readonly handle: JobHandle;
  readonly #client: SpatialClient;

  /** @internal From `submit` or `resume`. */
  constructor(client: SpatialClient, handle: JobHandle) {
    this.#client = client;
    this.handle = handle;
  }

  /** The operation's id. */
  get id(): string {
    return this.handle.id;
  }

  /** Follows the job to its end, and fetches its image. Errors after it was accepted bring `handle`. */
  async image({ onProgress, ...options }: ImageOptions = {}): Promise<Uint8Array> {
    const operationId = this.id;
    return this.#client.jobs.image(this.handle, {
      ...options,
      onUpdate: () => onProgress?.({ stage: "running", operationId }),
      onProgress: ({ bytes, total }) => onProgress?.({ stage: "fetching", operationId, bytes, total }),
    });
  }

  /** For storing: `resume` takes it up again, in another process as well. */
  toJSON(): StoredOperation {
    return this.handle.toJSON();
  }
}
