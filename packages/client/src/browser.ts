/**
 * Entry point for browsers, in place of `index.ts`: the same names, without Node modules.
 *
 * @module
 */
export { systemClock } from "./platform/clock.ts";
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
} from "./errors/errors.ts";
export { StreamError } from "./errors/stream-error.ts";
export { checkImage } from "./downloads/check-content.ts";
export { FileChangedError, FileError } from "./errors/file-errors.ts";
export type { UploadFacts } from "./errors/errors.ts";
export { SpatialClient } from "./browser-client.ts";
export { defaultRetryPolicy, defaultTimeoutPolicy } from "./transport/settings.ts";
export { nameOfUrl, safeName } from "./downloads/safe-name.ts";
export { newRequestId } from "./operations/request-id.ts";
export type * from "./index.ts";
