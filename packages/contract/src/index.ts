/**
 * The service as data: endpoints with their schemas, statuses and errors.
 *
 * @module
 */
export type {
  AnyEndpoint,
  Endpoint,
  EndpointAccess,
  EndpointHost,
  EndpointReply,
  EndpointRequest,
  NoRequest,
  RequestDoubt,
  Repetition,
  ReplyOf,
  RequestOf,
  RequestSchemas,
} from "./endpoint/endpoint.ts";
export { endpointUrl } from "./endpoint/endpoint-url.ts";

export { endpointList, endpoints, type EndpointName } from "./registry/endpoints.ts";
export { findEndpoint, type EndpointMatch } from "./registry/find-endpoint.ts";

export { parseReply } from "./reading/parse-reply.ts";
export { readReply, type ReadProblem, type ReadResult } from "./reading/read-reply.ts";
export type { Extensible } from "./fields/extensible.ts";
export { pickFields, requestFields, type RequestField } from "./fields/field-table.ts";
export type { Received } from "./fields/received.ts";

export { limits } from "./fields/limits.ts";
export { fileExtension, isWebUrl, urlExtension } from "./fields/web-url.ts";

export {
  businessCode,
  businessCodes,
  type BusinessCodeName,
  type BusinessCodeRow,
  type UnknownBusinessCode,
} from "./errors/business-codes.ts";
export {
  apiErrorDetailsSchema,
  apiErrorMetaDataSchema,
  apiErrorSchema,
  makeApiError,
  readApiError,
  uploadMessage,
  serviceDomain,
  type ApiError,
  type ApiErrorContent,
  type ApiErrorDetails,
  type ApiErrorFacts,
  type ApiErrorMetaData,
} from "./errors/api-error.ts";

export {
  makeOperationError,
  operationErrorDetailsSchema,
  operationErrorSchema,
  operationSchema,
  type OperationError,
  type OperationErrorDetails,
  type RenderOperation,
} from "./operation/operation.ts";
export { pollOperationRequestSchema, type PollOperationRequest } from "./operation/poll-request.ts";
export {
  taskCreatedSchema,
  taskErrorSchema,
  taskQuerySchema,
  taskStatuses,
  type Task,
  type TaskCreated,
  type TaskError,
  type TaskQuery,
  type TaskStatus,
} from "./operation/task.ts";

export { getUploadToken, uploadCredentialSchema, type UploadCredential } from "./asset/get-upload-token.ts";
export {
  makeUploadRefusal,
  uploadEnvelopeSchema,
  uploadRefusalSchema,
  type UploadEnvelope,
  type UploadRefusal,
} from "./asset/upload-envelope.ts";
export {
  uploadSingle,
  uploadSingleFormSchema,
  uploadStartedReplySchema,
  uploadStartedSchema,
  type UploadSingleForm,
  type UploadStarted,
  type UploadStartedReply,
} from "./asset/upload-single.ts";
export {
  initUpload,
  uploadInitQuerySchema,
  uploadInitReplySchema,
  uploadInitSchema,
  type UploadInit,
  type UploadInitQuery,
  type UploadInitReply,
} from "./asset/init-upload.ts";
export { uploadPartCount, uploadPartRange } from "./asset/upload-parts.ts";
export {
  uploadPart,
  uploadPartFormSchema,
  uploadPartReplySchema,
  type UploadPartForm,
  type UploadPartReply,
} from "./asset/upload-part.ts";
export {
  getUploadStatus,
  uploadStatuses,
  uploadStatusQuerySchema,
  uploadStatusReplySchema,
  uploadStatusSchema,
  type UploadStatus,
  type UploadStatusReply,
  type UploadStatusQuery,
} from "./asset/get-upload-status.ts";

