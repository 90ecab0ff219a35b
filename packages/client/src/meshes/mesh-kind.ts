import { getMeshTask, type MeshTask } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { readStatus } from "../operations/read-operation.ts";

/** An ingested 3D file; its result contains the `meshId` that scenes refer to. */
export type MeshHandle = OperationHandle<MeshTask, MeshTask, "mesh">;

/** The kind of mesh ingestion tasks. */
export const meshKind: OperationKind<MeshTask, MeshTask, "mesh"> = {
  kind: "mesh",
  noun: "mesh task",
  endpoint: getMeshTask.id,
  interval: 2000,
  timeout: Infinity,
  poll: (transport, id, options) => {
    const known = { taskId: id };
    return transport.call(getMeshTask, { query: known }, { ...options, known });
  },
  read: (task, conventions) => readStatus(task, task.meshId, conventions),
  statusOf: ({ status }) => status,
};
