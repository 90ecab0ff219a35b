import { submitJob, type JobOperation } from "@usdkit/contract";
import { SpatialError } from "../errors/errors.ts";
import type { FollowOptions } from "../operations/follow-options.ts";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { newRequestId } from "../operations/request-id.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import { fetchImage, type ImageProgress } from "./fetch-image.ts";
import { jobKind, type JobHandle } from "./job-kind.ts";

/** A scene that is to be rendered to an image. */
export interface JobRequest {
  /** Base64 of the UTF-8 bytes of USDA text. */
  readonly usdContent: string;
  /** 1 to 128 visible ASCII characters; a new one where it is left out. All attempts send the same. */
  readonly requestId?: string | undefined;
}

/** How an image is waited for and fetched. */
export interface JobImageOptions extends FollowOptions {
  /** Called with what each poll says. */
  readonly onUpdate?: ((update: JobOperation) => void) | undefined;
  /** Called while the image comes. */
  readonly onProgress?: ((progress: ImageProgress) => void) | undefined;
}

/** Scenes that are rendered to images. */
export class Jobs {
  readonly #poller: Poller;

  constructor(poller: Poller) {
    this.#poller = poller;
  }

  /**
   * Submits a job and gives its handle as soon as the service has accepted it.
   *
   * ```ts
   * const job = await client.jobs.submit({ usdContent: scene.toBase64() });
   * const { resultUrl } = await job.result({ timeout: 600_000 });
   * ```
   *
   * @throws OutcomeUnknownError When nobody can tell whether it was accepted: it may be rendered. AcceptedIdUnknownError when it
   *   was, and its id was lost. DuplicateRequestError when the `requestId` was used by another call within a minute.
   */
  async submit(request: JobRequest, options?: RequestOptions): Promise<JobHandle> {
    const { transport } = this.#poller;
    const { requestId = newRequestId(), usdContent } = request;
    const advice =
      "It is refused as a duplicate if it is sent again within a minute of the first time, and rendered twice after it.";
    const update = await transport.call(
      submitJob,
      { body: { requestId, usdContent } },
      { ...callOptions(transport, options, advice), isNewRequestId: request.requestId === undefined },
    );
    return new Operation(jobKind, this.#poller, { id: update.operationId, requestId, begun: true, update });
  }

  /** Asks once how far a job is. */
  async get(operationId: string, options?: RequestOptions): Promise<JobOperation> {
    const { transport } = this.#poller;
    return jobKind.poll(transport, operationId, callOptions(transport, options));
  }

  /** The handle of a job by its id; nothing is sent before somebody follows it. */
  follow(operationId: string): JobHandle {
    return new Operation(jobKind, this.#poller, { id: operationId });
  }

  /**
   * Follows a job to its end, and fetches its image. `timeout` is that of both together.
   *
   * @returns The bytes of the image.
   * @throws As the handle's `result`. What is thrown while the image is fetched brings `handle` as well: the job is done, and
   *   its image can be fetched later.
   */
  async image(
    job: JobHandle | string,
    { onUpdate, onProgress, ...options }: JobImageOptions = {},
  ): Promise<Uint8Array> {
    const { transport } = this.#poller;
    const handle = typeof job === "string" ? this.follow(job) : job;
    const deadline = options.timeout === undefined ? undefined : transport.clock.now() + options.timeout;
    let resultUrl: string | undefined;
    for await (const update of handle.updates(options)) {
      onUpdate?.(update);
      resultUrl = update.result?.resultUrl;
    }
    if (resultUrl === undefined) throw new Error("unreachable: a job that is done has a result");
    try {
      return await fetchImage(transport, resultUrl, { signal: options.signal, deadline, onProgress });
    } catch (error) {
      if (error instanceof SpatialError) {
        Object.assign(error, { handle: handle.toJSON(), operationId: handle.id, requestId: handle.requestId });
      }
      throw error;
    }
  }
}