export { resourceExtensions, resourceTypeOf, resourceTypes, type ResourceType } from "./world/resource-type.ts";
export { worldResourceSchema, type WorldResource } from "./world/world-resource.ts";
export { checkWorldResources, type RequestProblem } from "./world/check-world-resources.ts";
export { defaultWorldName } from "./world/world-name.ts";
export { worldHeadersSchema, type WorldHeaders } from "./world/world-headers.ts";
export { worldAsyncOperationSchema, type WorldAsyncOperation } from "./world/world-operation.ts";
export {
  createWorldRequestSchema,
  reconstructWorld,
  taskQualities,
  type CreateWorldRequest,
  type TaskQuality,
} from "./world/reconstruct-world.ts";
export {
  checkGeneration,
  generateWorld,
  generateWorldRequestSchema,
  type GenerateWorldRequest,
} from "./world/generate-world.ts";
export {
  worldAssetsSchema,
  worldDetailSchema,
  worldListRowSchema,
  worldSplatsSchema,
  worldSplatUrlsSchema,
  worldStatuses,
  type WorldAssets,
  type WorldDetail,
  type WorldListRow,
  type WorldSplats,
  type WorldSplatUrls,
  type WorldStatus,
} from "./world/world-detail.ts";
export { getWorld, worldPathSchema, type WorldPath } from "./world/get-world.ts";
export {
  listWorlds,
  worldListQueryRequestSchema,
  worldPagedListSchema,
  type WorldListQueryRequest,
  type WorldPagedList,
} from "./world/list-worlds.ts";

export { renderSceneRequestSchema, type RenderSceneRequest } from "./render/scene-request.ts";
export { jobOperationSchema, jobResultSchema, type JobOperation, type JobResult } from "./render/job-operation.ts";
export { submitJob } from "./render/submit-job.ts";
export { getJob } from "./render/get-job.ts";
export {
  connectionOf,
  sessionStatuses,
  streamOperationSchema,
  streamResultSchema,
  type SessionStatus,
  type StreamConnection,
  type StreamOperation,
  type StreamResult,
} from "./render/stream-operation.ts";
export { createStream } from "./render/create-stream.ts";
export { getStream } from "./render/get-stream.ts";
export { sessionPathSchema, type SessionPath } from "./render/session-path.ts";
export {
  pushOperationSchema,
  pushResultSchema,
  pushStream,
  pushStreamRequestSchema,
  type PushOperation,
  type PushResult,
  type PushStreamRequest,
} from "./render/push-stream.ts";
export { closeStream } from "./render/close-stream.ts";
export { getRenderFormat } from "./render/get-render-format.ts";

export { ingestMesh, ingestMeshRequestSchema, meshExtensions, type IngestMeshRequest } from "./mesh/ingest-mesh.ts";
export { getMeshTask, meshTaskSchema, type MeshTask } from "./mesh/get-mesh-task.ts";

export { createImageTo3d, imageTo3dRequestSchema, type ImageTo3dRequest } from "./gen3d/create-image-to-3d.ts";
export { createTextTo3d, textTo3dRequestSchema, type TextTo3dRequest } from "./gen3d/create-text-to-3d.ts";
export {
  createMaterialTransfer,
  materialTransferRequestSchema,
  type MaterialTransferRequest,
} from "./gen3d/create-material-transfer.ts";
export {
  gen3dResultSchema,
  gen3dTaskSchema,
  getGen3dTask,
  type Gen3dResult,
  type Gen3dTask,
} from "./gen3d/get-gen3d-task.ts";

export { STREAM_PATH, streamUrl } from "./socket/stream-url.ts";
export {
  streamHandshake,
  streamHandshakeInitSchema,
  streamHandshakeSchema,
  type StreamHandshake,
  type StreamHandshakeInit,
} from "./socket/stream-handshake.ts";
export {
  streamCode,
  streamCodes,
  streamMessageSchema,
  type StreamCode,
  type StreamCodeEffect,
  type StreamMessage,
} from "./socket/stream-message.ts";
