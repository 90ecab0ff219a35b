/** Error classes: one for each case that a caller handles differently. */

/** Details of an error. Never contains a key or a token. */
export interface ErrorFacts {
  /** The endpoint's id (`jobs.submit`), if a call was made. */
  readonly endpoint?: string | undefined;
  /** The HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The service's business code as in the reply (`10001`). */
  readonly bizCode?: string | undefined;
  /** What happened: the message without the hint. */
  readonly problem?: string | undefined;
  /** The reason or message of the answer, sanitized for printing. */
  readonly reason?: string | undefined;
  /** The `requestId` that was sent for a render job or stream. */
  readonly requestId?: string | undefined;
  /** The id of the operation, if it exists. */
  readonly operationId?: string | undefined;
  /** Resumes the operation, also in another process: `client.resume(handle)`. */
  readonly handle?: object | undefined;
  /**
   * An upload with an unknown outcome: the host has all bytes of the file, or may have them. Uploading it again is
   * safe, and sends no part that the host has.
   */
  readonly upload?: UploadFacts | undefined;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** The known facts of an upload with an unknown outcome. */
export interface UploadFacts {
  /** The upload's id at the upload host. */
  readonly taskId?: string | undefined;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** MD5 of the file, in lowercase hexadecimal digits. */
  readonly md5: string;
}

/** The base class of all errors. */
export class SpatialError extends Error implements ErrorFacts {
  override readonly name: string = "SpatialError";
  /** Whether the same call may safely be made again. */
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

/** 401: the key is missing, wrong or no longer valid, even after it was read again. */
export class AuthenticationError extends SpatialError {
  override readonly name = "AuthenticationError";
}

/** 403: the key is valid, and the requested object belongs to another account. */
export class PermissionError extends SpatialError {
  override readonly name = "PermissionError";
}

/** 404: the id does not exist, or no longer exists. */
export class NotFoundError extends SpatialError {
  override readonly name = "NotFoundError";
}

/** The request is invalid: found before anything was sent (no `status`), or rejected with 400, 413 and the like. */
export class InvalidRequestError extends SpatialError {
  override readonly name = "InvalidRequestError";
}

/**
 * 409 that this call did not cause: another call submitted the `requestId` within the last minute. Whether a job
 * runs for it is unknown.
 */
export class DuplicateRequestError extends SpatialError {
  override readonly name = "DuplicateRequestError";
}

/** 429 after all retries, or with a wait longer than 60 s. */
export class RateLimitError extends SpatialError {
  override readonly name = "RateLimitError";
  override readonly retryable = true;
}

/** 5xx after all retries, if it is certain that nothing was accepted. */
export class ServerError extends SpatialError {
  override readonly name = "ServerError";
  override readonly retryable = true;
}

/** The operation ran and failed, as reported by the service. */
export class OperationFailedError extends SpatialError {
  override readonly name = "OperationFailedError";
}

/** The operation ended without its expected result. `record` is the service's last answer, unchanged. */
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

/** The caller's deadline passed; the operation continues. `handle` resumes it. */
export class DeadlineError extends SpatialError {
  override readonly name = "DeadlineError";
  override readonly retryable = true;
}

/** The service could not be reached, and nothing was accepted. */
export class ConnectionError extends SpatialError {
  override readonly name = "ConnectionError";
  override readonly retryable = true;
}

/** The answer does not match the contract; the message contains the path in the JSON. */
export class ProtocolError extends SpatialError {
  override readonly name = "ProtocolError";
}
