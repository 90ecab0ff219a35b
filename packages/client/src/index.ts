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
