import {
  createImageTo3d,
  createMaterialTransfer,
  createTextTo3d,
  type Endpoint,
  type Gen3dTask,
  type ImageTo3dRequest,
  type MaterialTransferRequest,
  type TaskCreated,
  type TextTo3dRequest,
} from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { callOptions, createOptions, type CreateOptions, type RequestOptions } from "../transport/request-options.ts";
import { gen3dKind, type Gen3dHandle } from "./gen3d-kind.ts";

const ADVICE = "There is no list to look it up in; sending it again may run it twice.";

/**
 * Generates models from images and text.
 *
 * Calls that start a task throw OutcomeUnknownError if it is not known whether it was accepted: there is no guard
 * against a duplicate, and no list to find it in.
 */
export class Gen3d {
  readonly #poller: Poller;

  constructor(poller: Poller) {
    this.#poller = poller;
  }

  /** Starts generating a model from an image. */
  imageTo3d(request: ImageTo3dRequest, options?: CreateOptions): Promise<Gen3dHandle> {
    return this.#begin(createImageTo3d, request, options);
  }

  /** Starts generating a model from text, with an optional reference image. */
  textTo3d(request: TextTo3dRequest, options?: CreateOptions): Promise<Gen3dHandle> {
    return this.#begin(createTextTo3d, request, options);
  }

  /** Starts a material transfer to a model. */
  materialTransfer(request: MaterialTransferRequest, options?: CreateOptions): Promise<Gen3dHandle> {
    return this.#begin(createMaterialTransfer, request, options);
  }

  /** Returns the current state of a task; makes one request. */
  async get(taskId: string, options?: RequestOptions): Promise<Gen3dTask> {
    const { transport } = this.#poller;
    return gen3dKind.poll(transport, taskId, callOptions(transport, options));
  }

  /** Returns the handle of a task by its id; nothing is sent until it is followed. */
  wait(taskId: string): Gen3dHandle {
    return new Operation(gen3dKind, this.#poller, { id: taskId });
  }

  async #begin<Body extends object>(
    endpoint: Endpoint<{ readonly body: Body }, TaskCreated>,
    body: Body,
    options: CreateOptions | undefined,
  ): Promise<Gen3dHandle> {
    const { transport } = this.#poller;
    const { taskId } = await transport.call(endpoint, { body }, createOptions(transport, options, ADVICE));
    return new Operation(gen3dKind, this.#poller, { id: taskId, begun: true });
  }
}
