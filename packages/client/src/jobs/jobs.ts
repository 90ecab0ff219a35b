import { submitJob, type JobOperation } from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { newRequestId } from "../operations/request-id.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import { jobKind, type JobHandle } from "./job-kind.ts";

/** A scene that is to be rendered to an image. */
export interface JobRequest {
  /** Base64 of the UTF-8 bytes of USDA text. */
  readonly usdContent: string;
  /** 1 to 128 visible ASCII characters; a new one where it is left out. All attempts send the same. */
  readonly requestId?: string | undefined;
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
      callOptions(transport, options, advice),
    );
    return new Operation(jobKind, this.#poller, { id: update.operationId, requestId, begun: true, update });
  }

  /** Asks once how far a job is. */
  get(operationId: string, options?: RequestOptions): Promise<JobOperation> {
    const { transport } = this.#poller;
    return jobKind.poll(transport, operationId, callOptions(transport, options));
  }

  /** The handle of a job by its id; nothing is sent before somebody follows it. */
  follow(operationId: string): JobHandle {
    return new Operation(jobKind, this.#poller, { id: operationId });
  }
}
