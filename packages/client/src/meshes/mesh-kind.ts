import { getMeshTask, type MeshTask } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { readStatus } from "../operations/read-operation.ts";

/** A 3D file that is read in; its result has the `meshId` that scenes name. */
export type MeshHandle = OperationHandle<MeshTask, MeshTask, "mesh">;

/** Of tasks that read in 3D files. */
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
  read: readStatus,
  statusOf: ({ status }) => status,
};
