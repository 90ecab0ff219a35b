import { getGen3dTask, type Gen3dTask } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { readStatus } from "../operations/read-operation.ts";
import { resolveUrls } from "../transport/absolute-url.ts";

/** A generated model; its result contains the URL of the model. */
export type Gen3dHandle = OperationHandle<Gen3dTask, Gen3dTask, "gen3d">;

/** The kind of 3D generation tasks. */
export const gen3dKind: OperationKind<Gen3dTask, Gen3dTask, "gen3d"> = {
  kind: "gen3d",
  noun: "3D generation task",
  endpoint: getGen3dTask.id,
  interval: 2000,
  timeout: Infinity,
  poll: async (transport, id, options) => {
    const known = { taskId: id };
    const task = await transport.call(getGen3dTask, { query: known }, { ...options, known });
    resolveUrls(transport.settings.baseUrl, task.result, ["modelUrl"]);
    return task;
  },
  read: (task, conventions) => readStatus(task, task.result?.modelUrl, conventions),
  statusOf: ({ status }) => status,
};
