import type { Handler } from "../handler.ts";
import { closeStreamHandler } from "./close-stream.ts";
import { createImageTo3dHandler } from "./create-image-to-3d.ts";
import { createMaterialTransferHandler } from "./create-material-transfer.ts";
import { createStreamHandler } from "./create-stream.ts";
import { createTextTo3dHandler } from "./create-text-to-3d.ts";
import { generateWorldHandler } from "./generate-world.ts";
import { getGen3dTaskHandler } from "./get-gen3d-task.ts";
import { getJobHandler } from "./get-job.ts";
import { getMeshTaskHandler } from "./get-mesh-task.ts";
import { getRenderFormatHandler } from "./get-render-format.ts";
import { getStreamHandler } from "./get-stream.ts";
import { getUploadStatusHandler } from "./get-upload-status.ts";
import { getUploadTokenHandler } from "./get-upload-token.ts";
import { getWorldHandler } from "./get-world.ts";
import { ingestMeshHandler } from "./ingest-mesh.ts";
import { initUploadHandler } from "./init-upload.ts";
import { listWorldsHandler } from "./list-worlds.ts";
import { pushStreamHandler } from "./push-stream.ts";
import { reconstructWorldHandler } from "./reconstruct-world.ts";
import { submitJobHandler } from "./submit-job.ts";
import { uploadPartHandler } from "./upload-part.ts";
import { uploadSingleHandler } from "./upload-single.ts";

/** The handler of each endpoint of the contract. */
export const handlers: readonly Handler[] = [
  closeStreamHandler,
  createImageTo3dHandler,
  createMaterialTransferHandler,
  createStreamHandler,
  createTextTo3dHandler,
  generateWorldHandler,
  getGen3dTaskHandler,
  getJobHandler,
  getMeshTaskHandler,
  getRenderFormatHandler,
  getStreamHandler,
  getUploadStatusHandler,
  getUploadTokenHandler,
  getWorldHandler,
  ingestMeshHandler,
  initUploadHandler,
  listWorldsHandler,
  pushStreamHandler,
  reconstructWorldHandler,
  submitJobHandler,
  uploadPartHandler,
  uploadSingleHandler,
];
