import { ingestMesh, type IngestMeshRequest, type MeshTask } from "@usdkit/contract";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import { callOptions, createOptions, type CreateOptions, type RequestOptions } from "../transport/request-options.ts";
import { meshKind, type MeshHandle } from "./mesh-kind.ts";

const ADVICE = "There is no list to look it up in; sending it again may ingest it twice.";

/** Ingests 3D files, so that scenes can refer to them. */
export class Meshes {
  readonly #poller: Poller;

  constructor(poller: Poller) {
    this.#poller = poller;
  }

  /**
   * Starts ingesting a GLB, PLY or SPZ file by its URL.
   *
   * @throws InvalidRequestError Before anything is sent, for other file types, and for the fast path unless the file
   *   is GLB. OutcomeUnknownError if it is not known whether it was accepted: there is no guard against a duplicate.
   */
  async ingest(request: IngestMeshRequest, options?: CreateOptions): Promise<MeshHandle> {
    const { transport } = this.#poller;
    const { taskId } = await transport.call(ingestMesh, { body: request }, createOptions(transport, options, ADVICE));
    return new Operation(meshKind, this.#poller, { id: taskId, begun: true });
  }

  /** Returns the current state of a task; makes one request. */
  async get(taskId: string, options?: RequestOptions): Promise<MeshTask> {
    const { transport } = this.#poller;
    return meshKind.poll(transport, taskId, callOptions(transport, options));
  }

  /** Returns the handle of a task by its id; nothing is sent until it is followed. */
  wait(taskId: string): MeshHandle {
    return new Operation(meshKind, this.#poller, { id: taskId });
  }
}
