import type { JsonObject } from "./json-schema.ts";

interface Follower {
  /** What a caller can do with the answer, in a word. */
  readonly name: string;
  /** The operation in the document. */
  readonly operationId: string;
  readonly parameter?: string;
  /** The field of a body, where it is no parameter. */
  readonly field?: string;
}

interface LinkedReply {
  readonly status: number;
  /** The field of the answer that the others take. */
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

/** By an endpoint's name: which operations go on with what it answers (OpenAPI's links). */
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

/** The links of an endpoint's reply; undefined where nothing goes on with it. */
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
