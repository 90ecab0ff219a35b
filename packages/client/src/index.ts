/**
 * Typed calls for the whole service.
 *
 * @module
 */
export { systemClock, type Clock } from "./platform/clock.ts";
export {
  AcceptedIdUnknownError,
  AuthenticationError,
  ConnectionError,
  DeadlineError,
  DuplicateRequestError,
  InvalidRequestError,
  NotFoundError,
  OperationFailedError,
  OutcomeUnknownError,
  PermissionError,
  ProtocolError,
  RateLimitError,
  ResultMissingError,
  ServerError,
  SpatialError,
  type ErrorFacts,
} from "./errors/errors.ts";

export { StreamError, type StreamFailure } from "./errors/stream-error.ts";
export { checkImage } from "./downloads/check-content.ts";
export { FileChangedError, FileError } from "./errors/file-errors.ts";
export type { UploadFacts } from "./errors/errors.ts";

export { SpatialClient } from "./node-client.ts";
export type { ResumedOperation, ServiceClient, SpatialClientOptions } from "./spatial-client.ts";
export type { StatusEnd } from "./operations/final-status.ts";
export type { ConventionOptions, ServiceConventions } from "./transport/service-conventions.ts";
export type { ClientOptions } from "./transport/read-settings.ts";
export type { ApiKey } from "./transport/credentials.ts";
export type { AttemptRecord, ClientLogger } from "./transport/log.ts";
export {
  defaultRetryPolicy,
  defaultTimeoutPolicy,
  type Fetch,
  type RetryPolicy,
  type TimeoutPolicy,
  type TransportSettings,
} from "./transport/settings.ts";
export type { CallOptions, FileRequest, LongWait, Transport, UploadOptions } from "./transport/transport.ts";
export type { CreateOptions, RequestOptions } from "./transport/request-options.ts";
export type { FollowOptions, PollOutage } from "./operations/follow-options.ts";
export type { OperationHandle } from "./operations/operation-handle.ts";
export type { KindName } from "./operations/operation-kind.ts";
export type { StoredOperation } from "./operations/stored-operation.ts";
export { newRequestId } from "./operations/request-id.ts";
export type { JobHandle } from "./jobs/job-kind.ts";
export type { ImageProgress } from "./jobs/fetch-image.ts";
export type { JobImageOptions, JobRequest, Jobs, SubmitOptions } from "./jobs/jobs.ts";
export type { UploadSource } from "./platform/upload-source.ts";
export type { DirectoryHandle, FileHandle, FilePlace, FileWriter, Folder } from "./platform/file-sink.ts";
export type { StreamedFile } from "./platform/streamed-file.ts";
export type { Assets } from "./assets/assets.ts";
export type { UploadStorage } from "./assets/perform-step.ts";
export type { AssetUploadOptions } from "./assets/upload.ts";
export type { UploadAllOptions, UploadAllProgress, UploadItem } from "./assets/upload-all.ts";
export type { UploadProgress } from "./assets/upload-progress.ts";
export type { UploadedAsset } from "./assets/run-upload.ts";
export type { DownloadProgress, SavedFile, SaveOptions } from "./downloads/save-file.ts";
export { nameOfUrl, safeName } from "./downloads/safe-name.ts";
export type { WorldDownloadOptions, WorldDownloadProgress, WorldFile, WorldFormat } from "./worlds/download-world.ts";
export type { WorldHandle } from "./worlds/world-kind.ts";
export type { WorldQuery } from "./worlds/list-pages.ts";
export type { WorldOptions, Worlds, WorldSearch } from "./worlds/worlds.ts";
export type { MeshHandle } from "./meshes/mesh-kind.ts";
export type { Meshes } from "./meshes/meshes.ts";
export type { Gen3dHandle } from "./gen3d/gen3d-kind.ts";
export type { Gen3d } from "./gen3d/gen3d.ts";
export type { StreamHandle } from "./streams/stream-kind.ts";
export type { PushOptions, StreamRequest, Streams } from "./streams/streams.ts";
export type { OpenOptions } from "./streams/begin-stream.ts";
export type { Frame, FrameCounts } from "./streams/frame.ts";
export type { RenderStream } from "./streams/render-stream.ts";
export type { ActiveSession, SessionProgress } from "./streams/session.ts";
export type { ConnectOptions, FrameData, FrameForm, ReconnectPolicy } from "./streams/stream-options.ts";
export type { PushOutcome } from "./streams/stream-runner.ts";
export type { StreamStateChange, StreamStateName } from "./streams/stream-state.ts";
export type { StreamStatus } from "./streams/stream-status.ts";
export type { WebSocketConstructor, WebSocketLike } from "./platform/web-socket-like.ts";
