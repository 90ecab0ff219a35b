/** Fields of replies that the next step of a caller needs (client-behaviour 15), by the endpoint's id; paths as in `mapMembers`. */
export const neededFields: Readonly<Record<string, readonly string[]>> = {
  "assets.token": ["ousToken", "globalDomain", "blockSize"],
  "assets.uploadSingle": ["c", "d", "d.taskId"],
  "assets.uploadInit": ["c", "d", "d.taskId", "d.deduplicated"],
  "assets.uploadPart": ["c"],
  "assets.uploadStatus": ["c", "d", "d.status", "d.url", "d.message"],
  "worlds.reconstruct": ["worldId"],
  "worlds.generate": ["worldId"],
  "worlds.get": ["status", "assets", "assets.splats", "assets.splats.urls", "assets.splats.urls.plyPath", "error"],
  "worlds.list": ["result", "result.worldId", "result.status"],
  "jobs.submit": ["operationId"],
  "jobs.get": ["done", "result", "result.resultUrl", "error", "error.message"],
  "streams.create": ["operationId"],
  "streams.get": [
    "done",
    "result",
    "result.status",
    "result.host",
    "result.nodeId",
    "result.streamId",
    "result.token",
    "error",
    "error.message",
  ],
  "streams.push": [],
  "meshes.ingest": ["taskId"],
  "meshes.get": ["status", "meshId", "error"],
  "gen3d.imageTo3d": ["taskId"],
  "gen3d.textTo3d": ["taskId"],
  "gen3d.materialTransfer": ["taskId"],
  "gen3d.get": ["status", "result", "result.modelUrl", "error"],
};

/** Whether a caller can go on without a field. */
export function isOptional(endpoint: string, path: string): boolean {
  return neededFields[endpoint]?.includes(path) === false;
}
