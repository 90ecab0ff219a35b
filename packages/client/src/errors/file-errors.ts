/** Errors about files, on this machine and on their way. */
import { OutcomeUnknownError, SpatialError, type ErrorFacts } from "./errors.ts";

/**
 * The file is not the one any more that was begun with: another size, another time of change, or other bytes. What was sent of
 * it is of no use.
 */
export class FileChangedError extends SpatialError {
  override readonly name = "FileChangedError";
}

/** A fault of this machine while a file was read or written: the disk is full, a medium fails. `cause` is the system's error. */
export class FileError extends SpatialError {
  override readonly name = "FileError";
}

/** What is known of an upload whose end is not. */
export interface UploadFacts {
  /** The upload's id at the upload host. */
  readonly taskId?: string | undefined;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Of the file, in lowercase hexadecimal digits. */
  readonly md5: string;
}

/**
 * The host has all bytes of a file, or may have them, and did not say what became of them. That is no failure: the file may be
 * there. Uploading it again does no harm, and sends no part that the host has.
 */
export class UploadUnknownError extends OutcomeUnknownError {
  readonly upload: UploadFacts;

  constructor(message: string, upload: UploadFacts, facts: ErrorFacts = {}) {
    super(message, { reason: "StatusUnknown", operationId: upload.taskId, ...facts });
    this.upload = upload;
  }
}
