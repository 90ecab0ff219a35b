import { ingestMesh, type IngestMeshRequest, type MeshTask } from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { callOptions, createOptions, type CreateOptions, type RequestOptions } from "../transport/request-options.ts";
import { meshKind, type MeshHandle } from "./mesh-kind.ts";

const ADVICE = "There is no list to look it up in; sending it again may ingest it twice.";

/** 3D files that are read in, so that scenes can name them. */
export class Meshes {
  readonly #poller: Poller;

  constructor(poller: Poller) {
    this.#poller = poller;
  }

  /**
   * Begins to read in a GLB, PLY or SPZ file by its URL.
   *
   * @throws InvalidRequestError Before anything is sent, for another file, and for the fast path with another than GLB.
   *   OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a second one.
   */
  async ingest(request: IngestMeshRequest, options?: CreateOptions): Promise<MeshHandle> {
    const { transport } = this.#poller;
    const { taskId } = await transport.call(ingestMesh, { body: request }, createOptions(transport, options, ADVICE));
    return new Operation(meshKind, this.#poller, { id: taskId, begun: true });
  }

  /** Asks once how far a task is. */
  async get(taskId: string, options?: RequestOptions): Promise<MeshTask> {
    const { transport } = this.#poller;
    return meshKind.poll(transport, taskId, callOptions(transport, options));
  }

  /** The handle of a task by its id; nothing is sent until it is followed. */
  wait(taskId: string): MeshHandle {
    return new Operation(meshKind, this.#poller, { id: taskId });
  }
}
