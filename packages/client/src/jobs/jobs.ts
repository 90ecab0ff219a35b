import { submitJob, type JobOperation, type RenderSceneRequest } from "@usdkit/contract";
import { SpatialError } from "../errors/errors.ts";
import type { FollowOptions } from "../operations/follow-options.ts";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { asRunning } from "../operations/read-operation.ts";
import { newRequestId } from "../operations/request-id.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import type { LongWait } from "../transport/transport.ts";
import { fetchImage, type ImageProgress } from "./fetch-image.ts";
import { jobKind, type JobHandle } from "./job-kind.ts";

/** A scene to render to an image. */
export interface JobRequest extends Omit<RenderSceneRequest, "requestId"> {
  /** Any text that is not empty; random by default. All attempts send the same one. */
  readonly requestId?: string | undefined;
}

/** Options of submitting a job. */
export interface SubmitOptions extends RequestOptions {
  /** Called before a wait of one minute, if the service remembers rejected ids and has answered 429 and then 409. */
  readonly onWait?: ((wait: LongWait) => void) | undefined;
}

/** Options of waiting for an image and fetching it. */
export interface JobImageOptions extends FollowOptions {
  /** Called with the update of each poll. */
  readonly onUpdate?: ((update: JobOperation) => void) | undefined;
  /** Called as bytes of the image arrive. */
  readonly onProgress?: ((progress: ImageProgress) => void) | undefined;
}

/** Only the id of a create's reply is required for the next step. */
const CREATED = { done: false };

/** Renders scenes to images. */
export class Jobs {
  readonly #poller: Poller;

  constructor(poller: Poller) {
    this.#poller = poller;
  }

  /**
   * Submits a job and returns its handle as soon as the service has accepted it.
   *
   * ```ts
   * const job = await client.jobs.submit({ usdContent: scene.toBase64() });
   * const { resultUrl } = await job.result({ timeout: 600_000 });
   * ```
   *
   * @throws OutcomeUnknownError If it is not known whether the job was accepted: it may be rendered.
   *   AcceptedIdUnknownError if it most likely was, and its id was lost. DuplicateRequestError if another call used
   *   the `requestId` within a minute.
   */
  async submit(request: JobRequest, options?: SubmitOptions): Promise<JobHandle> {
    const { transport } = this.#poller;
    const { requestId = newRequestId() } = request;
    const advice =
      "A second submission with the same requestId is rejected within a minute of the first, and may render twice after that.";
    const operation = await transport.call(
      submitJob,
      { body: { ...request, requestId } },
      {
        ...callOptions(transport, options, advice),
        isNewRequestId: request.requestId === undefined,
        onWait: options?.onWait,
        known: CREATED,
      },
    );
    const update = asRunning(operation);
    return new Operation(jobKind, this.#poller, { id: update.operationId, requestId, begun: true, update });
  }

  /** Returns the current state of a job; makes one request. */
  async get(operationId: string, options?: RequestOptions): Promise<JobOperation> {
    const { transport } = this.#poller;
    return jobKind.poll(transport, operationId, callOptions(transport, options));
  }

  /** Returns the handle of a job by its id; nothing is sent until it is followed. */
  follow(operationId: string): JobHandle {
    return new Operation(jobKind, this.#poller, { id: operationId });
  }

  /**
   * Follows a job to its end and fetches its image. `timeout` covers both.
   *
   * @returns The bytes of the image.
   * @throws As the handle's `result`. Errors while fetching the image have `handle` as well: the job is done, and
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
