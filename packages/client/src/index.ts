/**
 * Typed calls for the whole service.
 *
 * @module
 */
export { systemClock, type Clock } from "./clock/clock.ts";
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
  ServerError,
  SpatialError,
  type ErrorFacts,
} from "./errors/errors.ts";

export { SpatialClient } from "./spatial-client.ts";
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
export type { CallOptions, FileRequest, Transport, UploadOptions } from "./transport/transport.ts";
