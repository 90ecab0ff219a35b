import type { JsonObject } from "./json-schema.ts";

interface Follower {
  /** Short name of the link. */
  readonly name: string;
  /** The operation in the document. */
  readonly operationId: string;
  readonly parameter?: string;
  /** The field of a body, if it is not a parameter. */
  readonly field?: string;
}

interface LinkedReply {
  readonly status: number;
  /** The field of the reply that the others use. */
  readonly from: string;
  readonly followers: readonly Follower[];
}

const session = "path.sessionId";
const worldFollowers = [{ name: "world", operationId: "getWorld", parameter: "path.worldId" }];
const modelTask: LinkedReply = {
  status: 200,
  from: "taskId",
  followers: [{ name: "task", operationId: "getGen3dTask", parameter: "query.taskId" }],
};

/** By endpoint name: the operations that use its reply (OpenAPI's links). */
const linkedReplies: Readonly<Record<string, LinkedReply>> = {
  submitJob: {
    status: 202,
    from: "operationId",
    followers: [{ name: "job", operationId: "submitJobOrGetJob", field: "operationId" }],
  },
  createStream: {
    status: 202,
    from: "operationId",
    followers: [
      { name: "session", operationId: "createStreamOrGetStream", field: "operationId" },
      { name: "push", operationId: "pushStream", parameter: session },
      { name: "close", operationId: "closeStream", parameter: session },
    ],
  },
  reconstructWorld: { status: 200, from: "worldId", followers: worldFollowers },
  generateWorld: { status: 200, from: "worldId", followers: worldFollowers },
  ingestMesh: {
    status: 200,
    from: "taskId",
    followers: [{ name: "task", operationId: "getMeshTask", parameter: "query.taskId" }],
  },
  createImageTo3d: modelTask,
  createTextTo3d: modelTask,
  createMaterialTransfer: modelTask,
};

/** Returns the links of an endpoint's reply; undefined if there are none. */
export function linksOf(name: string, status: string): JsonObject | undefined {
  const linked = linkedReplies[name];
  if (linked === undefined || String(linked.status) !== status) return undefined;
  const value = `$response.body#/${linked.from}`;
  return Object.fromEntries(
    linked.followers.map(({ name: link, operationId, parameter, field }) => [
      link,
      {
        operationId,
        ...(parameter !== undefined && { parameters: { [parameter]: value } }),
        ...(field !== undefined && { requestBody: { [field]: value } }),
      },
    ]),
  );
}
