/** What can go wrong, as a small tree: one class for each thing that a caller does differently. */

/** What an error has in addition to its message. Never a key or a token. */
export interface ErrorFacts {
  /** The endpoint's id (`jobs.submit`), where a call was made. */
  readonly endpoint?: string | undefined;
  /** The HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** The service's business code as it is in the reply (`10001`). */
  readonly bizCode?: string | undefined;
  /** What happened, as in the message but without the advice. */
  readonly problem?: string | undefined;
  /** What the answer gives as reason or message, made safe to print. */
  readonly reason?: string | undefined;
  /** Of a render job or stream: the `requestId` that was sent. */
  readonly requestId?: string | undefined;
  /** Of an operation that exists: its id. */
  readonly operationId?: string | undefined;
  /** What the call can be taken up with again, in another process as well: `client.resume(handle)`. */
  readonly handle?: object | undefined;
  /**
   * Of an upload whose outcome is unknown: the host has all bytes of the file, or may have them. Uploading it again does no
   * harm, and sends no part that the host has.
   */
  readonly upload?: UploadFacts | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** What is known of an upload whose outcome is not. */
export interface UploadFacts {
  /** The upload's id at the upload host. */
  readonly taskId?: string | undefined;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Of the file, in lowercase hexadecimal digits. */
  readonly md5: string;
}

/** The root of the tree. */
export class SpatialError extends Error implements ErrorFacts {
  override readonly name: string = "SpatialError";
  /** Whether the same call may be made again without harm. */
  readonly retryable: boolean = false;
  readonly endpoint?: string | undefined;
  readonly status?: number | undefined;
  readonly bizCode?: string | undefined;
  readonly problem?: string | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  readonly operationId?: string | undefined;
  readonly handle?: object | undefined;
  readonly upload?: UploadFacts | undefined;
  readonly retryAfter?: number | undefined;

  /** @param message What happened, and what to do next. */
  constructor(message: string, { cause, ...facts }: ErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }
}

/** 401: the key is missing, wrong or no longer valid, also after it was read again. */
export class AuthenticationError extends SpatialError {
  override readonly name = "AuthenticationError";
}

/** 403: the key is good, and what was asked for belongs to another account. */
export class PermissionError extends SpatialError {
  override readonly name = "PermissionError";
}

/** 404: nothing has that id (any more). */
export class NotFoundError extends SpatialError {
  override readonly name = "NotFoundError";
}

/** The request is wrong: found before anything was sent (no `status`), or refused with 400, 413 and the like. */
export class InvalidRequestError extends SpatialError {
  override readonly name = "InvalidRequestError";
}

/**
 * 409, and this call did not cause it: the `requestId` was submitted within the last minute by another call. Whether a job
 * runs for it is not known.
 */
export class DuplicateRequestError extends SpatialError {
  override readonly name = "DuplicateRequestError";
}

/** 429 until the retries were spent, or with a wait that is longer than 60 s. */
export class RateLimitError extends SpatialError {
  override readonly name = "RateLimitError";
  override readonly retryable = true;
}

/** 5xx until the retries were spent, where it is certain that nothing was accepted. */
export class ServerError extends SpatialError {
  override readonly name = "ServerError";
  override readonly retryable = true;
}

/** The operation ran and failed, as the service reports it. */
export class OperationFailedError extends SpatialError {
  override readonly name = "OperationFailedError";
}

/** The operation ended without the result it was asked for. `record` is the service's last answer, as it came. */
export class ResultMissingError extends SpatialError {
  override readonly name = "ResultMissingError";
  readonly record: unknown;

  constructor(message: string, record: unknown, facts?: ErrorFacts) {
    super(message, facts);
    this.record = record;
  }
}

/** Whether the request was accepted cannot be determined. Sending it again is the caller's choice. */
export class OutcomeUnknownError extends SpatialError {
  override readonly name = "OutcomeUnknownError";
}

/**
 * The job was most likely accepted: the reply to an attempt was lost, and a later attempt with the same `requestId` was
 * answered with 409. Its operation id is not known.
 */
export class AcceptedIdUnknownError extends SpatialError {
  override readonly name = "AcceptedIdUnknownError";
}

/** The caller's deadline passed; what runs goes on. `handle` takes it up again. */
export class DeadlineError extends SpatialError {
  override readonly name = "DeadlineError";
  override readonly retryable = true;
}

/** The service could not be reached, and nothing was accepted. */
export class ConnectionError extends SpatialError {
  override readonly name = "ConnectionError";
  override readonly retryable = true;
}

/** An answer that does not fit the contract; the message shows the path in the JSON. */
export class ProtocolError extends SpatialError {
  override readonly name = "ProtocolError";
}
