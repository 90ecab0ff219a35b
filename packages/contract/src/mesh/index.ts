/** The endpoints of meshes. */
export { getMeshTask } from "./get-mesh-task.ts";
export { ingestMesh } from "./ingest-mesh.ts";
